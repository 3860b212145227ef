"""A rune plugin that does everything right, but for the one sin that it is started with."""
import json
import os
import sys
import time

SIN = sys.argv[1] if len(sys.argv) > 1 else ""


def line():
    if SIN == "one-read":
        return os.read(0, 65536).decode()
    if SIN == "short-buffer":
        return sys.stdin.buffer.readline(65536).decode()
    text = sys.stdin.buffer.readline().decode()
    return text.splitlines()[0] if SIN == "splitlines" and text else text


def read(*names):
    text = line()
    if not text:
        if SIN == "ignores-end":
            time.sleep(60)
        sys.exit(0)
    message = json.loads(text)
    if SIN == "strict-members" and set(message) - set(names):
        sys.exit(7)
    return message


def send(message, before=""):
    sys.stdout.buffer.write(before.encode() + json.dumps(message).encode() + b"\n")
    sys.stdout.buffer.flush()


handshake = read("type", "protocol_version")
manifest = {
    "plugin_id": "test.sinner",
    "plugin_version": "" if SIN == "no-version" else "1.0.0",
    "protocol_version": "rterm.plugin.v9" if SIN == "other-protocol" else handshake["protocol_version"],
    "exposed_tools": ["echo", "echo"] if SIN == "tool-twice" else ["echo"],
    "capabilities": ["tool.execute\u00a0"] if SIN == "padded-capability" else ["tool.execute"],
}
if SIN == "banner":
    print("Welcome!", flush=True)
send({"type": "hello" if SIN == "other-type" else "handshake", "manifest": manifest})

request = read("type", "request_id", "tool_name", "context", "input")
answer = {"type": "response", "request_id": "guessed" if SIN == "other-id" else request["request_id"]}
mark = "\ufeff" if SIN == "bom" else ""
if request["tool_name"] != "echo":
    if SIN == "unknown-tool-garbage":
        print("Traceback (most recent call last):", flush=True)
    send({**answer, "status": "error", "error": {"code": "not_found", "message": "no such tool"}})
elif not isinstance(request["input"], dict):
    error = {"code": "invalid_input", "message": "" if SIN == "error-without-message" else "expected an object"}
    send({**answer, "status": "error", "error": error}, mark)
else:
    status = "fine" if SIN == "other-status" else "ok"
    send({**answer, "status": status, "output": {"length": len(json.dumps(request["input"]))}}, mark)
if SIN == "trailing":
    print("Bye!", flush=True)
if SIN == "lingers":
    time.sleep(2)
sys.exit(3 if SIN == "exit-3" else 0)
