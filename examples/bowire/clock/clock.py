#!/usr/bin/env python3
"""A sidecar with a unary method and a stream: one JSON-RPC message per line, in and out."""
import json
import sys
import threading
import time

lock = threading.Lock()
INT = {"name": "count", "type": "int32", "description": "How many ticks; 3 unless given."}
SERVICES = [{"name": "Clock", "methods": [
    {"name": "now", "methodType": "Unary", "summary": "The time in UTC."},
    {"name": "ticks", "methodType": "ServerStreaming", "summary": "Counts, ten a second.",
     "inputType": {"name": "Ticks", "fields": [INT]}}]}]


def send(message):
    with lock:  # streams have threads of their own
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def ticks(stream, count):
    for n in range(1, count + 1):
        send({"method": "$/stream/data", "params": {"streamId": stream, "message": json.dumps({"tick": n})}})
        time.sleep(0.1)
    send({"method": "$/stream/end", "params": {"streamId": stream, "error": None}})


def answer(method, params):
    if method == "initialize":
        return {"id": "clock", "name": "Clock (Python)", "iconSvg": "", "settings": [], "protocolVersion": 1,
                "capabilities": {"discover": True, "invoke": True, "invokeStream": True, "channels": False}}
    if method == "discover":
        return SERVICES
    if method == "invoke" and params["method"] == "now":
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        return {"response": json.dumps({"utc": now}), "status": "OK"}
    if method == "invokeStream" and params["method"] == "ticks":
        count = json.loads(params["jsonMessages"][0]).get("count", 3)
        threading.Thread(target=ticks, args=(params["streamId"], count), daemon=True).start()
        return {"streamId": params["streamId"]}
    if method in ("ping", "shutdown"):
        return "pong" if method == "ping" else True
    raise LookupError("no method " + params.get("method", method))


for line in sys.stdin:
    request = json.loads(line)
    try:
        send({"id": request["id"], "result": answer(request["method"], request.get("params", {}))})
    except Exception as problem:
        code = -32601 if isinstance(problem, LookupError) else -32000
        send({"id": request["id"], "error": {"code": code, "message": str(problem)}})
    if request["method"] == "shutdown":
        break
