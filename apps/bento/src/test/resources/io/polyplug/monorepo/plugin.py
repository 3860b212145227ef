# A plugin: answers what the file in its first argument says, which defines or changes `answers`.
import json, os, sys, time

answers = {}
manifest = {
    "protocol_version": 1,
    "adapter_id": "noop",
    "display_name": "Nothing",
    "fingerprint_files": ["noop.toml"],
    "default_tasks": [{"name": "build", "run": "true"}],
    "capabilities": {"resolved_toolchain_fingerprint": True},
}
answers["initialize"] = lambda params: manifest
answers["detect"] = lambda params: {"matches": os.path.exists(params["dir"] + "/noop.toml")}
answers["requiredToolchain"] = lambda params: None
answers["resolvedToolchainFingerprint"] = lambda params: "noop 1"
answers["install"] = lambda params: None
answers["parseDiagnostics"] = lambda params: {"diagnostics": []}
answers["shutdown"] = lambda params: None


def receive():
    size = 0
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            sys.exit(0)
        if not line.strip():
            return json.loads(sys.stdin.buffer.read(size))
        size = int(line.split(b":")[1])


def send(message):
    body = json.dumps(message).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def log(text, level="info", **more):
    params = {"level": level, "message": text, **more}
    send({"jsonrpc": "2.0", "method": "notifications/log", "params": params})


def hang(params):
    time.sleep(3600)


def die(params):
    sys.exit(3)


exec(open(sys.argv[1]).read())
while True:
    asked = receive()
    with open(sys.argv[1] + ".asked", "a") as seen:
        seen.write(asked["method"] + "\n")
    result = answers[asked["method"]](asked.get("params"))
    send({"jsonrpc": "2.0", "id": asked["id"], "result": result})
    if asked["method"] == "shutdown":
        sys.exit(0)
