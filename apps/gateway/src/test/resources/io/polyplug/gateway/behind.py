"""An MCP server that changes its tools, tells its progress and fails with an image."""
import json
import os
import sys

tools = ["change", "steps", "fail", "bare", "told", "list"]
FURTHER = {
    "told": {
        "title": "Told", "annotations": {"readOnlyHint": True, "title": "Told"},
        "outputSchema": {"type": "object", "properties": {"n": {"type": "number"}}},
        "icons": [{"src": "data:,"}], "_meta": {"a/b": 1}, "execution": {"taskSupport": "required"}},
    "list": {"outputSchema": {"type": "array"}},
}


def send(message):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
    sys.stdout.flush()


def call(request):
    params = request["params"]
    content = [{"type": "text", "text": "walked"}]
    result = {"content": content}
    if params["name"] == "change":
        tools.append("more")
        send({"method": "notifications/tools/list_changed"})
    elif params["name"] == "steps":
        token = params.get("_meta", {}).get("progressToken")
        for step in (1, 1, 2):
            send({"method": "notifications/progress", "params": {
                "progressToken": token, "progress": step, "total": 2, "message": "step %d" % step}})
    elif params["name"] == "told":
        result["structuredContent"] = {"n": 1.50, "more": [None, "\u00e9"]}
        result["_meta"] = {"a/b": 2, "io.modelcontextprotocol/serverInfo": {"name": "behind"}}
    elif params["name"] == "list":
        result["structuredContent"] = [1, 2]
    elif params["name"] == "bare":
        content[0]["text"] = json.dumps(params["arguments"])
    elif params["name"] == "fail":
        content[0]["text"] = "no such file"
        content.append({"type": "image", "data": "", "mimeType": "image/png"})
        result["isError"] = True
    send({"id": request["id"], "result": result})


if "WAIT_FOR" in os.environ and not os.path.exists(os.environ["WAIT_FOR"]):
    sys.exit("not yet")
for line in sys.stdin:
    request = json.loads(line)
    method = request.get("method")
    if method == "initialize":
        send({"id": request["id"], "result": {
            "protocolVersion": "2025-11-25", "capabilities": {"tools": {"listChanged": True}},
            "serverInfo": {"name": "behind", "version": "1"}}})
    elif method == "tools/list":
        send({"id": request["id"], "result": {
            "tools": [{"name": name, "inputSchema": {} if name == "bare" else {"type": "object"},
                       **FURTHER.get(name, {})} for name in tools]}})
    elif method == "tools/call":
        call(request)
    elif "id" in request:
        send({"id": request["id"], "error": {"code": -32601, "message": "no such method"}})
