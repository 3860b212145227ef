// {{title}}: the host's first bytes tell which contract is spoken.
{{#bento}}
import { existsSync } from "node:fs";
import { join } from "node:path";
{{/}}
import { plugin, ToolError } from "./polyplug-sdk.mjs";

const string = (description) => ({ type: "string", description });
const integer = (description) => ({ type: "integer", description });
const input = (properties) => ({ type: "object", properties, required: Object.keys(properties) });
{{#ainb}}
let pressed = "nothing";
{{/}}

plugin("{{name}}", { version: "0.1.0", title: "{{title}}", description: "Greets and counts." })
  .tool("greet", { description: "Greets somebody.", input: input({ name: string("Whom to greet.") }) }, ({ name }) => {
    if (!name.trim()) throw new ToolError("no_name", "there is nobody to greet");
    return { greeting: `Hello, ${name}!` };
  })
  .stream("count", { description: "Counts.", input: input({ to: integer("How far to count.") }) }, function* ({ to }) {
    for (let n = 1; n <= to; n++) yield { n };
  })
{{#ainb}}
  .screen("{{name}}", {
    render(size, picture) {
      picture.text(0, 0, "{{title}}", { bold: true });
      picture.text(0, 1, `pressed: ${pressed}`);
    },
    key(key) {
      pressed = key.text;
    },
  })
{{/}}
{{#bento}}
  .adapter({
    displayName: "{{title}}",
    fingerprintFiles: ["{{name}}.toml"],
    tasks: [{ name: "build", run: "cat {{name}}.toml", inputs: ["**/*"] }],
    detect: ({ dir }) => existsSync(join(dir, "{{name}}.toml")),
  })
{{/}}
  .serve();
