"""An ainb plugin that does everything right, but for the one sin that it is started with."""
import base64
import json
import os
import sys
import time

SIN = sys.argv[1] if len(sys.argv) > 1 else ""
BARE = SIN == "bare"  # no sin: a plugin that has nothing but its name
LOCK = "unclean"
calls = 0
frames = 0
waiting = []


def read():
    length = 0
    for line in iter(sys.stdin.buffer.readline, b"\r\n"):
        if not line:
            return None
        length = int(line.split(b":")[1])
    return json.loads(sys.stdin.buffer.read(length))


def raw(body):
    end = b"\n" if SIN == "lf-header" else b"\r\n"
    sys.stdout.buffer.write(b"Content-Length: %d" % len(body) + end + end + body)
    sys.stdout.buffer.flush()


def send(**message):
    raw(json.dumps({"jsonrpc": "2.0", **message}).encode())


def ask(method, params):
    """Calls the host; what comes meanwhile is answered later, in order."""
    global calls
    calls += 1
    send(id=calls, method=method, params=params)
    for message in iter(read, None):
        if "method" not in message and message["id"] == calls:
            if message.get("error", {}).get("code") == -32001:
                text = message["error"]["message"]
                if SIN == "denied-crash" or (SIN == "denied-bus-crash" and "event_bus" in text):
                    sys.exit(4)
            return message
        waiting.append(message)
    sys.exit(0)


def encoded(text):
    return base64.b64encode(text.encode()).decode()


def publish():
    if SIN == "no-publish":
        return
    now = time.time_ns()
    indexes = {"chunk-gap": [0, 2, 3], "chunk-no-zero": [1, 2, 3]}.get(SIN, [0, 1, 2])
    for index in indexes:
        final = index == indexes[-1] and SIN != "chunk-no-final"
        chunk = {"version": 1, "published_ns": now, "partial": False, "chunk_index": index,
                 "is_final": final, "data": {"calls": []}}
        send(method="host/snapshot/publish",
             params={"topic": "sinner.data", "payload": encoded(json.dumps(chunk))})


def unclean():
    """How often we were ended without a chance to leave, under a real host."""
    try:
        with open(LOCK) as file:
            return len(file.read())
    except FileNotFoundError:
        return 0


def note_start():
    with open(LOCK, "a") as file:
        file.write("x")


def leave(code):
    if os.path.exists(LOCK):
        os.remove(LOCK)
    sys.exit(code)


def init(message):
    params = message["params"]
    if params["host"]["kind"] == "polyplug" and SIN in ("stale-lock", "third-kill"):
        if unclean() >= (1 if SIN == "stale-lock" else 3):
            return {"error": {"code": -32603, "message": "it runs already"}}
        note_start()
    if not BARE:
        ask("host/snapshot/subscribe", {"topic": "sinner.more"})
        ask("host/snapshot/get", {"topic": "sinner.data"})
        ask("host/fs/read_file", {"path": "/nowhere/sinner.txt"})
        for level in ("trace", "debug", "loud" if SIN == "bad-log" else "info", "warn", "error"):
            send(method="host/log", params={"level": level, "message": level + "-msg"})
        publish()
    if SIN == "not-json":
        raw(b"hello")
    me = {"name": "sinner", "version": "1.2.3"}
    if SIN == "wrong-name":
        return {"result": {**me, "name": "saint"}}
    if SIN == "no-version":
        return {"result": {"name": "sinner"}}
    if SIN == "other-manifest":
        return {"result": {"manifest": {"plugin": me, "provides": {"screens": ["other"]}}}}
    if SIN == "other-abi":
        return {"result": {**me, "abi_version": 3}}
    return {"result": me}


def render(params):
    global frames
    view = params.get("viewport")
    if not isinstance(view, dict):
        code = -32603 if SIN == "bad-params-internal" else -32602
        return {"error": {"code": code, "message": "viewport: expected an object"}}
    frames += 1
    width, height = view["width"], view["height"]
    text = str(frames) if SIN == "restless-screen" else "A"
    cells = [[{"x": x, "y": 0}, {"symbol": ch, "modifier": 0}] for x, ch in enumerate(text)]
    if SIN == "cell-outside":
        cells.append([{"x": width, "y": 0}, {"symbol": "B", "modifier": 0}])
    if SIN == "other-size":
        width -= 1
    return {"result": {"buffer": {"width": width, "height": height, "cells": cells}}}


def dispatch():
    if SIN == "cli-error":
        return {"error": {"code": -32603, "message": "no help"}}
    code = "zero" if SIN == "cli-text-code" else 0
    return {"result": {"stdout": encoded("hello\n"), "stderr": "", "exit_code": code}}


def answer(message):
    method = message["method"]
    if method == "plugin/init":
        return init(message)
    if method == "plugin/render" and not BARE:
        return render(message["params"])
    if method == "plugin/cli_dispatch" and not BARE:
        return dispatch()
    if method == "host/action/invoke" and SIN == "action-crash":
        sys.exit(5)
    if method == "plugin/shutdown":
        if SIN == "shutdown-refused":
            return {"error": {"code": -32603, "message": "not now"}}
        return {"result": {}}
    code = -32603 if SIN == "unknown-internal" else -32601
    return {"error": {"code": code, "message": "method not found: " + method}}


for message in iter(lambda: waiting.pop(0) if waiting else read(), None):
    if "method" not in message:
        continue
    if "id" not in message:
        if message["method"] == "plugin/handle_event" and message["params"]["payload"]:
            if SIN == "event-crash":
                sys.exit(6)
        if SIN == "answers-notification" and message["method"].startswith("plugin/conformance"):
            send(id=None, error={"code": -32601, "message": "method not found"})
        continue
    if SIN == "shutdown-silent" and message["method"] == "plugin/shutdown":
        continue
    send(id=message["id"], **answer(message))
if SIN == "stays":
    time.sleep(60)
leave(3 if SIN == "exit-3" else 0)
