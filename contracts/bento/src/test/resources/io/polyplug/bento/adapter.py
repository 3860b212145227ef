"""A plugin for tests. What it does is a file of Python: functions on_<method>(params), and MANIFEST."""
import json
import os
import signal
import subprocess
import sys
import time

OUT = sys.stdout.buffer
MANIFEST = {
    "protocol_version": 1, "adapter_id": os.path.basename(sys.argv[1])[:-3], "display_name": "Test",
    "fingerprint_files": ["x.toml"], "default_tasks": [{"name": "build", "run": "true"}],
    "capabilities": {"resolved_toolchain_fingerprint": True}}
rid = None


def raw(data):
    OUT.write(data if isinstance(data, bytes) else data.encode())
    OUT.flush()


def send(message):
    body = message.encode() if isinstance(message, str) else json.dumps(message, ensure_ascii=False).encode()
    raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)


def reply(result):
    send({"jsonrpc": "2.0", "id": rid, "result": result})


def error(code, message, **data):
    send({"jsonrpc": "2.0", "id": rid, "error": dict(code=code, message=message, **({"data": data} if data else {}))})


def log(level, message, **more):
    send({"jsonrpc": "2.0", "method": "notifications/log", "params": dict(level=level, message=message, **more)})


def note(text):
    with open(sys.argv[2], "a") as seen:
        seen.write(text + "\n")


def hang():
    time.sleep(600)


def wait_for(path):
    while not os.path.exists(path):
        time.sleep(0.005)


def on_initialize(params):
    reply(MANIFEST)


def on_shutdown(params):
    reply(None)
    sys.exit(0)


def read():
    length = None
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            note("EOF")
            sys.exit(0)
        if line in (b"\r\n", b"\n"):
            return sys.stdin.buffer.read(length).decode()
        name, _, value = line.decode().partition(":")
        if name.lower() == "content-length":
            length = int(value)


exec(open(sys.argv[1]).read())
while True:
    text = read()
    note(text)
    message = json.loads(text)
    rid = message["id"]
    handler = globals().get("on_" + message["method"])
    if handler:
        handler(message.get("params"))
    else:
        error(-32601, "method not found")
