"""A sidecar with one of everything, and the one sin that it is told to commit."""
import json
import os
import sys
import threading

SIN = sys.argv[1] if len(sys.argv) > 1 else ""
pings = 0
first_stream = None


def write(text):
    sys.stdout.buffer.write(text.encode() + b"\n")
    sys.stdout.buffer.flush()


def send(message):
    write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False))


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def initialize(params):
    if SIN == "no-restart" and "conformance" not in params["hostVersion"]:
        if os.path.exists("running"):
            raise Failure(-32000, "it runs already")
        open("running", "w").close()
    if SIN == "strict-params" and "conformanceText" in params:
        raise Failure(-32602, "unknown member conformanceText")
    result = {"id": "echo", "name": "Echo", "iconSvg": "", "protocolVersion": 1,
              "settings": [{"key": "depth", "label": "Depth", "type": "number", "defaultValue": 3}],
              "capabilities": {"discover": True, "invoke": True, "invokeStream": True, "channels": True}}
    if SIN == "capability-words":
        result["capabilities"]["channels"] = "yes"
    if SIN == "version-2":
        result["protocolVersion"] = 2
    if SIN == "other-id":
        result["id"] = "other"
    if SIN == "setting-type":
        result["settings"][0]["type"] = "colour"
    return result


def discover(params):
    methods = [{"name": "echo", "methodType": "Unary", "inputType": {"name": "In", "fields": [{"name": "text"}]}},
               {"name": "count", "methodType": "ServerStreaming"},
               {"name": "talk", "methodType": "Duplex"}]
    if SIN == "nameless-method":
        methods.append({"methodType": "Unary"})
    if SIN == "flag-words":
        methods[0]["deprecated"] = "no"
    services = [{"name": "Echo", "methods": methods}]
    if SIN == "services-text":
        return "Echo"
    return {"services": services} if SIN == "services-object" else services


def invoke(params):
    if SIN == "any-service" or params["service"] == "Echo" and params["method"] == "echo":
        message = params["jsonMessages"][0]
        if SIN == "short-lines" and len(message) > 100_000:
            os._exit(3)
        if SIN == "ascii":
            message = json.dumps(json.loads(message), ensure_ascii=False).encode("ascii", "replace").decode()
        if SIN == "result-text":
            return message
        return {"response": message, "durationMs": 0, "status": 200 if SIN == "status-number" else "OK", "metadata": {}}
    raise Failure(-32000, "no such service")


def count(stream):
    for n in (1, 2, 3):
        send({"method": "$/stream/data", "params": {"streamId": stream, "message": json.dumps(n)}})
    send({"method": "$/stream/end", "params": {"streamId": stream, "error": None}})
    if SIN == "two-ends":
        send({"method": "$/stream/end", "params": {"streamId": stream, "error": None}})


def invoke_stream(params):
    global first_stream
    stream = params["streamId"]
    first_stream = first_stream or stream
    if SIN == "own-stream-id":
        stream = "mine"
    if SIN == "mixed-streams":
        stream = first_stream
    count(stream)
    return None if SIN == "mixed-streams" else {"streamId": stream}


def channel_close(params):
    send({"method": "$/channel/closed", "params": {"channelId": params["channelId"]}})
    if SIN == "late-data":
        channel_send({**params, "message": "late"})


def channel_send(params):
    send({"method": "$/channel/data", "params": {"channelId": params["channelId"], "message": params["message"]}})


def ping(params):
    global pings
    pings += 1
    if SIN == "ping-error":
        raise Failure(-32000, "not now")
    return "pong"


METHODS = {"initialize": initialize, "discover": discover, "invoke": invoke, "invokeStream": invoke_stream,
           "openChannel": lambda params: None, "channel.send": channel_send, "channel.close": channel_close,
           "ping": ping, "shutdown": lambda params: True}


def answer(request):
    method = METHODS.get(request["method"])
    if method is None:
        raise Failure(-32603 if SIN == "unknown-internal" else -32601, "no method " + request["method"])
    return method(request.get("params", {}))


if SIN == "banner":
    write("Echo 1.0 is ready")
for line in sys.stdin:
    request = json.loads(line)
    if "method" not in request:
        continue
    number = request["id"]
    try:
        reply = {"result": answer(request)}
    except Failure as failure:
        reply = {"error": {"code": failure.code, "message": str(failure)}}
    if SIN == "confused-ids" and pings == 7:
        number -= 1
    if SIN == "string-ids":
        number = str(number)
    if SIN == "asks-host" and request["method"] == "ping":
        send({"id": 7, "method": "host/config", "params": {}})
    send({"id": number, **reply})
    if request["method"] == "shutdown" and SIN == "lingers":
        break
    if request["method"] == "shutdown":
        sys.exit(0)
if SIN == "lingers" or SIN == "stays":
    threading.Event().wait()
