#!/usr/bin/env python3
"""Greets. PYTHONPATH names the folder of polyplug_sdk.py."""
from polyplug_sdk import Plugin

plugin = Plugin("ada", version="1.0.0").asks("shout")
application = plugin.implement("acme.greeter", 1, {
    "greet": lambda name: application.call("shout", f"hello, {name}!"),
})
plugin.serve()
