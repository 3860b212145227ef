"""A rune plugin whose only tool says its pid and then never answers."""
import json
import os
import sys
import time

handshake = json.loads(sys.stdin.readline())
print(json.dumps({"type": "handshake", "manifest": {
    "plugin_id": "slow", "plugin_version": "1.0.0", "protocol_version": handshake["protocol_version"],
    "exposed_tools": ["wait"], "capabilities": ["tool.execute"]}}), flush=True)
sys.stdin.readline()
print("pid %d" % os.getpid(), file=sys.stderr, flush=True)
time.sleep(600)
