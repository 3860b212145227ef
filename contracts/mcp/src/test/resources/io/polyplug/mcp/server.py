"""A scripted MCP server over standard streams. Flags say how it differs from a good one.

It speaks the legacy revisions unless "modern" is given. "trace=FILE" keeps every line it reads.
"""
import json
import os
import sys
import threading
import time

flags = dict(f.split("=", 1) if "=" in f else (f, "") for f in sys.argv[1:])
lock = threading.Lock()
trace = open(flags["trace"], "a") if "trace" in flags else None
modern = "modern" in flags
waiting = {}
listens = []
asked = 0
cancelled = threading.Event()
tools = [{"name": "echo", "title": "Echo", "description": "Says it again.",
          "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}}]


def send(message):
    with lock:
        sys.stdout.write(json.dumps(message) + "\n")
        sys.stdout.flush()


def raw(text):
    with lock:
        sys.stdout.write(text)
        sys.stdout.flush()


def result(request, value):
    if modern:
        value = {"resultType": "complete", **value}
    send({"jsonrpc": "2.0", "id": request["id"], "result": value})


def error(request, code, message, data=None):
    body = {"code": code, "message": message}
    if data is not None:
        body["data"] = data
    send({"jsonrpc": "2.0", "id": request["id"], "error": body})


def notify(method, params=None):
    message = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        message["params"] = params
    send(message)


def text(value):
    return {"content": [{"type": "text", "text": value}]}


def ask(method, params, id="q1"):
    """Asks the client, as legacy servers do, and waits for its reply."""
    slot = waiting[id] = [threading.Event(), None]
    send({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
    slot[0].wait(60)
    return slot[1]


def capabilities():
    caps = {"tools": {}, "prompts": {}, "resources": {"subscribe": True}, "completions": {}, "logging": {}}
    if "list_changed" in flags:
        caps["tools"]["listChanged"] = True
    if "no_tools" in flags:
        del caps["tools"]
    return caps


def call(request):
    global asked
    params = request["params"]
    name = params["name"]
    arguments = params.get("arguments", {})
    if name == "echo":
        result(request, text(arguments.get("text", "")))
    elif name == "meta":
        result(request, {"content": [], "structuredContent": params.get("_meta")})
    elif name == "structured":
        result(request, {"content": [{"type": "text", "text": "{}"}], "structuredContent": {"n": 1.50}, "_meta": {"x": 1}})
    elif name == "two":
        result(request, {"content": [{"type": "text", "text": "a"}, {"type": "image", "data": "", "mimeType": "image/png"}]})
    elif name == "fail":
        result(request, {"content": [{"type": "text", "text": "no such file"}], "isError": True})
    elif name == "environment":
        result(request, {"content": [], "structuredContent": dict(os.environ)})
    elif name == "folder":
        result(request, text(os.getcwd()))
    elif name == "silent":
        pass
    elif name == "die":
        sys.stderr.write("a last word\n")
        sys.stderr.flush()
        os._exit(3)
    elif name == "odd":
        send({"jsonrpc": "2.0", "id": request["id"], "result": json.loads(arguments["text"])})
    elif name == "wrong_id":
        send({"jsonrpc": "2.0", "id": 999999, "result": text("not yours")})
        send({"jsonrpc": "2.0", "id": str(request["id"]), "result": text("nor this")})
        result(request, text("yours"))
    elif name == "progress":
        token = params["_meta"]["progressToken"]
        for i in range(1, 4):
            notify("notifications/progress", {"progressToken": token, "progress": i, "total": 3, "message": "step %d" % i})
        result(request, text("done"))
    elif name == "slow_progress":
        token = params["_meta"]["progressToken"]
        for i in range(1, 9):
            time.sleep(arguments.get("every", 0.25))
            notify("notifications/progress", {"progressToken": token, "progress": i})
        result(request, text("done"))
    elif name == "log":
        notify("notifications/message", {"level": "warning", "logger": "db", "data": "it is full"})
        notify("notifications/message", {"level": "debug", "data": {"n": 1}})
        result(request, text("logged"))
    elif name == "change":
        tools.append({"name": "more", "inputSchema": {"type": "object"}})
        changed()
        result(request, text("changed"))
    elif name == "storm":
        for _ in range(1000):
            changed()
        result(request, text("told"))
    elif name == "ask":
        reply = ask(arguments["method"], arguments.get("params", {}))
        result(request, {"content": [], "structuredContent": reply})
    elif name == "ask_and_cancel":
        threading.Thread(target=ask, args=("elicitation/create", {"message": "?", "requestedSchema": {"type": "object", "properties": {}}}, "q7"), daemon=True).start()
        result(request, text("asked"))
    elif name == "cancel_question":
        notify("notifications/cancelled", {"requestId": "q7"})
        result(request, text("cancelled"))
    elif name == "was_cancelled":
        cancelled.wait(30)
        result(request, text(str(cancelled.is_set())))
    elif name == "input":
        asked += 1
        need = int(arguments.get("rounds", 1))
        if "inputResponses" in params or "requestState" in params:
            done = int(params.get("requestState", "0")) + 1
        else:
            done = 0
        if done >= need:
            result(request, {"content": [], "structuredContent": {"responses": params.get("inputResponses"), "state": params.get("requestState")}})
        else:
            send({"jsonrpc": "2.0", "id": request["id"], "result": {
                "resultType": "input_required", "requestState": str(done),
                "inputRequests": {"who": {"method": arguments.get("method", "elicitation/create"), "params": {
                    "mode": "form", "message": "Who?", "requestedSchema": {"type": "object", "properties": {
                        "name": {"type": "string", "default": "nobody"}}}}}}}})
    else:
        error(request, -32602, "Unknown tool: " + name)


def changed():
    if not modern:
        notify("notifications/tools/list_changed")
    for listen in listens:
        if listen["params"]["notifications"].get("toolsListChanged"):
            notify("notifications/tools/list_changed", {"_meta": {"io.modelcontextprotocol/subscriptionId": listen["id"]}})


def listing(request):
    cursor = request.get("params", {}).get("cursor")
    if "endless" in flags:
        n = int(cursor or 0) + 1
        result(request, {"tools": [{"name": "t%d" % n, "inputSchema": {"type": "object"}}], "nextCursor": str(n)})
    elif "circle" in flags:
        result(request, {"tools": [{"name": "t" + str(cursor), "inputSchema": {"type": "object"}}], "nextCursor": "same"})
    elif "slow_pages" in flags:
        n = int(cursor or 0) + 1
        if n < 3:
            result(request, {"tools": [{"name": "t%d" % n, "inputSchema": {"type": "object"}}], "nextCursor": str(n)})
    elif "many" in flags:
        result(request, {"tools": [{"name": "t%d" % n, "inputSchema": {}} for n in range(20000)]})
    elif "pages" in flags:
        n = int(cursor or 0)
        page = {"tools": [{"name": "p%d" % n, "inputSchema": {"type": "object"}}]}
        if n < 2:
            page["nextCursor"] = str(n + 1)
        result(request, page)
    elif "bad_list" in flags:
        result(request, {"tools": "none"})
    else:
        page = {"tools": tools}
        if "ttl" in flags:
            page["ttlMs"] = int(flags["ttl"])
        result(request, page)


def handle(request):
    method = request.get("method")
    params = request.get("params", {})
    if method == "initialize":
        if "no_initialize" in flags or (modern and "dual" not in flags):
            error(request, -32601, "no such method")
        elif "silent_initialize" not in flags:
            result(request, {"protocolVersion": flags.get("version", params["protocolVersion"]), "capabilities": capabilities(),
                             "serverInfo": {"name": "scripted", "title": "Scripted", "version": "1.2.3"}, "instructions": "Be kind."})
    elif method == "server/discover":
        if "exit_on_probe" in flags:
            os._exit(1)
        elif "silent_probe" in flags:
            pass
        elif "unsupported" in flags:
            error(request, -32022, "Unsupported protocol version", {"supported": flags["unsupported"].split(","), "requested": "2026-07-28"})
        elif modern:
            result(request, {"supportedVersions": flags.get("versions", "2026-07-28").split(","), "capabilities": capabilities(), "instructions": "Be kind.",
                             "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "scripted", "version": "1.2.3"}}, "ttlMs": 0, "cacheScope": "public"})
        else:
            error(request, int(flags.get("probe_code", "-32601")), "Method not found")
    elif method == "ping":
        result(request, {})
    elif method == "tools/list":
        listing(request)
    elif method == "tools/call":
        call(request)
    elif method == "resources/list":
        result(request, {"resources": [{"uri": "test://a", "name": "a"}]})
    elif method == "resources/templates/list":
        result(request, {"resourceTemplates": [{"uriTemplate": "test://{x}", "name": "x"}]})
    elif method == "resources/read":
        result(request, {"contents": [{"uri": params["uri"], "text": "content of " + params["uri"]}]})
    elif method == "resources/subscribe":
        result(request, {})
        notify("notifications/resources/updated", {"uri": params["uri"]})
    elif method == "resources/unsubscribe":
        result(request, {})
    elif method == "subscriptions/listen":
        listens.append(request)
        meta = {"io.modelcontextprotocol/subscriptionId": request["id"]}
        notify("notifications/subscriptions/acknowledged", {"_meta": meta, "notifications": params["notifications"]})
        for uri in params["notifications"].get("resourceSubscriptions", []):
            notify("notifications/resources/updated", {"uri": uri, "_meta": meta})
        if "end_listen" in flags or ("end_first_listen" in flags and len(listens) == 1):
            notify("notifications/cancelled", {"requestId": request["id"]})
    elif method == "prompts/list":
        result(request, {"prompts": [{"name": "greet"}]})
    elif method == "prompts/get":
        result(request, {"messages": [{"role": "user", "content": {"type": "text", "text": "Hello " + params["arguments"]["who"]}}]})
    elif method == "completion/complete":
        result(request, {"completion": {"values": [params["argument"]["value"] + "s", json.dumps(params["ref"], sort_keys=True)], "hasMore": False}})
    elif method == "logging/setLevel":
        result(request, {})
    elif "id" in request:
        error(request, -32601, "Method not found")


if "banner" in flags:
    for i in range(int(flags["banner"])):
        print("Welcome %d" % i)
    sys.stdout.flush()
if "exit" in flags:
    sys.stderr.write("cannot find my configuration\n")
    sys.exit(int(flags["exit"]))
if "huge" in flags:
    raw("x" * (17 << 20) + "\n")
sys.stderr.write("ready\n")
sys.stderr.flush()

for line in sys.stdin:
    if trace:
        trace.write(line)
        trace.flush()
    message = json.loads(line)
    if "method" not in message:
        slot = waiting.pop(message.get("id"), None)
        if slot:
            slot[1] = {k: message[k] for k in ("result", "error") if k in message}
            slot[0].set()
    elif message["method"] == "notifications/cancelled":
        cancelled.set()
    elif message["method"] == "tools/call" and message["params"]["name"] in ("ask", "slow_progress", "was_cancelled"):
        threading.Thread(target=call, args=(message,), daemon=True).start()
    else:
        handle(message)
if trace:
    trace.write("end of input\n")
    trace.close()
if "stay" in flags:
    time.sleep(600)
