"""A sidecar for tests: many unary methods, a stream and a channel. Arguments: how many methods, its id."""
import json
import os
import sys
import threading

lock = threading.Lock()
many = int(sys.argv[1])
channels = {}


def method(name, kind, fields=()):
    return {"name": name, "methodType": kind, "summary": name + " it", "inputType": {"name": "In", "fields": list(fields)}}


COUNT = {"name": "count", "type": "int32", "description": "How many."}
METHODS = [method("echo%d" % n, "Unary") for n in range(many)] + [
    method("fail", "Unary"), method("exit", "Unary"), method("hang", "Unary"),
    method("count", "ServerStreaming", [COUNT]), method("shout", "Duplex")]


def send(message):
    with lock:
        print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)


def note(method, **params):
    send({"method": method, "params": params})


def count(stream, end):
    for n in range(1, end + 1):
        note("$/stream/data", streamId=stream, message=json.dumps({"n": n}))
    note("$/stream/end", streamId=stream, error=None)


def answer(method, params):
    called = params.get("method", "")
    if method == "initialize":
        return {"id": sys.argv[2], "name": "Desk", "iconSvg": "", "settings": [], "protocolVersion": 1,
                "capabilities": {"discover": True, "invoke": True, "invokeStream": True, "channels": True}}
    if method == "discover":
        return [{"name": "Desk", "methods": METHODS}]
    if method == "invoke":
        if called == "fail":
            raise RuntimeError("out of ink")
        if called == "exit":
            print("leaving", file=sys.stderr, flush=True)
            os._exit(3)
        if called == "hang":
            print("hanging", file=sys.stderr, flush=True)
            return None
        return {"response": json.dumps({"method": called, "got": json.loads(params["jsonMessages"][0])}), "status": "OK"}
    if method == "invokeStream":
        end = json.loads(params["jsonMessages"][0]).get("count", 3)
        threading.Thread(target=count, args=(params["streamId"], end), daemon=True).start()
        return {"streamId": params["streamId"]}
    if method == "openChannel":
        return {"channelId": params["channelId"]}
    if method == "channel.send":
        text = json.loads(params["message"])
        note("$/channel/data", channelId=params["channelId"], message=json.dumps({"shout": str(text).upper()}))
        return {"ok": True}
    if method == "channel.close":
        note("$/channel/closed", channelId=params["channelId"], error=None)
        return {"ok": True}
    return "pong" if method == "ping" else True


for line in sys.stdin:
    request = json.loads(line)
    try:
        result = answer(request["method"], request.get("params") or {})
        if result is not None:
            send({"id": request["id"], "result": result})
    except Exception as problem:
        send({"id": request["id"], "error": {"code": -32000, "message": str(problem)}})
    if request["method"] == "shutdown":
        break
