"""A sidecar for tests: it floods, falls silent, fails, dies, echoes, and notes what it was told to give up."""
import json
import os
import sys
import threading

lock = threading.Lock()
METHODS = [("echo", "Unary"), ("wait", "Unary"), ("refuse", "Unary"), ("flood", "ServerStreaming"),
           ("silent", "ServerStreaming"), ("broken", "ServerStreaming"), ("form", "Unary"), ("letter", "Unary"),
           ("collect", "ClientStreaming"), ("envelope", "Unary"), ("die", "Unary")]
# What a description may hold, and what it may not do.
LETTER = """Writes a *letter* of **great** length, with `code_of_honour` and <script>window.owned=1</script>.

- to [the host](https://example.org/a?b=1)
  1. today
  2. or _later_
- not to [nobody](javascript:window.owned=1)

```json
{"dear": "*host*"}
```
"""
FORM = {"name": "Form", "fields": [{"name": "title", "type": "string", "required": True, "description": "In **few** words"}, {"name": "labels", "type": "string", "isMap": True},
                                   {"name": "picture", "type": "bytes"}]}
MORE = {"form": {"inputType": FORM, "deprecated": True}, "collect": {"inputType": {"name": "One", "fields": [{"name": "n", "type": "int32"}]}},
        "letter": {"summary": LETTER}}
SERVICES = [{"name": "Talk", "methods": [{"name": name, "methodType": kind, "summary": name, **MORE.get(name, {})} for name, kind in METHODS]}]
# A picture that tries to do something, too.
ICON = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" onload="window.owned=1"><script>window.owned=1</script>'
        '<path d="M3 4h18v12H9l-6 5z" fill="#3b6fd4"/><image href="http://127.0.0.1:9/x.png"/></svg>')


asked_there = []


def services(url):
    if "half" in url:
        return SERVICES + [{"methods": []}]
    if "changing" in url:
        asked_there.append(url)
        if len(asked_there) > 1:
            kept = [{**it, "summary": "echoes"} if it["name"] == "echo" else it for it in SERVICES[0]["methods"] if it["name"] != "die"]
            return [{"name": "Talk", "methods": kept + [{"name": "fresh", "methodType": "Unary"}]}]
    return SERVICES


def write(text):
    with lock:
        sys.stdout.write(text)
        sys.stdout.flush()


def send(message):
    write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")


def data(stream, message):
    return json.dumps({"jsonrpc": "2.0", "method": "$/stream/data", "params": {"streamId": stream, "message": message}}) + "\n"


def end(stream, error=None):
    send({"method": "$/stream/end", "params": {"streamId": stream, "error": error}})


def flood(stream, count):
    for start in range(0, count, 1000):
        write("".join(data(stream, json.dumps({"n": n})) for n in range(start, min(start + 1000, count))))
    end(stream)


def broken(stream):
    write(data(stream, "1"))
    end(stream, {"code": -32000, "message": "the pipe burst"})


def answer(method, params):
    if method == "initialize":
        return {"id": "talker", "name": "Talker", "iconSvg": ICON, "protocolVersion": 1, "capabilities": {"channels": False}}
    if method == "discover":
        url = params.get("serverUrl") or ""
        return [] if "nothing" in url else services(url)
    if method == "invoke":
        if params["method"] == "die":
            print("it hurts", file=sys.stderr, flush=True)
            os._exit(7)
        if params["method"] == "letter":
            return {"response": "Dear host,\nall is well.", "status": "OK"}
        if params["method"] == "collect":
            return {"response": json.dumps(len(params["jsonMessages"])), "status": "OK"}
        if params["method"] == "envelope":
            return {"response": json.dumps({"url": params.get("serverUrl"), "metadata": params.get("metadata")}), "status": "OK"}
        if params["method"] == "refuse":
            return {"response": json.dumps({"why": "closed"}), "status": "Unavailable"}
        return {"response": params["jsonMessages"][0], "status": "OK"}
    if method == "invokeStream":
        stream, asked = params["streamId"], json.loads(params["jsonMessages"][0])
        if params["method"] == "flood":
            threading.Thread(target=flood, args=(stream, asked["count"]), daemon=True).start()
        elif params["method"] == "broken":
            broken(stream)
        else:
            print("silent begins", file=sys.stderr, flush=True)
        return {"streamId": stream}
    return "pong"


for line in sys.stdin:
    request = json.loads(line)
    method, params = request["method"], request.get("params", {})
    if "id" not in request:
        print("told " + method, file=sys.stderr, flush=True)
    elif method == "invoke" and params["method"] == "wait":
        print("waiting", file=sys.stderr, flush=True)
    else:
        print("asked " + method, file=sys.stderr, flush=True)
        send({"id": request["id"], "result": answer(method, params)})
    if method == "shutdown":
        break
