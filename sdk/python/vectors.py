"""Runs the vectors of sdk/vectors against a program; see the README there."""

from __future__ import annotations

import base64
import json
import os
import queue
import subprocess
import threading

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "vectors")
LIMIT = 10.0
HEADERS = ("ainb", "bento", "own-headers")
END = object()


class Mismatch(AssertionError):
    """What a step expected and what it saw."""

    def __init__(self, step: int, expected: object, seen: object) -> None:
        show = lambda value: json.dumps(value, ensure_ascii=False)[:2000]
        super().__init__(f"step {step}: expected {show(expected)}, seen {show(seen)}")


def all_vectors() -> list:
    """Each contract and name, in order."""
    return [(contract, name[:-5]) for contract in sorted(os.listdir(ROOT))
            if os.path.isdir(os.path.join(ROOT, contract))
            for name in sorted(os.listdir(os.path.join(ROOT, contract))) if name.endswith(".json")]


def load(contract: str, name: str) -> dict:
    with open(os.path.join(ROOT, contract, name + ".json"), encoding="utf-8") as file:
        return json.load(file)


class Conversation:
    """One vector against one process."""

    def __init__(self, contract: str, vector: dict, command: list) -> None:
        self.contract, self.steps, self.ids = contract, vector["steps"], {}
        self.headers = contract in HEADERS
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.frames: queue.Queue = queue.Queue()
        self.stderr = b""
        self.readers = [threading.Thread(target=one, daemon=True) for one in (self.read, self.drain)]
        for reader in self.readers:
            reader.start()

    def drain(self) -> None:
        self.stderr = self.process.stderr.read()

    def read(self) -> None:
        out = self.process.stdout
        try:
            while True:
                line = out.readline()
                if not line:
                    break
                if self.headers:
                    name, _, length = line.partition(b": ")
                    assert name == b"Content-Length" and out.readline() == b"\r\n", line
                    line = out.read(int(length))
                elif self.contract == "bowire":
                    line.decode("ascii")
                self.frames.put(json.loads(line))
        except (ValueError, AssertionError) as wrong:
            self.frames.put({"no frame": str(wrong)})
        self.frames.put(END)

    def run(self) -> None:
        try:
            for number, step in enumerate(self.steps, 1):
                self.step(number, step)
        finally:
            self.process.kill()
            self.process.wait()
            for reader in self.readers:
                reader.join(LIMIT)
            for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
                try:
                    stream.close()
                except OSError:
                    pass

    def step(self, number: int, step: dict) -> None:
        if "host" in step:
            body = json.dumps(self.value(step["host"], True), ensure_ascii=False).encode()
            head = b"Content-Length: %d\r\n\r\n" % len(body) if self.headers else b""
            self.write(head + body + (b"" if self.headers else b"\n"))
        elif "raw" in step:
            self.write(step["raw"].encode())
        elif "raw_base64" in step:
            self.write(base64.b64decode(step["raw_base64"]))
        elif "plugin" in step:
            self.expect(number, [step["plugin"]])
        elif "plugin_in_any_order" in step:
            self.expect(number, list(step["plugin_in_any_order"]))
        elif "close" in step:
            self.process.stdin.close()
        else:
            self.ended(number, step)

    def write(self, data: bytes) -> None:
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass

    def next(self, number: int, expected: object) -> object:
        try:
            frame = self.frames.get(timeout=LIMIT)
        except queue.Empty:
            raise Mismatch(number, expected, "nothing in time") from None
        if frame is END:
            self.readers[1].join(LIMIT)
            raise Mismatch(number, expected, "the end, and " + self.stderr.decode()[-1000:])
        return frame

    def expect(self, number: int, patterns: list) -> None:
        while patterns:
            frame = self.next(number, patterns[0] if len(patterns) == 1 else patterns)
            found = next((one for one in patterns if self.matches(one, frame)), None)
            if found is None:
                raise Mismatch(number, patterns[0] if len(patterns) == 1 else patterns, frame)
            patterns.remove(found)

    def ended(self, number: int, step: dict) -> None:
        while True:
            try:
                frame = self.frames.get(timeout=LIMIT)
            except queue.Empty:
                raise Mismatch(number, step, "it runs on") from None
            if frame is END:
                break
            if step.get("rest") != "any":
                raise Mismatch(number, step, frame)
        try:
            code = self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            raise Mismatch(number, step, "it runs on") from None
        if code != step["exit"]:
            self.readers[1].join(LIMIT)
            raise Mismatch(number, step, {"exit": code, "stderr": self.stderr.decode()[-1000:]})

    def value(self, value: object, frame: bool) -> object:
        """A value with what stands for others replaced."""
        if isinstance(value, list):
            return [self.value(one, frame) for one in value]
        if isinstance(value, str):
            if value.startswith("$file:"):
                return os.path.realpath(os.path.join(ROOT, self.contract, value[6:]))
            return self.ids[value] if frame and value.startswith("$id:") else value
        if not isinstance(value, dict):
            return value
        if "$repeat" in value:
            return value["$repeat"][0] * value["$repeat"][1]
        if "$join" in value:
            return "".join(self.value(one, frame) for one in value["$join"])
        if frame and "$json" in value:
            return json.dumps(self.value(value["$json"], frame))
        return {name: self.value(one, frame) for name, one in value.items()}

    def matches(self, pattern: object, seen: object) -> bool:
        pattern = self.value(pattern, False)
        if isinstance(pattern, str) and pattern.startswith("$id:"):
            return self.ids.setdefault(pattern, seen) == seen
        if pattern in ("$any", "$text", "$int"):
            return {"$any": True, "$text": isinstance(seen, str) and seen != "",
                    "$int": type(seen) is int}[pattern]
        if isinstance(pattern, list):
            return (isinstance(seen, list) and len(seen) == len(pattern)
                    and all(self.matches(*pair) for pair in zip(pattern, seen)))
        if isinstance(pattern, dict):
            if "$json" in pattern or "$base64" in pattern:
                return self.decoded(pattern, seen)
            if not isinstance(seen, dict):
                return False
            names = [name for name in pattern if name != "..."]
            return (all(name in seen and self.matches(pattern[name], seen[name]) for name in names)
                    and ("..." in pattern or len(names) == len(seen)))
        if isinstance(pattern, bool) or isinstance(seen, bool):
            return pattern is seen
        return pattern == seen

    def decoded(self, pattern: dict, seen: object) -> bool:
        try:
            if "$json" in pattern:
                return self.matches(pattern["$json"], json.loads(seen))
            return self.matches(pattern["$base64"], base64.b64decode(seen, validate=True).decode())
        except (TypeError, ValueError):
            return False


def run(contract: str, vector: dict, command: list) -> None:
    """Raises Mismatch at the first step that differs."""
    Conversation(contract, vector, command).run()
