"""What the plugins of the tests share: framing, replies, and calls to the host that wait for their reply."""
import base64
import json
import os
import sys
import threading

_in = sys.stdin.buffer
_out = sys.stdout.buffer
_lock = threading.Lock()


def raw(data):
    """Writes bytes as they are."""
    with _lock:
        _out.write(data)
        _out.flush()


def frame(body):
    raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)


def send(message):
    frame(json.dumps(message, ensure_ascii=False).encode())


def read():
    """The next message; None at the end of the input."""
    length = None
    while True:
        line = _in.readline()
        if not line:
            return None
        if line == b"\r\n":
            break
        name, value = line.split(b":")
        assert name == b"Content-Length" and value.startswith(b" "), line
        length = int(value)
    body = _in.read(length)
    message = json.loads(body)
    assert message["jsonrpc"] == "2.0"
    if "method" in message:
        assert isinstance(message.get("params"), dict), message
        assert "id" not in message or isinstance(message["id"], int), message
    else:
        assert ("result" in message) != ("error" in message), message
    return message


def b64(data):
    return base64.b64encode(data if isinstance(data, bytes) else data.encode()).decode()


def unb64(text):
    return base64.b64decode(text, validate=True)


def note(text):
    """Tells the test something: one line of standard error."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def name():
    return os.path.basename(os.path.dirname(os.path.abspath(sys.argv[0])))


class Plugin:
    """Answers what it has handlers for; everything else as the reference does."""

    def __init__(self):
        self.handlers = {}
        self.waiting = []
        self.last_id = 0
        self.on("plugin/init", lambda params: {"name": name(), "version": "1.0.0"})
        self.on("plugin/shutdown", lambda params: {})

    def on(self, method, handler):
        self.handlers[method] = handler

    def ask(self, method, params, id=None):
        """Calls the host and waits; what comes meanwhile is handled later, in order."""
        self.last_id += 1
        id = self.last_id if id is None else id
        send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
        while True:
            message = read()
            if message is None:
                sys.exit(0)
            if "method" not in message and message["id"] == id:
                return message
            self.waiting.append(message)

    def result(self, method, params):
        return self.ask(method, params)["result"]

    def error(self, method, params):
        reply = self.ask(method, params)
        return "%d %s" % (reply["error"]["code"], reply["error"]["message"]) if "error" in reply else "ok"

    def tell(self, method, params):
        send({"jsonrpc": "2.0", "method": method, "params": params})

    def publish(self, topic, data=""):
        self.tell("host/snapshot/publish", {"topic": topic, "payload": b64(data)})

    def next(self):
        return self.waiting.pop(0) if self.waiting else read()

    def serve(self):
        while True:
            message = self.next()
            if message is None:
                return
            if "method" not in message:
                continue
            handler = self.handlers.get(message["method"])
            if "id" not in message:
                if handler:
                    handler(message["params"])
                continue
            if handler is None:
                send({"jsonrpc": "2.0", "id": message["id"],
                      "error": {"code": -32601, "message": "method not found: " + message["method"]}})
                continue
            send({"jsonrpc": "2.0", "id": message["id"], "result": handler(message["params"])})
