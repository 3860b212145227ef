"""What the vectors talk to: one of everything that a plugin can have."""

from __future__ import annotations

import os
import re
from typing import Annotated

from polyplug_sdk import AdapterError, Plugin, ToolError

plugin = Plugin("sample", version="1.2.3", title="Sample", description="What the vectors talk to.")
plugin.asks("event_bus").publishes("sample.topic")


@plugin.tool("echo", description="Repeats a text.")
def echo(text: Annotated[str, "What to repeat."], times: int = 1) -> dict:
    return {"text": text * times, "length": len(text) * times}


@plugin.tool("fail", description="Fails as told.")
def fail(code: str, message: str) -> None:
    raise ToolError(code, message)


@plugin.tool("break", description="Breaks.")
def break_() -> None:
    raise RuntimeError("boom")


@plugin.tool("note", description="Logs and tells of progress.")
def note(call) -> dict:
    call.log("info", "noted", {"n": 1})
    call.progress(1, 2, "half")
    return {"ok": True}


@plugin.tool("share", description="Publishes a text.")
def share(text: str, call) -> dict:
    call.host.publish("sample.topic", text.encode())
    payload, version = call.host.snapshot("sample.topic")
    return {"version": version, "text": None if payload is None else payload.decode()}


@plugin.tool("wait", description="Waits until it is cancelled.")
def wait(call) -> None:
    call.wait()
    raise ToolError("cancelled", "nobody waits any more")


@plugin.stream("count", description="Counts.")
def count(to: int):
    for n in range(1, to + 1):
        yield {"n": n}


@plugin.channel("mirror", description="Sends back.")
def mirror(channel) -> None:
    for message in channel:
        channel.send({"back": message})


@plugin.screen("board")
class Board:
    last, news = "-", ""

    def render(self, size, picture) -> None:
        picture.text(0, 0, f"Board {size.width}x{size.height}", fg=(255, 255, 255), bold=True)
        picture.text(0, 1, self.last)
        picture.text(0, 2, self.news)

    def key(self, key) -> None:
        self.last = str(key)


@plugin.hears("sample.news")
def news(payload: bytes) -> None:
    plugin.screens["board"].news = payload.decode()


def detect(dir: str) -> bool:
    return os.path.isfile(os.path.join(dir, "sample.toml"))


def install(dish_name: str, call) -> None:
    call.log("info", f"installing {dish_name}")
    if dish_name == "bad":
        data = {"exit_status": 1, "command": "sample install"}
        raise AdapterError(2001, "sample install failed", data)


def diagnostics(stdout: str) -> list:
    lines = (re.fullmatch(r"([^:\n]+):(\d+): (.*)", line) for line in stdout.split("\n"))
    return [{"file": line[1], "line": int(line[2]), "severity": "error", "message": line[3],
             "source": "sample"} for line in lines if line]


plugin.adapter(
    display_name="Sample",
    fingerprint_files=["sample.toml"],
    tasks=[{"name": "build", "run": "echo sample build", "inputs": ["**/*"]},
           {"name": "test", "run": "true"}],
    hooks={"lint": {"rerun": {"kind": "append_args", "args": ["--json"]}, "parser": "plugin"}},
    detect=detect,
    required_toolchain=lambda dir: ("sample", "1.0") if detect(dir) else None,
    fingerprint=lambda: "sample 1.0",
    install=install,
    parse_diagnostics=diagnostics)

host = plugin.implement("acme.greeter", 1, {
    "greet": lambda name: f"Hello, {name}!",
    "relay": lambda text: host.call("shout", text)})

if __name__ == "__main__":
    plugin.serve()
