"""A sidecar for tests of the running host."""
import json
import os
import sys
import threading
import time

lock = threading.Lock()


def send(message):
    with lock:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def notice(method, **params):
    send({"jsonrpc": "2.0", "method": method, "params": params})


def ticks(stream, count):
    for i in range(count):
        notice("$/stream/data", streamId=stream, message=json.dumps({"tick": i}))
    if count:
        return notice("$/stream/end", streamId=stream)
    tick = 0
    while True:
        notice("$/stream/data", streamId=stream, message=json.dumps({"tick": tick}))
        tick += 1
        time.sleep(0.01)


def answer(method, params):
    if method == "initialize":
        sys.stderr.write("hello \x1b[31mred\n")
        sys.stderr.flush()
        return {"id": params["expectedProtocolId"], "name": "Test", "protocolVersion": 1}
    if method == "discover":
        methods = [{"name": "echo"}, {"name": "pid"}, {"name": "hang"},
                   {"name": "ticks", "methodType": "ServerStreaming"},
                   {"name": "chat", "methodType": "Duplex"}]
        return [{"name": "Echo", "methods": methods}]
    if method == "invoke":
        if params["method"] == "pid":
            return {"response": str(os.getpid())}
        if params["method"] == "hang":
            sys.stderr.write("hanging\n")
            sys.stderr.flush()
            time.sleep(1000)
        return {"response": params["jsonMessages"][0], "metadata": params["metadata"]}
    if method == "invokeStream":
        count = json.loads(params["jsonMessages"][0]).get("count", 0)
        threading.Thread(target=ticks, args=(params["streamId"], count), daemon=True).start()
        return {"streamId": params["streamId"]}
    if method == "channel.send":
        notice("$/channel/data", channelId=params["channelId"], message=params["message"])
    if method == "channel.close":
        notice("$/channel/closed", channelId=params["channelId"])
    return "pong" if method == "ping" else None


for line in sys.stdin:
    request = json.loads(line)
    send({"jsonrpc": "2.0", "id": request["id"], "result": answer(request["method"], request.get("params"))})
    if request["method"] == "shutdown":
        break

if os.path.exists(os.path.join(os.path.dirname(__file__), "stubborn")):
    sys.stderr.write("staying\n")
    sys.stderr.flush()
    time.sleep(1000)
