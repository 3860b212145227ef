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


for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    result = answer(request["method"], request.get("params", {}))
    reply = {"result": result} if result is not None else {"error": {"code": -32601, "message": "Method not found"}}
    print(json.dumps({"jsonrpc": "2.0", "id": request["id"], **reply}), flush=True)
