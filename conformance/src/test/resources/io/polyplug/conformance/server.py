"""An MCP server with one of everything, for clients of both eras, and the one sin that it is told to commit."""
import json
import signal
import sys
import threading

SIN = sys.argv[1] if len(sys.argv) > 1 else ""
LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
MODERN = "2026-07-28"
VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = {"tools": {}, "resources": {}, "prompts": {}}
TOOLS = [{"name": "say", "description": "Says it again.",
          "inputSchema": {"type": "object", "properties": {"text": {"type": "string"}}}},
         {"name": "nod", "inputSchema": {"type": "object"}}]
if SIN == "same-names":
    TOOLS[1]["name"] = "say"
if SIN == "schema-array":
    TOOLS[1]["inputSchema"] = {"type": "array"}
if SIN == "stubborn":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def write(line):
    sys.stdout.buffer.write(line.encode() + b"\n")
    sys.stdout.buffer.flush()


def send(message):
    write(json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False))


def initialize(params):
    asked = params["protocolVersion"]
    if SIN == "modern-only":
        raise Failure(-32022, "no handshake")
    if SIN == "strict-params" and "conformanceText" in params:
        raise Failure(-32602, "unknown member conformanceText")
    version = asked if asked in LEGACY or SIN == "any-revision" else LEGACY[0]
    if SIN == "fickle" and asked == LEGACY[0]:
        version = LEGACY[1]
    if SIN == "fickle" and asked == LEGACY[1]:
        version = LEGACY[2]
    result = {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": {"name": "say", "version": "1"}}
    if SIN == "nameless":
        del result["serverInfo"]["name"]
    return result


def discover(params):
    versions = LEGACY if SIN == "modern-hidden" else [MODERN, *LEGACY]
    return {"supportedVersions": versions, "capabilities": CAPABILITIES}


def tools(params):
    if SIN == "endless":
        return {"tools": TOOLS[:1], "nextCursor": "again"}
    if "cursor" in params:
        return {"tools": TOOLS[1:]}
    return {"tools": TOOLS[:1], "nextCursor": "2"}


def call(params):
    if params["name"] not in ("say", "nod") and SIN != "any-tool":
        raise Failure(-32602, "no tool " + params["name"])
    token = params.get("_meta", {}).get("progressToken")
    if SIN == "unasked-progress":
        token = token or "mine"
    for progress in (2, 1) if SIN == "shrinking" else (1, 2):
        if token is not None and SIN != "no-progress":
            send({"method": "notifications/progress", "params": {
                "progressToken": "other" if SIN == "other-token" else token, "progress": progress, "total": 2}})
    text = params.get("arguments", {}).get("text", "nothing")
    if SIN == "ascii":
        text = text.encode("ascii", "replace").decode()
    if SIN == "short-lines" and len(text) > 100_000:
        sys.exit(3)
    if SIN == "bare-text":
        return {"text": text}
    return {"content": [{"type": "text", "text": text}], "isError": False}


def read(params):
    if params["uri"] != "say://it":
        raise Failure(-32002, "no resource " + params["uri"])
    return {"contents": [{"uri": "say://it"}] if SIN == "empty-resource" else [{"uri": "say://it", "text": "it"}]}


def prompt(params):
    if params["name"] != "greet" and SIN != "any-prompt":
        raise Failure(-32602, "no prompt " + params["name"])
    return {"messages": []}


METHODS = {"initialize": initialize, "server/discover": discover, "tools/list": tools, "tools/call": call,
           "ping": lambda params: "pong" if SIN == "pong" else {},
           "resources/list": lambda params: {"resources": [{"uri": "say://it", "name": "it"}]},
           "resources/templates/list": lambda params: {"resourceTemplates": []},
           "resources/read": read, "prompts/get": prompt,
           "prompts/list": lambda params: {"prompts": [{"name": "greet", "arguments": [{"name": "who"}]}]}}


def answer(method, params):
    if method not in METHODS:
        raise Failure(-32602 if SIN == "unknown-params" else -32601, "no method " + method)
    version = params.get("_meta", {}).get(VERSION)
    if version is None and SIN == "modern-only" and method != "initialize":
        raise Failure(-32602, "no version in _meta")
    if version is not None and version != MODERN and SIN != "any-future":
        raise Failure(-32022, "no revision " + version)
    if method == "server/discover" and (version is None or SIN == "legacy-only"):
        raise Failure(-32601, "no method " + method)
    result = METHODS[method](params)
    if version is not None and SIN != "untyped":
        result = {"resultType": "complete", **result}
    return result


if SIN == "banner":
    write("say 1 is ready")
for line in sys.stdin:
    try:
        request = json.loads(line)
    except ValueError:
        if SIN == "brittle":
            raise
        if SIN != "unmoved":
            send({"id": None, "error": {"code": -32700, "message": "not JSON"}})
        continue
    number = request.get("id")
    if SIN == "number-ids" and isinstance(number, str):
        number = 0
    if number is None:
        if SIN == "answers-cancel" and request["method"] == "notifications/cancelled":
            send({"id": request["params"]["requestId"], "result": {}})
        if SIN == "answers-initialized" and request["method"] == "notifications/initialized":
            send({"id": None, "result": {}})
        continue
    try:
        send({"id": number, "result": answer(request["method"], request.get("params", {}))})
    except Failure as failure:
        send({"id": number, "error": {"code": failure.code, "message": str(failure)}})
if SIN in ("stubborn", "waits-for-term"):
    threading.Event().wait()
