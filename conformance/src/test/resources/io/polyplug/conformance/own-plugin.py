"""A plugin of the contract acme.greeter over lines, with one sin that its argument names."""
import json
import sys

SIN = sys.argv[1]
out = sys.stdout.buffer
calls = 0


def send(message):
    out.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
    out.flush()


def read():
    line = sys.stdin.buffer.readline()
    if not line:
        sys.exit(3 if SIN == "bad-exit" else 0)
    return json.loads(line)


def shout(text):
    global calls
    calls += 1
    send({"id": calls, "method": "shout", "params": [text]})
    answer = read()
    if "error" in answer:
        if SIN == "dies-when-denied":
            sys.exit(1)
        raise ValueError(answer["error"]["message"])
    return answer["result"]


def greet(name):
    if SIN == "wrong-result":
        return 5
    if SIN == "mangles":
        name = name.encode("ascii", "replace").decode()
    return "Hello, " + name + "!"


METHODS = {"greet": greet, "relay": shout}
if SIN == "no-relay":
    del METHODS["relay"]


def answer(request):
    method, params = request["method"], request.get("params")
    if method == "initialize":
        if SIN == "noise":
            out.write(b"starting up\n")
        return {"contract": "acme.greeter", "version": 2 if SIN == "other-version" else 1,
                "name": "sinner", "plugin_version": "1", "asks": ["shout"],
                "methods": list(METHODS)}
    if method == "shutdown":
        if SIN == "no-shutdown":
            raise ValueError("never")
        return None
    if method not in METHODS:
        if SIN == "unknown-is-null":
            return None
        raise LookupError(method)
    if SIN == "takes-anything" and not (isinstance(params, list) and params):
        return ""
    if not isinstance(params, list) or len(params) != 1 or not isinstance(params[0], str):
        raise ValueError("one text is expected")
    return METHODS[method](params[0])


while True:
    asked = read()
    try:
        send({"id": asked["id"], "result": answer(asked)})
    except LookupError as unknown:
        send({"id": asked["id"], "error": {"code": -32601, "message": f"method not found: {unknown}"}})
    except ValueError as failed:
        send({"id": asked["id"],
              "error": {"code": -32000, "message": str(failed), "data": {"code": "failed"}}})
