"""A language adapter with one of everything, and the one sin that it is told to commit."""
import json
import os
import re
import sys
import threading

SIN = sys.argv[1] if len(sys.argv) > 1 else ""
requests = 0
MANIFEST = {
    "protocol_version": 1, "adapter_id": "tidy", "display_name": "Tidy", "fingerprint_files": ["tidy.toml"],
    "default_tasks": [{"name": "lint", "run": "tidy", "inputs": ["**"]}],
    "capabilities": {"detect": True, "required_toolchain": True, "resolved_toolchain_fingerprint": True, "install": True},
    "diagnostic_hooks": {"lint": {"rerun": {"kind": "append_args", "args": ["--verbose"]}, "parser": "plugin"}},
}


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def receive():
    length = 0
    for line in iter(sys.stdin.buffer.readline, b""):
        if not line.strip():
            if SIN == "one-read":
                return json.loads(os.read(0, length) if length > 500_000 else sys.stdin.buffer.read(length))
            return json.loads(sys.stdin.buffer.read(length))
        if line.lower().startswith(b"content-length:"):
            length = int(line[15:])
    return None


def send(message):
    body = json.dumps({"jsonrpc": "2.0", **message}, ensure_ascii=False).encode()
    end = b"\n\n" if SIN == "bare-feeds" else b"\r\n\r\n"
    sys.stdout.buffer.write(b"Content-Length: %d%s%s" % (len(body), end, body))
    sys.stdout.buffer.flush()


def initialize(params):
    manifest = json.loads(json.dumps(MANIFEST))
    if SIN == "no-tasks":
        del manifest["default_tasks"]
    if SIN == "flag-words":
        manifest["capabilities"]["detect"] = "yes"
    if SIN == "no-name":
        manifest["display_name"] = ""
    if SIN == "other-id":
        manifest["adapter_id"] = "other"
    if SIN == "any-version":
        manifest["protocol_version"] = params["protocol_version"]
    if SIN == "strict-params" and "conformanceText" in params:
        raise Failure(-32602, "unknown member conformanceText")
    return manifest


def detect(params):
    if SIN == "detect-text":
        return {"matches": "no"}
    if SIN == "detect-all":
        return {"matches": True}
    if SIN == "ascii-paths":
        params["dir"].encode("ascii")
    return {"matches": os.path.isfile(os.path.join(params["dir"], "tidy.toml"))}


def install(params):
    level = "loud" if SIN == "loud-log" else "info"
    if SIN != "silent":
        send({"method": "notifications/log", "params": {"level": level, "message": "nothing to do\n"}})


def diagnostics(params):
    found = []
    for file, line, severity, text in re.findall(r"(?m)^([^:\n]+):(\d+):\d+: (error|warning): (.*)$", params["stderr"]):
        if SIN == "ascii-texts":
            text = text.encode("ascii", "replace").decode()
        found.append({"file": file, "line": line if SIN == "line-texts" else int(line), "severity": severity,
                      "message": text, "source": "tidy"})
    return {"diagnostics": found}


METHODS = {"initialize": initialize, "detect": detect, "install": install, "parseDiagnostics": diagnostics,
           "requiredToolchain": lambda params: {"tool": "tidy"} if SIN == "half-pin" else None,
           "resolvedToolchainFingerprint": lambda params: 5 if SIN == "number-print" else "tidy 5",
           "shutdown": lambda params: True if SIN == "shutdown-true" else None}
if SIN == "no-install":
    del METHODS["install"]


def answer(request):
    method = METHODS.get(request["method"])
    if method is None:
        raise Failure(-32600 if SIN == "unknown-invalid" else -32601, "no method " + request["method"])
    return method(request.get("params", {}))


while (request := receive()) is not None:
    requests += 1
    number = request.get("id")
    if number is None and SIN != "answers-all":
        continue
    try:
        reply = {"result": answer(request)}
    except Failure as failure:
        reply = {"error": {"code": failure.code, "message": str(failure)}}
    if requests == 5 and SIN == "confused-ids":
        send({"id": number + 100, "result": None})
    if SIN == "asks-host" and request["method"] == "conformance/unknown":
        send({"id": 7, "method": "host/config"})
        receive()
    send({"id": number, **reply})
    if request["method"] == "shutdown" and SIN == "chatty":
        sys.stdout.buffer.write(b"bye\n")
        sys.stdout.buffer.flush()
    if request["method"] == "shutdown" and SIN != "lingers":
        sys.exit(0)
if SIN == "stays":
    threading.Event().wait()
sys.exit(3 if SIN == "exit-3" else 0)
