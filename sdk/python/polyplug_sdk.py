"""Write a plugin once and let every host run it: rune, bowire, ainb, bento, bab, MCP, or your own.

Copy this file beside your plugin; it needs Python 3.9 and nothing else. The first bytes that a host
sends tell which contract it speaks. Standard output belongs to the contract: whatever the plugin
prints goes to standard error, and programs that it starts inherit neither stdin nor stdout.
"""

from __future__ import annotations

import binascii
import json
import os
import queue
import sys
import threading
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

__all__ = ["AdapterError", "Call", "Channel", "Key", "Picture", "Plugin", "Size", "ToolError"]

MOST_BYTES = 64 << 20  # of one message that is read
AINB_FRAME = 16 << 20  # of one frame that ainb takes
MOST_AT_ONCE = 256  # calls that run side by side; later ones wait
MOST_QUEUED = 10_000  # messages that wait in a channel for its handler
FAREWELL = 2.0  # seconds that calls have to end when the host is gone
HOST_ANSWER = 30.0  # seconds that the host has to answer a call of ours
AINB_CAPABILITIES = ("event_bus", "network", "read_sessions", "read_claude_logs", "read_codex_logs",
                     "read_paths", "write_plugin_data", "spawn_subprocess")


class ToolError(Exception):
    """The tool's own error; the caller sees code and message as they are."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message


class AdapterError(Exception):
    """What a language adapter fails with: a code of bento's list, such as 2001, and its data."""

    def __init__(self, code: int, message: str, data: "Any" = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


class RpcError(Exception):
    """An error answer of JSON-RPC."""

    def __init__(self, code: int, message: str, data: "Any" = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data

    def body(self) -> dict:
        error = {"code": self.code, "message": self.message}
        return error if self.data is None else {**error, "data": self.data}


def tool_error(failure: BaseException) -> ToolError:
    if isinstance(failure, ToolError):
        return failure
    return ToolError("internal", str(failure) or type(failure).__name__)


def dump(value: "Any", ascii: bool = True) -> str:
    """Compact JSON; dataclasses are objects. ASCII survives every reader of lines."""
    return json.dumps(value, ensure_ascii=ascii, separators=(",", ":"), allow_nan=False, default=plain)


def plain(value: "Any") -> "Any":
    if hasattr(value, "__dataclass_fields__"):
        return {name: getattr(value, name) for name in value.__dataclass_fields__}
    raise TypeError(f"{type(value).__name__} is not JSON")


def utf8(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def base64(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).decode("ascii")


def to_bytes(value: "Any", name: str = "payload") -> bytes:
    """Reads base64, or the older form: an array of numbers."""
    try:
        return bytes(value) if isinstance(value, list) else binascii.a2b_base64(value)
    except (TypeError, ValueError):
        raise RpcError(-32602, f"{name} must be base64") from None


# --- Input: schemas from signatures, and whether a value fits ------------------------------------

TYPES = {str: "string", int: "integer", float: "number", bool: "boolean", dict: "object",
         list: "array", type(None): "null"}


def parameters(function: "Callable") -> "Tuple[List[str], Dict[str, Any]]":
    """The names of the parameters and the defaults of those that have one."""
    target = function if hasattr(function, "__code__") else getattr(function, "__func__", None)
    if target is None:
        raise TypeError(f"{function!r} must be a function")
    code, count = target.__code__, target.__code__.co_argcount
    names = list(code.co_varnames[:count + code.co_kwonlyargcount])
    given = target.__defaults__ or ()
    defaults = dict(zip(names[count - len(given):count], given))
    defaults.update(target.__kwdefaults__ or {})
    return names[1:] if hasattr(function, "__self__") else names, defaults


def hints_of(thing: "Any") -> dict:
    """The hints of a function or class; `typing` is loaded only for those that are not plain."""
    hints = dict(getattr(thing, "__annotations__", {}))
    if not isinstance(thing, type) and all(
            isinstance(hint, type) and hint in TYPES for hint in hints.values()):
        return hints
    import typing
    return typing.get_type_hints(thing, include_extras=True)


def schema_of(hint: "Any") -> dict:
    if isinstance(hint, type) and hint in TYPES:
        return {"type": TYPES[hint]}
    members = getattr(hint, "__dataclass_fields__", None)
    if members is not None or hasattr(hint, "__required_keys__"):
        hints = hints_of(hint)
        if members is None:
            required = [name for name in hints if name in hint.__required_keys__]
        else:
            from dataclasses import MISSING
            required = [name for name, field in members.items()
                        if field.default is MISSING and field.default_factory is MISSING]
        return object_schema({name: schema_of(hint) for name, hint in hints.items()}, required)
    if hasattr(hint, "__metadata__"):
        notes = [note for note in hint.__metadata__ if isinstance(note, str)]
        return {**schema_of(hint.__origin__), **({"description": notes[0]} if notes else {})}
    origin, arguments = getattr(hint, "__origin__", None), getattr(hint, "__args__", ())
    if origin in (list, set, frozenset) and arguments:
        return {"type": "array", "items": schema_of(arguments[0])}
    if origin in (list, set, frozenset, tuple, dict):
        return {"type": "object" if origin is dict else "array"}
    if type(hint).__name__ == "_LiteralGenericAlias":
        return {"enum": list(arguments)}
    if is_union(hint):
        return {"anyOf": [schema_of(one) for one in arguments]}
    return {}


def object_schema(properties: dict, required: "List[str]") -> dict:
    schema = {"type": "object", "properties": properties}
    return {**schema, "required": required} if required else schema


def signature_schema(function: "Callable", skip: "Sequence[str]" = ("call",)) -> dict:
    names, defaults = parameters(function)
    hints, properties = hints_of(function), {}
    for name in names:
        if name not in skip:
            properties[name] = schema_of(hints.get(name))
            if isinstance(defaults.get(name), (str, int, float, bool)):
                properties[name]["default"] = defaults[name]
    return object_schema(properties, [name for name in properties if name not in defaults])


def json_type(value: "Any") -> str:
    if isinstance(value, float) and value.is_integer():
        return "integer"
    return TYPES.get(type(value), "unknown")


def misfit(schema: dict, value: "Any", name: str) -> "Optional[str]":
    """What is wrong with a value, as a sentence that names the member; None if it fits."""
    wanted, seen = schema.get("type"), json_type(value)
    kinds = wanted if isinstance(wanted, list) else [wanted] if wanted else []
    if kinds and seen not in kinds and not (seen == "integer" and "number" in kinds):
        return f"{name} must be of type {' or '.join(kinds)}, but is of type {seen}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{name} must be one of {dump(schema['enum'], False)}"
    if "anyOf" in schema and all(misfit(one, value, name) for one in schema["anyOf"]):
        return misfit(schema["anyOf"][0], value, name)
    if isinstance(value, dict):
        prefix = "" if name == "the input" else name + "."
        for member in schema.get("required", ()):
            if member not in value:
                return f"{prefix}{member} is missing"
        for member, inner in schema.get("properties", {}).items():
            wrong = misfit(inner, value[member], prefix + member) if member in value else None
            if wrong:
                return wrong
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for index, item in enumerate(value):
            wrong = misfit(schema["items"], item, f"{name}[{index}]")
            if wrong:
                return wrong
    return None


def is_union(hint: "Any") -> bool:
    """Optional[X], Union[X, Y] and X | Y."""
    return (type(hint).__name__ in ("UnionType", "Union")
            or str(getattr(hint, "__origin__", "")) == "typing.Union")


def converted(hint: "Any", value: "Any") -> "Any":
    """A JSON value that fits its hint, as the handler expects it: dataclasses, int, float, sets."""
    if hasattr(hint, "__metadata__"):
        return converted(hint.__origin__, value)
    if isinstance(value, dict) and hasattr(hint, "__dataclass_fields__"):
        hints = hints_of(hint)
        return hint(**{name: converted(hints.get(name), value[name])
                       for name in hint.__dataclass_fields__ if name in value})
    if hint in (int, float) and type(value) in (int, float):
        return hint(value)
    origin, arguments = getattr(hint, "__origin__", None), getattr(hint, "__args__", ())
    if origin in (list, set, frozenset) and isinstance(value, list) and arguments:
        return origin(converted(arguments[0], item) for item in value)
    if is_union(hint):
        fitting = [one for one in arguments if misfit(schema_of(one), value, "it") is None]
        return converted(fitting[0], value) if fitting else value
    return value


class Tool:
    """One thing that a plugin can do: unary, stream or channel."""

    def __init__(self, name: str, kind: str, description: str, function: "Callable",
                 schema: "Optional[dict]") -> None:
        self.name, self.kind, self.function = name, kind, function
        self.description = description or (function.__doc__ or "").strip().split("\n")[0]
        self.names = parameters(function)[0]
        self.whole = schema is not None
        self.hints = {} if self.whole else hints_of(function)
        self.schema = schema if self.whole else signature_schema(function, ("call", "channel"))

    def arguments(self, value: "Any", call: "Call") -> "Tuple[list, dict]":
        """What the handler is called with; refuses what does not fit before it runs."""
        wrong = misfit({"type": "object", **self.schema}, value, "the input")
        if wrong:
            raise ToolError("invalid_input", wrong)
        named = {"call": call} if "call" in self.names else {}
        if self.whole:
            return [value], named
        given = {name: converted(self.hints.get(name), value[name])
                 for name in self.schema["properties"] if name in value}
        return [], {**given, **named}

    def messages(self, value: "Any", call: "Call") -> "Iterator[Any]":
        """A stream's messages, for as long as somebody wants them."""
        positional, named = self.arguments(value, call)

        def produce() -> "Iterator[Any]":
            for message in self.function(*positional, **named):
                if call.cancelled:
                    return
                yield message
        return produce()

    def run(self, value: "Any", call: "Call") -> "Any":
        """The output; that of a stream is the list of its messages."""
        if self.kind == "stream":
            return list(self.messages(value, call))
        positional, named = self.arguments(value, call)
        return self.function(*positional, **named)


# --- What handlers are given ---------------------------------------------------------------------


class Call:
    """One call while it runs. `log` and `progress` do nothing where the contract has no place."""

    def __init__(self, contract: str, host: "Any" = None, log: "Any" = None, progress: "Any" = None,
                 metadata: "Optional[dict]" = None, target: "Optional[str]" = None) -> None:
        self.metadata, self.target = metadata or {}, target
        self.host = host or NoHost(contract)
        self._log, self._progress, self._over = log, progress, threading.Event()
        self.unwanted = False  # the answer is not sent

    @property
    def cancelled(self) -> bool:
        """Whether nobody waits for the answer any more."""
        return self._over.is_set()

    def wait(self, seconds: "Optional[float]" = None) -> bool:
        """Waits until the call is cancelled, or so long; tells whether it is."""
        return self._over.wait(seconds)

    def cancel(self) -> None:
        self._over.set()

    def log(self, level: str, message: str, fields: "Optional[dict]" = None) -> None:
        if self._log:
            self._log(level, message, fields)
        else:
            sys.stderr.write(f"{level}: {message}{' ' + dump(fields, False) if fields else ''}\n")

    def progress(self, done: float, total: "Optional[float]" = None, message: str = "") -> None:
        if self._progress:
            self._progress(done, total, message)


class NoHost:
    """Reverse calls where the contract has none: each is refused by name."""

    def __init__(self, contract: str) -> None:
        self._contract = contract

    def __getattr__(self, name: str) -> "Any":
        def refuse(*_: "Any", **__: "Any") -> None:
            raise ToolError("unsupported", f"host.{name} is not possible under {self._contract}")
        return refuse


class AinbHost:
    """Reverse calls to an ainb host; what it refuses is a ToolError."""

    CODES = {-32001: "capability_denied", -32002: "timeout", -32601: "not_found"}

    def __init__(self, peer: "Session") -> None:
        self._peer = peer

    def _ask(self, method: str, params: dict, timeout: float = HOST_ANSWER) -> dict:
        try:
            return self._peer.ask(method, params, timeout)
        except RpcError as refused:
            raise ToolError(self.CODES.get(refused.code, "host_error"), refused.message) from None

    def snapshot(self, topic: str) -> "Tuple[Optional[bytes], int]":
        found = self._ask("host/snapshot/get", {"topic": topic})
        payload = found.get("payload")
        return None if payload is None else to_bytes(payload), found.get("version", 0)

    def publish(self, topic: str, payload: bytes) -> None:
        self._peer.tell("host/snapshot/publish", {"topic": topic, "payload": base64(payload)})

    def subscribe(self, topic: str) -> None:
        self._ask("host/snapshot/subscribe", {"topic": topic})

    def invoke(self, action: str, payload: bytes = b"", timeout: float = HOST_ANSWER) -> bytes:
        params = {"action": action, "payload": base64(payload), "timeout_ms": int(timeout * 1000)}
        return to_bytes(self._ask("host/action/invoke", params, timeout + 1)["payload"])

    def read_file(self, path: str) -> bytes:
        return to_bytes(self._ask("host/fs/read_file", {"path": path})["bytes"])

    def read_dir(self, path: str) -> "List[dict]":
        return self._ask("host/fs/read_dir", {"path": path})["entries"]

    def fetch(self, url: str, method: str = "GET", headers: "Sequence[Tuple[str, str]]" = (),
              body: "Optional[bytes]" = None) -> dict:
        """The status, the headers as pairs, and the body as bytes; any status is a result."""
        found = self._ask("host/network/fetch", {
            "url": url, "method": method, "headers": [list(pair) for pair in headers],
            "body": None if body is None else base64(body)}, HOST_ANSWER + 5)
        return {**found, "body": to_bytes(found.get("body") or "")}


class Channel:
    """Both directions of a conversation; iterating ends when the other side has closed."""

    _END = object()

    def __init__(self, send: "Callable[[Any], None]") -> None:
        self._send, self._inbox = send, queue.SimpleQueue()

    def send(self, message: "Any") -> None:
        self._send(message)

    def __iter__(self) -> "Iterator[Any]":
        while True:
            message = self._inbox.get()
            if message is self._END:
                self._inbox.put(message)
                return
            yield message

    def offer(self, message: "Any") -> bool:
        """Puts one in for the handler; tells whether there was room."""
        room = self._inbox.qsize() < MOST_QUEUED
        if room:
            self._inbox.put(message)
        return room

    def close(self) -> None:
        """No message follows."""
        self._inbox.put(self._END)


class Size:
    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height


class Key:
    """A key of ainb; as a text it is the character, or the name of the key."""

    def __init__(self, value: dict) -> None:
        code = value["code"]
        self.type, self.ch, self.n = code["type"], code.get("ch"), code.get("n")
        self.mods, self.kind = value.get("mods", 0), value.get("kind", "press")
        self.shift, self.ctrl, self.alt = (bool(self.mods & bit) for bit in (1, 2, 4))

    def __str__(self) -> str:
        return self.ch or self.type


class Picture:
    """The cells of a screen; what is painted outside is cut off."""

    STYLES = {"bold": 1, "dim": 2, "italic": 4, "underlined": 8, "reversed": 16}

    def __init__(self, size: Size) -> None:
        self.size, self._cells = size, {}

    def put(self, x: int, y: int, symbol: str, fg: "Any" = None, bg: "Any" = None,
            **styles: bool) -> None:
        """One cell: colours are (r, g, b); styles are bold, dim, italic, underlined, reversed."""
        if not (0 <= x < self.size.width and 0 <= y < self.size.height):
            return
        cell = {"symbol": symbol}
        for name, colour in (("fg", fg), ("bg", bg)):
            if colour is not None:
                cell[name] = dict(zip("rgb", colour))
        cell["modifier"] = sum(self.STYLES[name] for name, on in styles.items() if on)
        self._cells[(y, x)] = cell

    def text(self, x: int, y: int, text: str, fg: "Any" = None, bg: "Any" = None,
             **styles: bool) -> None:
        """A text from here to the right, a cell for each code point."""
        for index, symbol in enumerate(text):
            self.put(x + index, y, symbol, fg, bg, **styles)

    def buffer(self) -> dict:
        blank = {"symbol": " ", "modifier": 0}
        cells = [[{"x": x, "y": y}, cell] for (y, x), cell in sorted(self._cells.items())
                 if cell != blank]
        return {"width": self.size.width, "height": self.size.height, "cells": cells}


class OwnHost:
    """The host of a contract of one's own, once it has connected."""

    def __init__(self) -> None:
        self._peer: "Any" = None

    def _connected(self) -> "Session":
        if self._peer is None:
            raise ToolError("unsupported", "no host of the own contract is connected")
        return self._peer

    def call(self, method: str, *arguments: "Any", timeout: float = HOST_ANSWER) -> "Any":
        try:
            return self._connected().ask(method, list(arguments), timeout)
        except RpcError as refused:
            code = refused.data.get("code") if isinstance(refused.data, dict) else None
            raise ToolError(str(code or "host_error"), refused.message) from None

    def notify(self, method: str, *arguments: "Any") -> None:
        self._connected().tell(method, list(arguments))


# --- The plugin ----------------------------------------------------------------------------------


class Plugin:
    """What a plugin is and does. Declare first, then `serve()`, which does not return."""

    def __init__(self, name: str, version: str = "0.1.0", title: str = "",
                 description: str = "") -> None:
        self.name, self.version, self.title = name, version, title or name
        self.description = description
        self.tools: "Dict[str, Tool]" = {}
        self.screens: "Dict[str, Any]" = {}
        self.asked: "Dict[str, Any]" = {}
        self.topics: "List[str]" = []
        self.listeners: "Dict[str, Callable[[bytes], None]]" = {}
        self.language: "Optional[dict]" = None
        self.own: "Optional[tuple]" = None
        self.spawn, self.reap = "lazy", 600

    def _declare(self, kind: str, name: str, description: str,
                 schema: "Optional[dict]") -> "Callable":
        def take(function: "Callable") -> "Callable":
            if name in self.tools:
                raise ValueError(f"{self.name} has two tools that are called {name}")
            self.tools[name] = Tool(name, kind, description, function, schema)
            return function
        return take

    def tool(self, name: str, description: str = "", input: "Optional[dict]" = None) -> "Callable":
        """A function of its input; with a schema given it gets the input as one dict."""
        return self._declare("unary", name, description, input)

    def stream(self, name: str, description: str = "",
               input: "Optional[dict]" = None) -> "Callable":
        """A generator of messages."""
        return self._declare("stream", name, description, input)

    def channel(self, name: str, description: str = "") -> "Callable":
        """A function of a Channel, which talks until it returns."""
        return self._declare("channel", name, description, None)

    def screen(self, name: str) -> "Callable":
        """A class or object with render(size, picture), and key(key), mouse(mouse) if it likes."""
        def take(face: "Any") -> "Any":
            self.screens[name] = face() if isinstance(face, type) else face
            return face
        return take

    def adapter(self, display_name: str, fingerprint_files: "Sequence[str]" = (),
                tasks: "Sequence[dict]" = (), hooks: "Optional[dict]" = None,
                detect: "Any" = None, required_toolchain: "Any" = None,
                fingerprint: "Any" = None, install: "Any" = None,
                parse_diagnostics: "Any" = None) -> "Plugin":
        """A language of bento. Handlers get the params that they name, and `call` if they do."""
        self.language = {
            "display_name": display_name, "fingerprint_files": list(fingerprint_files),
            "default_tasks": list(tasks), "diagnostic_hooks": hooks or {},
            "handlers": {"detect": detect, "requiredToolchain": required_toolchain,
                         "resolvedToolchainFingerprint": fingerprint, "install": install,
                         "parseDiagnostics": parse_diagnostics}}
        return self

    def asks(self, name: str, *values: str) -> "Plugin":
        """Wants a capability, or only these values of it."""
        self.asked[name] = list(values) if values else True
        return self

    def publishes(self, *topics: str) -> "Plugin":
        self.topics.extend(topics)
        return self

    def hears(self, topic: str, handler: "Any" = None) -> "Any":
        """Calls the handler with the bytes of each event; a decorator without one."""
        if handler is None:
            return lambda function: self.hears(topic, function) and function
        self.listeners[topic] = handler
        return self

    def eager(self) -> "Plugin":
        self.spawn = "eager"
        return self

    def idle_reap(self, seconds: int) -> "Plugin":
        self.reap = seconds
        return self

    def implement(self, contract: str, version: int, methods: "Dict[str, Callable]") -> OwnHost:
        """Implements a contract of one's own; gives back how to call its host."""
        host = OwnHost()
        self.own = (contract, version, methods, host)
        return host

    def unary_and_streams(self) -> "List[Tool]":
        return [tool for kind in ("unary", "stream") for tool in self.tools.values()
                if tool.kind == kind]

    def callable_tool(self, name: "Any") -> Tool:
        tool = self.tools.get(name) if isinstance(name, str) else None
        if tool is None or tool.kind == "channel":
            raise ToolError("not_found", f"{self.name} has no tool {name}")
        return tool

    def rune_capabilities(self) -> "List[str]":
        return [name for name in self.asked if name not in AINB_CAPABILITIES] or ["tool.execute"]

    def ainb_manifest(self) -> dict:
        return {
            "plugin": {"name": self.name, "version": self.version, "abi_version": 2,
                       "description": self.description},
            "capabilities": {name: self.asked[name] for name in AINB_CAPABILITIES
                             if name in self.asked},
            "provides": {"screens": list(self.screens), "commands": [],
                         "cli_namespaces": [self.name] if self.unary_and_streams() else [],
                         "snapshots": self.topics},
            "subscribes": {"snapshots": list(self.listeners)},
            "lifecycle": {"spawn": self.spawn, "idle_reap_secs": self.reap}}

    def describe(self) -> dict:
        tools = [{"name": tool.name, "kind": tool.kind, "description": tool.description,
                  "inputSchema": tool.schema} for tool in self.tools.values()]
        return {"name": self.name, "version": self.version, "title": self.title,
                "description": self.description, "tools": tools, "screens": list(self.screens),
                "adapter": self.language is not None}

    def serve(self, args: "Optional[Sequence[str]]" = None) -> None:
        """Serves whoever started the program, and exits."""
        words = list(sys.argv[1:] if args is None else args)

        def after(option: str) -> "Optional[str]":
            return next((b for a, b in zip(words, words[1:]) if a == option), None)

        if "--write" in words:
            at = words.index("--write")
            cut = words.index("--command") if "--command" in words else len(words)
            if cut < at + 3:
                raise SystemExit("--write wants a contract and a folder")
            command = words[cut + 1:] or [sys.executable, os.path.abspath(sys.argv[0])]
            write_files(self, words[at + 1], words[at + 2], command)
        elif "--describe" in words:
            print(dump(self.describe(), False))
        elif "--tool" in words:
            run_as_command(self, after("--tool"))
        elif "--http" in words:
            serve_http(self, int(after("--http") or 0))
        else:
            serve_stdio(self)
        raise SystemExit(0)


def run_as_command(plugin: Plugin, name: "Optional[str]") -> None:
    """One tool as a command-line program."""
    output, sys.stdout = sys.stdout, sys.stderr
    text = sys.stdin.buffer.read().decode("utf-8", "replace")
    try:
        tool = plugin.callable_tool(name)
        try:
            value = json.loads(text) if text.strip() else {}
        except ValueError:
            value = None
        if not isinstance(value, dict):
            wanted = [member for member in tool.schema.get("required", ())
                      if tool.schema["properties"].get(member, {}).get("type") == "string"]
            value = {wanted[0] if len(wanted) == 1 else "prompt": text}
        result = tool.run(value, Call("a command line"))
    except Exception as failure:
        error = tool_error(failure)
        raise SystemExit(f"{error.code}: {error.message}") from None
    text = result if isinstance(result, str) else dump(result, False)
    output.buffer.write(utf8(text + "\n"))
    output.flush()


# --- The wire ------------------------------------------------------------------------------------


class BadInput(Exception):
    """Input that cannot be read on from."""


class Wire:
    """Frames over descriptors. Nobody else can reach them: 0 becomes empty, 1 becomes stderr."""

    def __init__(self) -> None:
        self._in, self._out = os.dup(0), os.dup(1)
        with open(os.devnull, "rb") as nothing:
            os.dup2(nothing.fileno(), 0)
        os.dup2(2, 1)
        sys.stdout = sys.stderr
        self._buffer, self._lock, self.lines = bytearray(), threading.Lock(), True

    def _more(self) -> bool:
        chunk = os.read(self._in, 1 << 16)
        self._buffer += chunk
        return bool(chunk)

    def _line(self) -> bytes:
        """The next line with its end; what is left at the end of input; empty after that."""
        start = 0
        while True:
            at = self._buffer.find(b"\n", start) + 1
            start = len(self._buffer)
            if at or not self._more():
                line = bytes(self._buffer[:at or start])
                del self._buffer[:at or start]
                return line
            if start > MOST_BYTES:
                raise BadInput(f"a line has more than {MOST_BYTES} bytes")

    def first(self) -> "Optional[bytes]":
        """The first message, which tells the framing; None if there is none."""
        line = self._line()
        while line and not line.strip():
            line = self._line()
        self.lines = line.lstrip().startswith(b"{")
        return line if self.lines or not line else self._block(line)

    def next(self) -> "Optional[bytes]":
        """The next message; None at the end of input."""
        line = self._line()
        if not self.lines:
            return self._block(line) if line else None
        while line and not line.strip():
            line = self._line()
        return line or None

    def _block(self, line: bytes) -> "Optional[bytes]":
        length, header = None, 0
        while line.strip():
            name, colon, value = line.partition(b":")
            header += len(line)
            if not colon or header > 8192:
                raise BadInput("expected a JSON object in a line, or a Content-Length header")
            if name.strip().lower() == b"content-length":
                length = int(value) if value.strip().isdigit() else -1
            line = self._line()
        if length is None or not 0 <= length <= MOST_BYTES:
            raise BadInput("expected a header block with a Content-Length")
        while len(self._buffer) < length:
            if not self._more():
                return None
        body = bytes(self._buffer[:length])
        del self._buffer[:length]
        return body

    def send(self, text: str) -> None:
        """Writes one message whole; one that nobody reads is lost."""
        data = text.encode("ascii")
        data = data + b"\n" if self.lines else b"Content-Length: %d\r\n\r\n" % len(data) + data
        view = memoryview(data)
        with self._lock:
            try:
                while view:
                    view = view[os.write(self._out, view):]
            except OSError:
                pass


class Workers:
    """Threads for work that waits, kept for the next; at most so many at once."""

    def __init__(self, most: int) -> None:
        self._most, self._jobs, self._lock = most, queue.SimpleQueue(), threading.Lock()
        self._threads = self._free = self._queued = self._open = 0
        self._idle = threading.Condition(self._lock)

    def run(self, job: "Callable[[], None]") -> None:
        with self._lock:
            self._open += 1
            self._queued += 1
            grow = self._free < self._queued and self._threads < self._most
            self._threads += grow
        self._jobs.put(job)
        if grow:
            threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        while True:
            with self._lock:
                self._free += 1
            job = self._jobs.get()
            with self._lock:
                self._free -= 1
                self._queued -= 1
            try:
                job()
            except Exception as failure:
                sys.stderr.write(f"{type(failure).__name__}: {failure}\n")
            with self._lock:
                self._open -= 1
                self._idle.notify_all()

    def finish(self, seconds: float) -> None:
        """Waits until nothing is left to do, but not longer than this."""
        with self._lock:
            self._idle.wait_for(lambda: self._open == 0, seconds)

    @property
    def busy(self) -> bool:
        return self._open > 0


# --- Conversations: one class for each contract --------------------------------------------------


class Request:
    """One request: its id exactly as it came, and the way back."""

    def __init__(self, message: dict, id_text: str, send: "Callable[[dict], None]") -> None:
        self.method, self.id_text, self.send = message["method"], id_text, send
        self.params = message.get("params", {})

    def member(self, name: str, kind: type, default: "Any" = RpcError) -> "Any":
        value = self.params.get(name) if isinstance(self.params, dict) else None
        if not isinstance(value, kind):
            if default is RpcError or value is not None:
                raise RpcError(-32602, f"params.{name} must be of type {TYPES[kind]}")
            return default
        return value


class Then:
    """A result, and what is to be done once it is sent."""

    def __init__(self, result: "Any", work: "Callable[[], None]") -> None:
        self.result, self.work = result, work


class Session:
    """One JSON-RPC conversation: requests run side by side, unless a contract says otherwise."""

    contract = ""
    at_once: "Sequence[str]" = ()  # answered before the next message is read
    in_turn: "Sequence[str]" = ()  # answered one after another, in order

    def __init__(self, plugin: Plugin, wire: "Any" = None) -> None:
        self.plugin, self.wire, self.done = plugin, wire, threading.Event()
        self.workers, self.line = Workers(MOST_AT_ONCE), Workers(1)
        self.calls: "Dict[str, Call]" = {}
        self._asked: "Dict[int, Any]" = {}
        self._number, self._lock = 0, threading.Lock()

    def send(self, message: dict) -> None:
        self.wire.send(dump(message))

    def tell(self, method: str, params: "Any") -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: "Any", timeout: float) -> "Any":
        """Calls the host and waits for its answer, but not longer than this."""
        answer: "queue.SimpleQueue" = queue.SimpleQueue()
        with self._lock:
            self._number = number = self._number + 1
            self._asked[number] = answer
        try:
            self.send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
            reply = answer.get(timeout=timeout)
        except queue.Empty:
            raise ToolError("timeout", f"the host did not answer {method} in time") from None
        finally:
            del self._asked[number]
        if reply.get("error") is not None:
            error = reply["error"]
            raise RpcError(error.get("code", 0), str(error.get("message")), error.get("data"))
        return reply.get("result")

    def take(self, text: bytes) -> None:
        """One message of the host."""
        try:
            message = json.loads(text)
        except ValueError:
            return self.stray()
        method = message.get("method") if isinstance(message, dict) else None
        if not isinstance(method, str):
            waiting = self._asked.get(message.get("id")) if isinstance(message, dict) else None
            return waiting.put(message) if waiting else None
        if message.get("id") is None:
            return self.notified(method, message.get("params") or {})
        request = Request(message, id_text(message, text), self.send)
        if method in self.at_once:
            self.respond(request)
        else:
            lane = self.line if method in self.in_turn else self.workers
            lane.run(lambda: self.respond(request))

    def respond(self, request: Request) -> None:
        reply, work = self.reply(request)
        if reply is not None:
            self.wire.send(reply)
        if work and request.method in self.at_once:
            self.workers.run(work)
        elif work:
            work()

    def reply(self, request: Request) -> "Tuple[Optional[str], Any]":
        """The answer as a text, None if nobody wants it; and what follows."""
        call = self.calls[request.id_text] = self.new_call(request)
        work = None
        try:
            result = self.answer(request, call)
            if isinstance(result, Then):
                result, work = result.result, result.work
            body = '"result":' + dump(result)
        except Exception as failure:
            body = '"error":' + dump(self.error(failure).body())
        finally:
            self.calls.pop(request.id_text, None)
        if call.unwanted:
            return None, None
        return self.bounded('{"jsonrpc":"2.0","id":%s,%s}' % (request.id_text, body), request), work

    def bounded(self, text: str, request: Request) -> str:
        return text

    def new_call(self, request: Request) -> Call:
        return Call(self.contract)

    def error(self, failure: Exception) -> RpcError:
        if isinstance(failure, RpcError):
            return failure
        error = tool_error(failure)
        code = -32602 if error.code == "invalid_input" and self.contract == "bowire" else -32000
        return RpcError(code, error.message, {"code": error.code})

    def answer(self, request: Request, call: Call) -> "Any":
        raise RpcError(-32601, f"method not found: {request.method}")

    def notified(self, method: str, params: "Any") -> None:
        """Unknown notifications are ignored."""

    def stray(self) -> None:
        """A message that is none is passed over."""

    def over(self) -> None:
        """The host is gone: what runs is cancelled, what waits is woken."""
        for call in list(self.calls.values()):
            call.cancel()
        for waiting in list(self._asked.values()):
            waiting.put({"error": {"code": -32603, "message": "the host is gone"}})

    def finish(self) -> None:
        self.over()
        until = time.monotonic() + FAREWELL
        for lane in (self.line, self.workers):
            lane.finish(max(0.0, until - time.monotonic()))


def id_text(message: dict, text: bytes) -> str:
    """The id as the host wrote it: 1e2 stays 1e2."""
    found = message["id"]
    return json.loads(text, parse_float=str)["id"] if isinstance(found, float) else dump(found)


class Rune(Session):
    contract = "rune"

    def take(self, text: bytes) -> None:
        try:
            message = json.loads(text)
            kind = message["type"]
        except (ValueError, TypeError, KeyError):
            return
        if kind == "handshake":
            tools = [tool.name for tool in self.plugin.unary_and_streams()]
            if not tools:
                sys.stderr.write(f"{self.plugin.name} has no tools that rune could call\n")
            self.send({"type": "handshake", "manifest": {
                "plugin_id": self.plugin.name, "plugin_version": self.plugin.version,
                "protocol_version": "rterm.plugin.v1", "exposed_tools": tools,
                "capabilities": self.plugin.rune_capabilities()}})
        elif kind == "request":
            self.calls["rune"] = Call("rune", metadata=message.get("context"))
            self.workers.run(lambda: self.execute(message))

    def execute(self, message: dict) -> None:
        answer = {"type": "response", "request_id": message.get("request_id")}
        try:
            tool = self.plugin.callable_tool(message.get("tool_name"))
            output = tool.run(message.get("input", {}), self.calls["rune"])
            text = dump({**answer, "status": "ok", "output": output})
        except Exception as failure:
            error = tool_error(failure)
            text = dump({**answer, "status": "error", "error": {
                "code": error.code, "message": error.message or error.code}})
        self.wire.send(text)
        self.done.set()


class Bowire(Session):
    contract = "bowire"
    at_once = ("initialize", "ping", "shutdown", "discover", "openChannel", "channel.send",
               "channel.close")
    KINDS = {"unary": "Unary", "stream": "ServerStreaming", "channel": "Duplex"}
    NUMBERS = {"integer": "int64", "number": "double", "boolean": "bool", "string": "string"}

    def __init__(self, plugin: Plugin, wire: "Any" = None) -> None:
        super().__init__(plugin, wire)
        self.channels: "Dict[str, Channel]" = {}

    def new_call(self, request: Request) -> Call:
        params = request.params if isinstance(request.params, dict) else {}
        return Call("bowire", metadata=params.get("metadata"), target=params.get("serverUrl"))

    def answer(self, request: Request, call: Call) -> "Any":
        method, plugin = request.method, self.plugin
        if method == "initialize":
            kinds = {tool.kind for tool in plugin.tools.values()}
            if not kinds:
                raise RpcError(-32000, f"{plugin.name} has no tools")
            return {"id": plugin.name, "name": plugin.title, "iconSvg": "", "settings": [],
                    "protocolVersion": 1, "capabilities": {
                        "discover": True, "invoke": "unary" in kinds,
                        "invokeStream": "stream" in kinds, "channels": "channel" in kinds}}
        if method == "ping":
            return "pong"
        if method == "shutdown":
            return Then(True, self.leave)
        if method == "discover":
            return [self.service(request.member("serverUrl", str, ""))]
        if method == "invoke":
            start = time.monotonic()
            output = self.tool(request, "unary").run(self.input(request), call)
            return {"response": dump(output, False), "status": "OK", "metadata": {},
                    "durationMs": int((time.monotonic() - start) * 1000)}
        if method == "invokeStream":
            messages = self.tool(request, "stream").messages(self.input(request), call)
            name = request.member("streamId", str)
            return Then({"streamId": name}, lambda: self.stream(name, messages, call))
        if method == "openChannel":
            tool, name = self.tool(request, "channel"), request.member("channelId", str)
            channel = self.channels[name] = Channel(lambda message: self.tell(
                "$/channel/data", {"channelId": name, "message": dump(message, False)}))
            return Then({"channelId": name}, lambda: self.talk(name, tool, channel, call))
        if method in ("channel.send", "channel.close"):
            channel = self.channels.get(request.member("channelId", str))
            if channel is None:
                raise RpcError(-32000, "no such channel")
            if method == "channel.close":
                return channel.close()
            text = request.member("message", str)
            try:
                text = json.loads(text)
            except ValueError:
                pass
            if not channel.offer(text):
                raise RpcError(-32000, "the channel is full")
            return None
        return super().answer(request, call)

    def tool(self, request: Request, kind: str) -> Tool:
        service, name = request.member("service", str), request.member("method", str)
        tool = self.plugin.tools.get(name)
        if service != self.plugin.name or tool is None or tool.kind != kind:
            raise RpcError(-32601, f"{service}/{name} is no {kind} method of {self.plugin.name}")
        return tool

    def input(self, request: Request) -> "Any":
        messages = request.member("jsonMessages", list, [])
        try:
            return json.loads(messages[0]) if messages else {}
        except (TypeError, ValueError):
            raise ToolError("invalid_input", "the input is not JSON") from None

    def stream(self, name: str, messages: "Iterator[Any]", call: Call) -> None:
        self.calls["stream " + name], error = call, None
        try:
            for message in messages:
                self.tell("$/stream/data", {"streamId": name, "message": dump(message, False)})
        except Exception as failure:
            error = self.error(failure).body()
        self.calls.pop("stream " + name, None)
        self.tell("$/stream/end", {"streamId": name, "error": error})

    def talk(self, name: str, tool: Tool, channel: Channel, call: Call) -> None:
        self.calls["channel " + name], ended = call, {"channelId": name}
        try:
            named = {"call": call} if "call" in tool.names else {}
            tool.function(channel, **named)
        except Exception as failure:
            ended["error"] = self.error(failure).body()
        self.calls.pop("channel " + name, None)
        self.channels.pop(name, None)
        self.tell("$/channel/closed", ended)

    def leave(self) -> None:
        if not self.calls:
            self.done.set()

    def over(self) -> None:
        super().over()
        for channel in list(self.channels.values()):
            channel.close()

    def service(self, url: str) -> dict:
        name, methods = self.plugin.name, []
        for tool in self.plugin.tools.values():
            methods.append({
                "name": tool.name, "fullName": f"{name}/{tool.name}", "description": tool.description,
                "clientStreaming": tool.kind == "channel", "serverStreaming": tool.kind != "unary",
                "methodType": self.KINDS[tool.kind],
                "inputType": self.message(tool.name + "Input", tool.schema),
                "outputType": self.message(tool.name + "Output", {})})
        return {"name": name, "package": "", "source": name, "originUrl": url,
                "description": self.plugin.description, "methods": methods}

    def message(self, name: str, schema: dict) -> dict:
        required, fields = schema.get("required", ()), []
        for member, kind in schema.get("properties", {}).items():
            repeated = kind.get("type") == "array"
            inner = kind.get("items", {}) if repeated else kind
            field = {"name": member, "number": len(fields) + 1, "required": member in required,
                     "type": self.NUMBERS.get(str(inner.get("type")), "string"),
                     "label": "repeated" if repeated else
                     "required" if member in required else "optional",
                     "isRepeated": repeated, "isMap": False}
            if inner.get("properties"):
                field.update(type="message", messageType=self.message(name + "." + member, inner))
            if "description" in kind:
                field["description"] = kind["description"]
            fields.append(field)
        return {"name": name, "fullName": f"{self.plugin.name}.{name}", "fields": fields}


def level_of(level: str) -> str:
    """A level of the five that ainb and bento know."""
    if level in ("trace", "debug", "info", "warn", "error"):
        return level
    return {"warning": "warn", "critical": "error", "alert": "error", "emergency": "error"}.get(
        level, "info")


class Ainb(Session):
    contract = "ainb"
    at_once = ("plugin/init", "plugin/shutdown")
    in_turn = ("plugin/render",)

    def __init__(self, plugin: Plugin, wire: "Any" = None) -> None:
        super().__init__(plugin, wire)
        self.focus = next(iter(plugin.screens), None)

    def send(self, message: dict) -> None:
        text = dump(message)
        if len(text) > AINB_FRAME:
            raise ToolError("too_large", "a message to the host exceeds the frame limit")
        self.wire.send(text)

    def bounded(self, text: str, request: Request) -> str:
        if len(text) <= AINB_FRAME:
            return text
        error = RpcError(-32603, "response exceeds frame limit").body()
        return '{"jsonrpc":"2.0","id":%s,"error":%s}' % (request.id_text, dump(error))

    def new_call(self, request: "Optional[Request]" = None) -> Call:
        def log(level: str, message: str, fields: "Optional[dict]") -> None:
            params = {"level": level_of(level), "message": message}
            self.tell("host/log", {**params, "fields": fields} if fields else params)
        return Call("ainb", AinbHost(self), log)

    def answer(self, request: Request, call: Call) -> "Any":
        method, plugin = request.method, self.plugin
        if method == "plugin/init":
            abi = request.member("abi_version", int)
            if abi != 2:
                raise RpcError(-32003, f"{plugin.name} speaks abi_version 2, the host {abi}")
            return {"manifest": plugin.ainb_manifest(), "abi_version": 2}
        if method == "plugin/shutdown":
            return {}
        if method == "plugin/render":
            viewport = request.member("viewport", dict)
            if not all(type(viewport.get(side)) is int for side in ("width", "height")):
                raise RpcError(-32602, "params.viewport must have a width and a height")
            size = Size(viewport["width"], viewport["height"]) if self.focus else Size(0, 0)
            picture = Picture(size)
            if self.focus:
                plugin.screens[self.focus].render(size, picture)
            return {"buffer": picture.buffer(), "redraw": False, "captures_text": False}
        if method == "plugin/cli_dispatch":
            out, err, code = self.command(request.member("argv", list), call)
            return {"stdout": base64(utf8(out)), "stderr": base64(utf8(err)), "exit_code": code}
        if method == "host/action/invoke":
            if request.member("action", str) != plugin.name:
                raise RpcError(-32601, f"method not found: {request.params['action']}")
            try:
                wanted = json.loads(to_bytes(request.params.get("payload")))
                tool, value = wanted["tool"], wanted.get("input", {})
            except (ValueError, TypeError, KeyError):
                raise RpcError(-32602, 'payload must be {"tool":…,"input":…}') from None
            output = plugin.callable_tool(tool).run(value, call)
            return {"payload": base64(utf8(dump(output, False)))}
        return super().answer(request, call)

    def command(self, argv: "List[str]", call: Call) -> "Tuple[str, str, int]":
        """A tool as a command: what goes to stdout and stderr, and the exit code."""
        tools = self.plugin.unary_and_streams()
        if not argv or argv[0] == "--help":
            lines = [f"usage: {self.plugin.name} TOOL [JSON]"]
            lines += [f"  {tool.name}  {tool.description}" for tool in tools]
            return "\n".join(lines) + "\n", "", 0
        if argv[0] not in [tool.name for tool in tools]:
            return "", f"{self.plugin.name} has no tool {argv[0]}; try --help\n", 2
        try:
            value = json.loads(argv[1]) if len(argv) > 1 else {}
        except ValueError:
            return "", f"the input of {argv[0]} must be JSON\n", 2
        try:
            tool = self.plugin.tools[argv[0]]
            output = tool.run(value, call)
            messages = output if tool.kind == "stream" else [output]
            return "".join(dump(message, False) + "\n" for message in messages), "", 0
        except Exception as failure:
            error = tool_error(failure)
            return "", f"{error.code}: {error.message}\n", 1

    def notified(self, method: str, params: "Any") -> None:
        self.line.run(lambda: self.happened(method, params))

    def happened(self, method: str, params: dict) -> None:
        """Keys, mouse and events, in the order in which they came."""
        if method == "plugin/handle_event" and params.get("topic") in self.plugin.listeners:
            self.plugin.listeners[params["topic"]](to_bytes(params.get("payload")))
        for kind in ("key", "mouse"):
            screen = self.plugin.screens.get(params.get("screen_id"))
            if method == "plugin/handle_" + kind and screen is not None:
                self.focus = params["screen_id"]
                handler = getattr(screen, kind, None)
                if handler:
                    handler(Key(params["key"]) if kind == "key" else params["mouse"])


class Bento(Session):
    contract = "bento"
    METHODS = {"detect": ("dir",), "requiredToolchain": ("dir",),
               "resolvedToolchainFingerprint": (), "install": ("dish_dir", "dish_name"),
               "parseDiagnostics": ("task_name", "stdout", "stderr", "dish_dir", "workspace_root")}
    in_turn = ("initialize", "shutdown", *METHODS)

    def new_call(self, request: Request) -> Call:
        def log(level: str, message: str, fields: "Any", **more: str) -> None:
            text = message + (" " + dump(fields, False) if fields else "")
            self.tell("notifications/log", {"level": level_of(level), **more, "message": text})
        call = Call("bento", log=log)
        call.output = lambda stream, text: log("info", text, None, stream=stream)
        return call

    def error(self, failure: Exception) -> RpcError:
        if isinstance(failure, (RpcError, AdapterError)):
            return RpcError(failure.code, failure.message, failure.data)
        detail = str(failure) or type(failure).__name__
        return RpcError(2099, f"{self.plugin.name} failed: {detail}", {"detail": detail})

    def answer(self, request: Request, call: Call) -> "Any":
        method, language, name = request.method, self.plugin.language, self.plugin.name
        if method == "shutdown":
            return Then(None, self.done.set)
        if language is None:
            raise RpcError(-32601, f"{name} is no language adapter")
        handlers = language["handlers"]
        if method == "initialize":
            version = request.member("protocol_version", int)
            if version != 1:
                raise RpcError(-32600, f"{name} speaks protocol_version 1, the host {version}")
            offers = {"detect": "detect", "required_toolchain": "requiredToolchain",
                      "resolved_toolchain_fingerprint": "resolvedToolchainFingerprint",
                      "install": "install"}
            return {"protocol_version": 1, "adapter_id": name,
                    **{key: value for key, value in language.items() if key != "handlers"},
                    "capabilities": {key: handlers[of] is not None for key, of in offers.items()}}
        handler = handlers.get(method)
        if handler is None:
            return super().answer(request, call)
        for member in self.METHODS[method]:
            request.member(member, str)
        given = {**(request.params if self.METHODS[method] else {}), "call": call}
        result = handler(**{one: given[one] for one in parameters(handler)[0] if one in given})
        if method == "detect":
            return {"matches": bool(result)}
        if method == "requiredToolchain" and isinstance(result, tuple):
            return {"tool": result[0], "version": result[1]}
        if method == "parseDiagnostics":
            return {"diagnostics": list(result)}
        return None if method == "install" else result


class Own(Session):
    contract = "own"
    at_once = ("initialize", "shutdown")

    def answer(self, request: Request, call: Call) -> "Any":
        contract, version, methods, host = self.plugin.own or ("no contract", 0, {}, OwnHost())
        if request.method == "shutdown":
            return None
        if request.method == "initialize":
            wanted, number = request.member("contract", str), request.params.get("version")
            if (wanted, number) != (contract, version):
                raise RpcError(-32001, f"{self.plugin.name} implements {contract} {version}, "
                                       f"not {wanted} {number}")
            host._peer = self
            return {"contract": contract, "version": version, "name": self.plugin.name,
                    "plugin_version": self.plugin.version, "asks": list(self.plugin.asked),
                    "methods": list(methods)}
        return self.run(request.method, request.params)

    def run(self, method: str, params: "Any") -> "Any":
        function = (self.plugin.own or ((),) * 3)[2]
        if method not in function:
            raise RpcError(-32601, f"method not found: {method}")
        return function[method](*(params if isinstance(params, list) else []))

    def notified(self, method: str, params: "Any") -> None:
        if self.plugin.own and method in self.plugin.own[2]:
            self.workers.run(lambda: self.run(method, params))


class Mcp(Session):
    contract = "mcp"
    at_once = ("initialize", "ping", "logging/setLevel", "tools/list", "server/discover")
    MODERN = "2026-07-28"
    LEGACY = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
    LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
    META = "io.modelcontextprotocol/"

    def __init__(self, plugin: Plugin, wire: "Any" = None) -> None:
        super().__init__(plugin, wire)
        self.greeted, self.level = False, "debug"

    def new_call(self, request: Request) -> Call:
        meta = self.meta(request)
        token = meta.get("progressToken")
        modern = self.META + "protocolVersion" in meta

        def back(method: str, params: dict) -> None:
            if not call.unwanted:
                request.send({"jsonrpc": "2.0", "method": method, "params": params})

        def log(level: str, message: str, fields: "Any") -> None:
            level = {"warn": "warning", "trace": "debug"}.get(level, level)
            level = level if level in self.LEVELS else "info"
            least = meta.get(self.META + "logLevel") if modern else self.level
            if least and self.LEVELS.index(level) >= self.LEVELS.index(least):
                data = {"message": message, "fields": fields} if fields else message
                back("notifications/message",
                     {"level": level, "logger": self.plugin.name, "data": data})

        def progress(done: float, total: "Optional[float]", message: str) -> None:
            if isinstance(token, (str, int, float)):
                more = {"total": total, "message": message or None}
                back("notifications/progress", {
                    "progressToken": token, "progress": done,
                    **{name: value for name, value in more.items() if value is not None}})
        call = Call("mcp", log=log, progress=progress)
        return call

    @staticmethod
    def meta(request: Request) -> dict:
        meta = request.params.get("_meta") if isinstance(request.params, dict) else None
        return meta if isinstance(meta, dict) else {}

    def answer(self, request: Request, call: Call) -> "Any":
        method, meta = request.method, self.meta(request)
        if not isinstance(request.params, dict):
            raise RpcError(-32602, "params must be an object")
        if self.META + "protocolVersion" not in meta:
            if method == "initialize":
                asked = request.member("protocolVersion", str)
                self.greeted = True
                return {"protocolVersion": asked if asked in self.LEGACY else self.LEGACY[0],
                        "capabilities": self.capabilities(), "serverInfo": self.info()}
            if method == "ping":
                return {}
            if self.greeted and method == "logging/setLevel":
                self.level = self.known_level(request.member("level", str))
                return {}
            if self.greeted:
                return self.serve(request, call)
        self.check_terms(meta)
        if method == "server/discover":
            result = {"supportedVersions": [self.MODERN, *self.LEGACY],
                      "capabilities": self.capabilities()}
        elif method == "subscriptions/listen":
            result = self.listen(request, call)
        else:
            result = self.serve(request, call)
        if method != "tools/call" and method != "subscriptions/listen":
            result = {**result, "ttlMs": 0, "cacheScope": "private"}
        return {"resultType": "complete",
                "_meta": {self.META + "serverInfo": self.info()}, **result}

    def check_terms(self, meta: dict) -> None:
        version, needed = meta.get(self.META + "protocolVersion"), "clientCapabilities"
        if version is not None and version != self.MODERN:
            raise RpcError(-32022, "Unsupported protocol version", {
                "supported": [self.MODERN, *self.LEGACY], "requested": version})
        if version is None or not isinstance(meta.get(self.META + needed), dict):
            raise RpcError(-32602, f"params._meta lacks {self.META}protocolVersion or {needed}; "
                                   "start with initialize, or send them with every request")
        if self.META + "logLevel" in meta:
            self.known_level(meta[self.META + "logLevel"])

    def known_level(self, level: "Any") -> str:
        if level not in self.LEVELS:
            raise RpcError(-32602, f"unknown log level: {level}")
        return level

    def capabilities(self) -> dict:
        return {**({"tools": {}} if self.plugin.unary_and_streams() else {}), "logging": {}}

    def info(self) -> dict:
        return {"name": self.plugin.name, "title": self.plugin.title,
                "version": self.plugin.version}

    def listen(self, request: Request, call: Call) -> dict:
        """Nothing here ever changes, so a subscription is acknowledged and then waits."""
        meta = {self.META + "subscriptionId": json.loads(request.id_text)}
        request.send({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
                      "params": {"_meta": meta, "notifications": {}}})
        call.wait()
        return {"_meta": meta}

    def serve(self, request: Request, call: Call) -> dict:
        tools = self.plugin.unary_and_streams()
        if not tools or request.method not in ("tools/list", "tools/call"):
            raise RpcError(-32601, f"method not found: {request.method}")
        if request.method == "tools/list":
            return {"tools": [{"name": tool.name, "description": tool.description,
                               "inputSchema": tool.schema} for tool in tools]}
        tool = self.plugin.tools.get(request.member("name", str))
        if tool not in tools:
            raise RpcError(-32602, f"unknown tool: {request.params['name']}")
        try:
            result = self.execute(tool, request.member("arguments", dict, {}), call)
        except Exception as failure:
            error = tool_error(failure)
            return {"content": [{"type": "text", "text": f"{error.code}: {error.message}"}],
                    "isError": True}
        return result

    def execute(self, tool: Tool, value: dict, call: Call) -> dict:
        if tool.kind == "stream":
            output: "Any" = []
            for message in tool.messages(value, call):
                output.append(message)
                call.progress(len(output), None, dump(message, False))
        else:
            output = tool.run(value, call)
        text = output if isinstance(output, str) else dump(output, False)
        result: dict = {"content": [{"type": "text", "text": text}], "isError": False}
        if tool.kind == "stream":
            result["structuredContent"] = {"messages": output}
        elif text.startswith("{") and not isinstance(output, str):
            result["structuredContent"] = output
        return result

    def notified(self, method: str, params: "Any") -> None:
        if method == "notifications/cancelled" and isinstance(params, dict):
            call = self.calls.get(dump(params.get("requestId")))
            if call:
                call.unwanted = True
                call.cancel()

    def stray(self) -> None:
        self.send({"jsonrpc": "2.0", "id": None,
                   "error": {"code": -32700, "message": "Parse error"}})


# --- Serving -------------------------------------------------------------------------------------


def serve_stdio(plugin: Plugin) -> None:
    wire = Wire()
    try:
        session, text = choose(plugin, wire)
    except BadInput as wrong:
        raise fail(f"{plugin.name}: {wrong}") from None
    if session is None:
        return

    def read() -> None:
        message = text
        try:
            while message is not None:
                session.take(message)
                message = wire.next()
        except BadInput as wrong:
            sys.stderr.write(f"{plugin.name}: {wrong}\n")
        finally:
            session.done.set()

    threading.Thread(target=read, daemon=True).start()
    session.done.wait()
    session.finish()
    # Threads of the plugin's own must not outlive the host for long.
    last = threading.Timer(FAREWELL, os._exit, [0])
    last.daemon = True
    last.start()


def fail(sentence: str) -> SystemExit:
    sys.stderr.write(sentence + "\n")
    return SystemExit(2)


def choose(plugin: Plugin, wire: Wire) -> "Tuple[Optional[Session], Optional[bytes]]":
    """Whose contract the first message is of; requests that tell nothing are answered."""
    text = wire.first()
    while text:
        try:
            message = json.loads(text)
            method, params = message.get("method"), message.get("params")
        except (ValueError, AttributeError):
            raise BadInput("expected a JSON object as the first message") from None
        params = params if isinstance(params, dict) else {}
        kind: "Any" = None
        if method == "initialize" and isinstance(params.get("contract"), str):
            kind = Own
        if wire.lines:
            if message.get("type") == "handshake":
                kind = Rune
            elif method == "initialize" and ("expectedProtocolId" in params
                                             or "hostVersion" in params):
                kind = Bowire
            elif kind is None and isinstance(method, str):
                kind = Mcp
            elif kind is None:
                raise BadInput("expected a handshake or a JSON-RPC request as the first line")
        elif method == "plugin/init":
            kind = Ainb
        elif method == "initialize" and "bento_version" in params:
            kind = Bento
        if kind:
            return kind(plugin, wire), text
        if isinstance(method, str) and message.get("id") is not None:
            error = RpcError(-32601, f"method not found: {method}").body()
            wire.send('{"jsonrpc":"2.0","id":%s,"error":%s}' % (id_text(message, text), dump(error)))
        text = wire.next()
    return None, None


# --- HTTP: /mcp is MCP's streamable HTTP, every other path is bowire's ----------------------------


def serve_http(plugin: Plugin, port: int) -> None:
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
    from uuid import uuid4
    import re
    listeners: "List[Any]" = []

    class Broadcast:
        @staticmethod
        def send(text: str) -> None:
            for listener in list(listeners):
                listener.put(text)

    class Nobody:
        @staticmethod
        def send(text: str) -> None:
            """What belongs to no request has no place here."""

    bowire, modern = Bowire(plugin, Broadcast()), Mcp(plugin, Nobody())
    sessions: "Dict[str, Mcp]" = {}
    local = re.compile(r"(https?://)?(localhost|127\.0\.0\.1|\[::1\])(:\d+)?", re.IGNORECASE)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        streaming = False

        def log_message(self, *_: "Any") -> None:
            """Standard error is the plugin's."""

        def allowed(self) -> bool:
            """Pages of other sites must not reach the plugin."""
            names = [self.headers.get("Host", ""), self.headers.get("Origin") or "localhost"]
            if all(local.fullmatch(name) for name in names):
                return True
            self.close_connection = True  # its body is not read
            self.refuse(403, -32600, "only programs of this machine may talk to the plugin")
            return False

        def end(self, status: int, text: "Optional[str]" = None, **headers: str) -> None:
            body = b"" if text is None else text.encode("ascii")
            self.send_response(status)
            if text is not None:
                self.send_header("Content-Type", "application/json")
            for name, value in headers.items():
                self.send_header(name.replace("_", "-"), value)
            if status != 204:
                self.send_header("Content-Length", str(len(body)))
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

        def refuse(self, status: int, code: int, sentence: str) -> None:
            self.end(status, dump({"jsonrpc": "2.0", "error": RpcError(code, sentence).body()}))

        def begin_events(self) -> None:
            self.streaming, self.close_connection = True, True
            self.send_response(200)
            self.send_header("Content-Type", "text/event-stream")
            self.send_header("Cache-Control", "no-cache")
            self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.flush()

        def event(self, text: str) -> None:
            if not self.streaming:
                self.begin_events()
            self.wfile.write(b"data: " + text.encode("ascii") + b"\n\n")
            self.wfile.flush()

        @property
        def is_mcp(self) -> bool:
            return self.path.partition("?")[0] == "/mcp"

        def do_GET(self) -> None:
            if not self.allowed():
                return
            if self.is_mcp:
                return self.end(405, Allow="POST, DELETE")
            inbox: "queue.SimpleQueue" = queue.SimpleQueue()
            listeners.append(inbox)
            try:
                self.begin_events()
                while True:
                    try:
                        self.event(inbox.get(timeout=1))
                    except queue.Empty:
                        self.wfile.write(b":\n\n")  # tells whether anybody is there
            except OSError:
                pass
            finally:
                listeners.remove(inbox)

        def do_DELETE(self) -> None:
            if not self.allowed():
                return
            session = sessions.pop(self.headers.get("Mcp-Session-Id", ""), None)
            if session is None:
                return self.refuse(404, -32600, "Session not found")
            session.over()
            self.end(204)

        def do_POST(self) -> None:
            if not self.allowed():
                return
            length = self.headers.get("Content-Length", "")
            if not length.isdigit() or int(length) > MOST_BYTES:
                self.close_connection = True
                return self.refuse(411 if not length else 413, -32600, "send a Content-Length")
            text = self.rfile.read(int(length))
            try:
                message = json.loads(text)
            except ValueError:
                return self.refuse(400, -32700, "Parse error")
            if not isinstance(message, dict):
                return self.refuse(400, -32600, "send one message at a time")
            if self.is_mcp:
                return self.mcp(message, text)
            if not isinstance(message.get("method"), str):
                return self.refuse(400, -32600, "send a request")
            message.setdefault("id", None)
            request = Request(message, id_text(message, text), lambda _: None)
            reply, work = bowire.reply(request)
            self.end(200, reply)
            if work and request.method != "shutdown":  # others may still use the service
                bowire.workers.run(work)

        def mcp(self, message: dict, text: bytes) -> None:
            accept = self.headers.get("Accept", "application/json")
            anything = "*/*" in accept
            json_too = anything or "application/json" in accept or "application/*" in accept
            self.events = anything or "text/event-stream" in accept or "text/*" in accept
            kind = self.headers.get("Content-Type", "").partition(";")[0].strip().lower()
            method, params = message.get("method"), message.get("params", {})
            if kind != "application/json":
                return self.refuse(415, -32600, "send application/json")
            if not json_too and not self.events:
                return self.refuse(406, -32600, "accept application/json and text/event-stream")
            if message.get("jsonrpc") != "2.0":
                return self.refuse(400, -32600, 'jsonrpc must be "2.0"')
            if "id" in message and type(message["id"]) not in (str, int, float):
                return self.refuse(400, -32600, "id must be a string or a number")
            about = id_text(message, text) if "id" in message else "null"
            meta = params.get("_meta") if isinstance(params, dict) else None
            meta = meta if isinstance(meta, dict) else {}
            version = self.headers.get("MCP-Protocol-Version")
            is_modern = Mcp.META + "protocolVersion" in meta or (
                version is not None and version not in Mcp.LEGACY)
            name, more = self.headers.get("Mcp-Session-Id"), {}
            session = modern if is_modern else sessions.get(name or "")
            try:
                if is_modern and "id" in message:
                    self.check_headers(method, params, meta)
                    modern.check_terms(meta)
                elif not is_modern and method == "initialize" and "id" in message:
                    session, name = Mcp(plugin, Nobody()), str(uuid4())
                    if len(sessions) >= 1000:
                        sessions.pop(next(iter(sessions)))
                    sessions[name], more["Mcp_Session_Id"] = session, name
                elif session is None and name:
                    return self.refuse(404, -32600, "Session not found")
                elif session is None:
                    raise RpcError(-32600, "no Mcp-Session-Id: start with initialize, or send "
                                           "_meta with every request")
            except RpcError as error:
                return self.end(400, '{"jsonrpc":"2.0","id":%s,"error":%s}'
                                % (about, dump(error.body())))
            if not isinstance(method, str) or "id" not in message:
                if isinstance(method, str):
                    session.notified(method, params)
                return self.end(202)
            self.run(session, message, about, is_modern, json_too, more)

        def run(self, session: Mcp, message: dict, about: str, is_modern: bool, json_too: bool,
                more: dict) -> None:
            """One JSON answer if it comes soon and alone, else a stream; who leaves, cancels."""
            done, out = object(), queue.SimpleQueue()
            request = Request(message, about, lambda one: out.put(dump(one)))
            replies: "List[Optional[str]]" = []

            def work() -> None:
                try:
                    replies.append(session.reply(request)[0])
                finally:
                    out.put(done)
            session.workers.run(work)
            try:
                while True:
                    try:
                        text = out.get(timeout=1)
                    except queue.Empty:
                        if self.events and not self.streaming:
                            self.begin_events()
                        if self.streaming:
                            self.wfile.write(b":\n\n")
                        continue
                    if text is done:
                        break
                    if self.events:
                        self.event(text)
            except OSError:
                call = session.calls.get(request.id_text)
                return call.cancel() if call else None
            reply = replies[0] if replies else None
            if reply is None:
                return None if self.streaming else self.end(202)
            if self.streaming or not json_too:
                return self.event(reply)
            missing = is_modern and '"error":{"code":-32601' in reply
            self.end(404 if missing else 200, reply, **more)

        def check_headers(self, method: "Any", params: dict, meta: dict) -> None:
            """The headers of a request without a session repeat parts of its body."""
            def same(name: str, wanted: "Any") -> None:
                sent = self.headers.get(name)
                value = sent = sent and sent.strip()
                if sent and sent.startswith("=?base64?") and sent.endswith("?="):
                    value = to_bytes(sent[9:-2]).decode("utf-8", "replace")
                if sent is None or (wanted is not None and value != wanted):
                    wrong = "is missing" if sent is None else "says something else than the body"
                    raise RpcError(-32020, f"Header mismatch: {name} {wrong}")
            same("MCP-Protocol-Version", meta.get(Mcp.META + "protocolVersion"))
            if Mcp.META + "protocolVersion" in meta:
                modern.check_terms(meta)
            same("Mcp-Method", method)
            if method == "tools/call":
                same("Mcp-Name", params.get("name"))

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 128

    with Server(("127.0.0.1", port), Handler) as server:
        sys.stdout = sys.stderr
        sys.stderr.write(f"listening on http://127.0.0.1:{server.server_address[1]}\n")
        sys.stderr.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            pass


# --- Files that contracts want beside a program ---------------------------------------------------

MARK = "generated by polyplug-sdk"


def write_files(plugin: Plugin, contract: str, folder: str, words: "List[str]") -> None:
    files = files_for(plugin, contract, words, os.path.abspath(folder))
    if files is None:
        raise fail(f"there is no contract {contract}; try rune, bowire, ainb, bento, mcp or bab")
    os.makedirs(folder, exist_ok=True)
    for name, text in files.items():
        path = os.path.join(folder, name)
        if os.path.exists(path) and not is_generated(path):
            if contract == "ainb" and name == plugin.name:
                continue  # a program of the author's own
            raise fail(f"{name} is there already and does not say that it was {MARK}; "
                       "remove it first")
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        if text.startswith("#!"):
            os.chmod(path, 0o755)


def is_generated(path: str) -> bool:
    with open(path, encoding="utf-8", errors="replace") as file:
        text = file.read()
    try:
        return json.loads(text).get("generated_by") == "polyplug-sdk"
    except (ValueError, AttributeError):
        return any(MARK in line for line in text.split("\n", 2)[:2])


def files_for(plugin: Plugin, contract: str, words: "List[str]",
              folder: str) -> "Optional[Dict[str, str]]":
    """What a contract wants: the text of each file; None for a contract that is not known.

    What lies in the folder is named from there where a contract lets a file find its own place,
    so that the folder can be moved, packed and cloned.
    """
    name, (command, *args), tools = plugin.name, words, plugin.unary_and_streams()

    def document(**members: "Any") -> str:
        value = {"generated_by": "polyplug-sdk", **members}
        return json.dumps(value, ensure_ascii=False, indent=2) + "\n"

    def beside(word: str) -> "Optional[str]":
        path = os.path.normpath(word)
        return os.path.relpath(path, folder) if path.startswith(os.path.join(folder, "")) else None

    def in_shell(word: str) -> str:
        path = beside(word)
        quoted = "'" + (word if path is None else path).replace("'", "'\\''") + "'"
        return quoted if path is None else '"$here"/' + quoted

    def in_adapter(word: str) -> str:
        path = beside(word)
        return dump(word, False) if path is None else "here + " + dump(path, False)

    moves = any(beside(word) for word in words)
    script = (f"#!/bin/sh\n# {MARK}\n" + (SCRIPT_HERE if moves else "")
              + f'exec {" ".join(map(in_shell, words))} "$@"\n')
    if contract == "rune":
        return {"rterm-plugin.json": document(
            plugin_id=name, plugin_version=plugin.version, protocol_version="rterm.plugin.v1",
            display_name=plugin.title, description=plugin.description,
            capabilities=plugin.rune_capabilities(), process={"command": command, "args": args},
            tools=[{"name": tool.name, "description": tool.description,
                    "input_schema": tool.schema} for tool in tools])}
    if contract == "bowire":
        return {"sidecar.json": document(
            packageId=name, version=plugin.version, transport="stdio", executable=command,
            protocol={"id": name, "name": plugin.title}, args=args)}
    if contract == "ainb":
        # Each JSON value is a TOML value too, since no table is deeper than this.
        tables = "\n".join(
            f"[{table}]\n" + "".join(f"{key} = {dump(value, False)}\n" for key, value in of.items())
            for table, of in plugin.ainb_manifest().items())
        return {"manifest.toml": f"# {MARK}\n{tables}", name: script}
    if contract == "bento":
        return {f"bento-adapter-{name}": script}
    if contract == "mcp":
        return {"mcp.json": document(mcpServers={name: {"command": command, "args": args}})}
    if contract == "bab":
        roles = [{"name": called, **({"description": tool.description} if tool.description else {}),
                  "args": {"tool": tool.name}}
                 for called, tool in [("default", tool) for tool in tools[:1]]
                 + [(tool.name, tool) for tool in tools]]
        manifest = {"id": name, "name": plugin.title, "version": plugin.version,
                    "command": "sh" if beside(command) else command, "roles": roles}
        lines = [f"{key}: {dump(value, False)}\n" for key, value in manifest.items()]
        adapter = (BAB_ADAPTER.replace("MARK", MARK).replace("HERE", ADAPTER_HERE if moves else "")
                   .replace("PROGRAM", f"command: {in_adapter(command)}, " if beside(command) else "")
                   .replace("WORDS", "[" + ", ".join(map(in_adapter, args)) + "]"))
        return {"manifest.yaml": f"# {MARK}\n" + "".join(lines), "adapter.ts": adapter}
    return None


SCRIPT_HERE = """self=$0
if [ -h "$self" ]; then self=$(readlink -f "$self"); fi
case $self in */*) here=${self%/*} ;; *) here=. ;; esac
"""

ADAPTER_HERE = 'const here = decodeURIComponent(new URL(".", import.meta.url).pathname);\n\n'

BAB_ADAPTER = """// MARK
HEREexport default {
  buildCommand: (input) => ({
    PROGRAMargs: [...WORDS, "--tool", String(input.role.args.tool)],
    stdin: input.prompt,
  }),
  parseResult({ stdout, stderr, exitCode }) {
    if (exitCode !== 0) throw new Error(stderr.trim() || "it failed with exit code " + exitCode);
    return { content: stdout, metadata: {} };
  },
};
"""
