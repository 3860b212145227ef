#!/usr/bin/env python3
"""A rune plugin in Python: counts the words, lines and characters of a text."""
import json
import sys


def send(message):
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def count(text):
    if not isinstance(text, str) or not text.strip():
        raise ValueError("text is required")
    return {"words": len(text.split()), "lines": len(text.splitlines()), "characters": len(text)}


handshake = json.loads(sys.stdin.readline())
send({
    "type": "handshake",
    "manifest": {
        "plugin_id": "example.wordcount",
        "plugin_version": "1.0.0",
        "protocol_version": handshake["protocol_version"],
        "exposed_tools": ["text.count"],
        "capabilities": ["tool.execute"],
    },
})

request = json.loads(sys.stdin.readline())
answer = {"type": "response", "request_id": request["request_id"]}
try:
    send({**answer, "status": "ok", "output": count(request["input"].get("text"))})
except ValueError as problem:
    send({**answer, "status": "error", "error": {"code": "invalid_input", "message": str(problem)}})
