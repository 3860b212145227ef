"""A sidecar for tests: what it does is told by its arguments and by the methods that are called."""
import json
import os
import signal
import sys
import threading
import time

FLAGS = dict(arg.split("=", 1) for arg in sys.argv[1:] if "=" in arg)
lock = threading.Lock()
channels = {}


def line(text):
    with lock:
        sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
        sys.stdout.buffer.flush()


def send(message):
    line(json.dumps(message, ensure_ascii=False))


def reply(id, result):
    send({"jsonrpc": "2.0", "id": id, "result": result})


def error(id, code, message):
    send({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}})


def data(stream, message):
    send({"jsonrpc": "2.0", "method": "$/stream/data", "params": {"streamId": stream, "message": message}})


def end(stream, **more):
    send({"jsonrpc": "2.0", "method": "$/stream/end", "params": dict({"streamId": stream}, **more)})


def initialize(id, params):
    if "refuse" in FLAGS:
        return error(id, -32001, FLAGS["refuse"])
    if "exit-first" in FLAGS:
        sys.stderr.write("no database here\n")
        sys.stderr.flush()
        os._exit(int(FLAGS["exit-first"]))
    if "silent" in FLAGS:
        return
    result = {"id": FLAGS.get("id", params["expectedProtocolId"]), "name": FLAGS.get("name", "Test"), "iconSvg": "",
              "settings": json.loads(FLAGS.get("settings", "[]"))}
    if "old" not in FLAGS:
        result["protocolVersion"] = int(FLAGS.get("version", "1"))
        result["capabilities"] = {"channels": FLAGS.get("channels", "true") == "true"}
    result["seen"] = params
    reply(id, result)


def discover(id, params):
    if FLAGS.get("discover") == "none" and not params["serverUrl"]:
        return reply(id, [])
    if FLAGS.get("discover") == "error":
        return error(id, -32603, "the server does not answer")
    field = {"name": "text", "type": "string", "required": True}
    services = [{"name": "Echo", "package": "test", "source": "x", "methods": [
        {"name": "echo", "summary": "Gives back.", "inputType": {"name": "In", "fields": [field]}},
        {"name": "ticks", "methodType": "ServerStreaming"},
        {"name": "chat", "methodType": "Bidirectional"},
        {"name": "sum", "clientStreaming": True}]}]
    reply(id, services)


def invoke(id, params):
    method, messages = params["method"], params["jsonMessages"]
    if method == "echo":
        reply(id, {"response": messages[0], "durationMs": 0, "status": "OK",
                   "metadata": {"url": params["serverUrl"], "count": len(messages), "nothing": None, **params["metadata"]}})
    elif method == "raw":
        line('{"id":%d,"result":%s}' % (id, messages[0]))
    elif method == "fail":
        error(id, -32000, "ValueError: no")
    elif method == "exit":
        sys.stderr.write("leaving\n")
        sys.stderr.flush()
        os._exit(int(json.loads(messages[0])))
    elif method == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    elif method == "close-output":
        os.close(1)
    elif method == "environment":
        reply(id, {"response": json.dumps(dict(os.environ))})
    elif method == "pid":
        reply(id, {"response": str(os.getpid())})
    elif method == "child":
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            while True:
                time.sleep(1000)
        reply(id, {"response": str(child)})
    elif method == "noise":
        line("starting up...")
        line("")
        line("[1,2]")
        line('{"neither":1}')
        send({"jsonrpc": "2.0", "id": id, "method": "invoke", "result": 1})
        send({"jsonrpc": "2.0", "id": None, "result": 1})
        line('{"jsonrpc":"2.0","id":"%d","result":{"response":"\\"quiet\\""}}' % id)
    elif method == "hang":
        sys.stderr.write("hanging\n")
        sys.stderr.flush()
        while True:
            time.sleep(1000)
    elif method == "exit-later":
        reply(id, {"response": "{}"})
        os._exit(3)
    else:
        error(id, -32601, "no method " + method)


def pump(stream, method, count):
    if method == "big":
        for i in range(count):
            data(stream, "x" * 100000)
    else:
        for i in range(count):
            data(stream, json.dumps({"tick": i}))
    if method == "die":
        os._exit(7)
    elif method == "broken":
        end(stream, error={"code": -32050, "message": "source dried up", "more": 1})
    elif method == "ticks":
        end(stream)
        data(stream, "too late")
    elif method == "null":
        end(stream, error=None)
    elif method != "open":
        end(stream)


def invoke_stream(id, params):
    stream, method = params["streamId"], params["method"]
    count = json.loads(params["jsonMessages"][0])
    if method == "refused":
        return error(id, -32601, "streams are not supported")
    if method == "outdated":
        return reply(id, {"streamId": "mine"})
    if method == "early":
        pump(stream, "ticks", count)
        return reply(id, {"streamId": stream})
    if method == "odd":
        reply(id, None)
        data(stream, {"a": 1})
        data(stream, None)
        data(stream, "plain text")
        data("somebody-elses", "never")
        return end(stream)
    reply(id, {"streamId": stream})
    threading.Thread(target=pump, args=(stream, method, count), daemon=True).start()


def channel_notice(channel, method, **more):
    send({"jsonrpc": "2.0", "method": "$/channel/" + method, "params": dict({"channelId": channel}, **more)})


def open_channel(id, params):
    channel = params["channelId"]
    if params["method"] == "refused":
        return error(id, -32000, "no room")
    channels[channel] = params["method"]
    channel_notice(channel, "data", message='"hello"')
    reply(id, None)
    if params["method"] == "closes":
        channel_notice(channel, "closed")
    if params["method"] == "breaks":
        channel_notice(channel, "closed", error={"code": -32051, "message": "line cut"})


def channel_send(id, params):
    channel, message = params["channelId"], params["message"]
    if message == '"refuse"':
        return error(id, -32000, "channel is gone")
    if message == '"die"':
        os._exit(5)
    reply(id, None)
    channel_notice(channel, "data", message=message)


def channel_close(id, params):
    reply(id, {})
    channel_notice(params["channelId"], "data", message='"after close"')
    if channels.get(params["channelId"]) != "lingers":
        channel_notice(params["channelId"], "closed")


HANDLERS = {"initialize": initialize, "discover": discover, "invoke": invoke, "invokeStream": invoke_stream,
            "openChannel": open_channel, "channel.send": channel_send, "channel.close": channel_close}

for text in sys.stdin.buffer:
    if any(byte > 126 or (byte < 32 and byte != 10) for byte in text):
        sys.stderr.write("not ASCII\n")
        os._exit(99)
    request = json.loads(text)
    if "method" not in request:
        continue
    id, method = request["id"], request["method"]
    if "trace" in FLAGS:
        with open(FLAGS["trace"], "a") as file:
            file.write(text.decode())
    if method == "ping":
        if "deaf" not in FLAGS:
            reply(id, "pong")
    elif method == "shutdown":
        if "ignore-shutdown" not in FLAGS:
            reply(id, True)
        if FLAGS.get("shutdown", "exit") == "exit":
            break
    elif method in HANDLERS:
        HANDLERS[method](id, request.get("params", {}))
    else:
        error(id, -32601, "unknown")

if "stay" in FLAGS:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        time.sleep(1000)
if "trace" in FLAGS:
    with open(FLAGS["trace"], "a") as file:
        file.write("end\n")
