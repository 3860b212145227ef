"""The plugin of the tests, with the SDK for Python: NAME [asks]."""
import os
import sys
import threading

from polyplug_sdk import Plugin, ToolError

plugin = Plugin(sys.argv[1], version="1.0.0")
if "asks" in sys.argv:
    plugin.asks("shout")


def fail(code, message):
    raise ToolError(code, message)


def crash():
    print("going down", file=sys.stderr, flush=True)
    os._exit(7)


def tally(words):
    return {word["text"]: word["times"] for word in words}


application = plugin.implement("acme.greeter", 1, {
    "greet": lambda name: 5 if name == "number" else f"Hello, {name}!",
    "relay": lambda text: application.call("shout", text),
    "count": lambda text: application.call("letters", text),
    "tally": tally,
    "find": lambda key: "found" if key == "key" else None,
    "process": os.getpid,
    "crash": crash,
    "rest": lambda: threading.Event().wait(),
    "fail": fail,
    "remember": lambda text: application.notify("heard", text),
})
plugin.serve([])
