#!/usr/bin/env python3
"""A sidecar that is a service: requests are POSTs, a stream comes back as server-sent events."""
import json
import queue
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

listeners = []
count = 0
SERVICES = [{"name": "Tally", "methods": [
    {"name": "add", "methodType": "Unary", "summary": "Adds one and tells the sum."},
    {"name": "countdown", "methodType": "ServerStreaming", "summary": "Three, two, one."}]}]


def tell(method, **params):
    event = json.dumps({"jsonrpc": "2.0", "method": method, "params": params})
    for listener in list(listeners):
        listener.put(event)


def countdown(stream):
    for n in (3, 2, 1):
        tell("$/stream/data", streamId=stream, message=json.dumps(n))
    tell("$/stream/end", streamId=stream, error=None)


def answer(method, params):
    global count
    if method == "initialize":
        return {"id": "tally", "name": "Tally (HTTP)", "protocolVersion": 1, "capabilities": {"channels": False}}
    if method == "discover":
        return SERVICES
    if method == "invoke":
        count += 1
        return {"response": json.dumps({"count": count}), "status": "OK"}
    if method == "invokeStream":
        threading.Thread(target=countdown, args=(params["streamId"],), daemon=True).start()
        return {"streamId": params["streamId"]}
    return "pong"  # ping; and a shutdown is ignored, since others may use this service too


class Sidecar(BaseHTTPRequestHandler):
    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        result = answer(request["method"], request.get("params", {}))
        body = json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        events = queue.Queue()
        listeners.append(events)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.end_headers()
        self.wfile.flush()
        try:
            while True:
                self.wfile.write(("data: " + events.get() + "\n\n").encode())
                self.wfile.flush()
        except OSError:
            listeners.remove(events)

    def log_message(self, *args):
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1]) if len(sys.argv) > 1 else 0), Sidecar)
server.daemon_threads = True
print("http://127.0.0.1:%d/" % server.server_port, flush=True)
server.serve_forever()
