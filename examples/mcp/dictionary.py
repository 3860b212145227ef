#!/usr/bin/env python3
"""An MCP server in a screen of Python, without an SDK: one tool that explains words."""
import json
import sys

WORDS = {"plugin": "a program that another one starts to be able to do more",
         "host": "the program that starts plugins and looks after them"}
DEFINE = {"name": "define", "description": "Explains a word.",
          "inputSchema": {"type": "object", "properties": {"word": {"type": "string"}}, "required": ["word"]}}


def define(arguments):
    meaning = WORDS.get(arguments.get("word"))
    text = meaning or "I only know: " + ", ".join(sorted(WORDS))
    return {"content": [{"type": "text", "text": text}], "isError": meaning is None}


def answer(method, params):
    if method == "initialize":
        return {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                "serverInfo": {"name": "dictionary", "version": "1.0.0"}}
    if method == "tools/list":
        return {"tools": [DEFINE]}
    if method == "tools/call":
        return define(params.get("arguments", {}))
    return {} if method == "ping" else None


def reply(request):
    result = answer(request["method"], request.get("params", {}))
    return {"result": result} if result is not None else {"error": {"code": -32601, "message": "Method not found"}}


for line in sys.stdin:
    try:
        request = json.loads(line)
    except ValueError:
        request, sent = {"id": None}, {"error": {"code": -32700, "message": "Parse error"}}
    else:
        sent = reply(request) if "id" in request else None
    if sent:
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **sent}), flush=True)
