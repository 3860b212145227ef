"""{{title}}: the host's first bytes tell which contract is spoken."""

{{#bento}}
import os
{{/}}
from typing import Annotated

from polyplug_sdk import Plugin, ToolError

plugin = Plugin("{{name}}", version="0.1.0", title="{{title}}", description="Greets and counts.")


@plugin.tool("greet", description="Greets somebody.")
def greet(name: Annotated[str, "Whom to greet."]) -> dict:
    if not name.strip():
        raise ToolError("no_name", "there is nobody to greet")
    return {"greeting": f"Hello, {name}!"}


@plugin.stream("count", description="Counts.")
def count(to: Annotated[int, "How far to count."]):
    for n in range(1, to + 1):
        yield {"n": n}
{{#ainb}}


@plugin.screen("{{name}}")
class Face:
    pressed = "nothing"

    def render(self, size, picture) -> None:
        picture.text(0, 0, "{{title}}", bold=True)
        picture.text(0, 1, f"pressed: {self.pressed}")

    def key(self, key) -> None:
        self.pressed = str(key)
{{/}}
{{#bento}}


def detect(dir: str) -> bool:
    return os.path.isfile(os.path.join(dir, "{{name}}.toml"))


plugin.adapter(
    display_name="{{title}}",
    fingerprint_files=["{{name}}.toml"],
    tasks=[{"name": "build", "run": "cat {{name}}.toml", "inputs": ["**/*"]}],
    detect=detect)
{{/}}

if __name__ == "__main__":
    plugin.serve()
