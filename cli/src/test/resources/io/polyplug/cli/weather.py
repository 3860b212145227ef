#!/usr/bin/env python3
"""A plugin of the contract ainb: screens that tell their size and keys, and a namespace with a few words."""
import base64
import json
import os
import sys


def send(message):
    body = json.dumps(dict(message, jsonrpc="2.0")).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def read():
    length = 0
    for line in sys.stdin.buffer:
        if line == b"\r\n":
            return json.loads(sys.stdin.buffer.read(length))
        length = int(line.split(b":")[1])
    return None


def b64(data):
    return base64.b64encode(data if isinstance(data, bytes) else data.encode()).decode()


def publish(topic, payload):
    send({"method": "host/snapshot/publish", "params": {"topic": topic, "payload": b64(payload)}})


me = os.path.basename(os.path.dirname(os.path.abspath(sys.argv[0])))
keys = []


def render(params):
    width, height = params["viewport"]["width"], params["viewport"]["height"]
    text = "%s %dx%d [%s]" % (me, width, height, "".join(keys))
    cells = [[{"x": x, "y": 0}, {"symbol": c, "fg": {"r": 255, "g": 215, "b": 0}, "modifier": 0}]
             for x, c in enumerate(text)]
    return {"buffer": {"width": width, "height": height, "cells": cells}}


def cli(params):
    argv = params["argv"]
    word = argv[0] if argv else ""
    out, err, code = json.dumps([me, params["namespace"]] + argv) + "\n", "", 0
    if word == "bytes":
        out, err = b"\x00\xff\xfeout", b"\x1b[0m\x80err"
    elif word == "exit":
        out, err, code = "bye\n", "because\n", int(argv[1])
    elif word == "crash":
        sys.stderr.write("last words\n")
        sys.stderr.flush()
        os._exit(7)
    elif word == "publish":
        out = ""
        for payload in argv[2:]:
            publish(argv[1], payload)
    elif word == "binary":
        out = ""
        publish(argv[1], b"\xff\x00")
    return {"stdout": b64(out), "stderr": b64(err), "exit_code": code}


sys.stderr.write("hello from " + me + "\n")
sys.stderr.flush()
while True:
    message = read()
    if message is None:
        break
    method, params = message.get("method"), message.get("params")
    if method == "plugin/handle_key":
        keys.append(params["key"]["code"].get("ch", "?"))
    if "id" not in message or method is None:
        continue
    if method == "plugin/init":
        result = {"name": me, "version": "1.0.0"}
    elif method == "plugin/render":
        result = render(params)
    elif method == "plugin/cli_dispatch":
        result = cli(params)
        if params["argv"][:1] == ["refuse"]:
            send({"id": message["id"], "error": {"code": -32602, "message": "not like this"}})
            continue
    else:
        result = {}
    send({"id": message["id"], "result": result})
