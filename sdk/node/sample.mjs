// What the vectors talk to: one of everything that a plugin can have.
import { statSync } from "node:fs";
import { join } from "node:path";
import { AdapterError, plugin, ToolError } from "./polyplug-sdk.mjs";

const text = { type: "string" };
const input = (properties, ...required) => ({ type: "object", properties, required });
const detect = (dir) => !!statSync(join(dir, "sample.toml"), { throwIfNoEntry: false })?.isFile();
const board = { last: "-", news: "" };

const sample = plugin("sample", { version: "1.2.3", title: "Sample", description: "What the vectors talk to." })
  .asks("event_bus")
  .publishes("sample.topic")
  .hears("sample.news", (payload) => { board.news = payload.toString(); })
  .tool("echo", {
    description: "Repeats a text.",
    input: input({ text: { ...text, description: "What to repeat." }, times: { type: "integer" } }, "text"),
  }, ({ text, times = 1 }) => ({ text: text.repeat(times), length: [...text].length * times }))
  .tool("fail", { description: "Fails as told.", input: input({ code: text, message: text }, "code", "message") },
    ({ code, message }) => { throw new ToolError(code, message); })
  .tool("break", { description: "Breaks." }, () => { throw new Error("boom"); })
  .tool("note", { description: "Logs and tells of progress." }, (_, call) => {
    call.log("info", "noted", { n: 1 });
    call.progress(1, 2, "half");
    return { ok: true };
  })
  .tool("share", { description: "Publishes a text.", input: input({ text }, "text") }, async ({ text }, call) => {
    await call.host.publish("sample.topic", text);
    const { payload, version } = await call.host.snapshot("sample.topic");
    return { version, text: payload && payload.toString() };
  })
  .tool("wait", { description: "Waits until it is cancelled." }, async (_, call) => {
    await new Promise((over) => call.signal.addEventListener("abort", over));
    throw new ToolError("cancelled", "nobody waits any more");
  })
  .stream("count", { description: "Counts.", input: input({ to: { type: "integer" } }, "to") }, async function* ({ to }) {
    for (let n = 1; n <= to; n++) yield { n };
  })
  .channel("mirror", { description: "Sends back." }, async (channel) => {
    for await (const message of channel) channel.send({ back: message });
  })
  .screen("board", {
    render({ width, height }, picture) {
      picture.text(0, 0, `Board ${width}x${height}`, { fg: [255, 255, 255], bold: true });
      picture.text(0, 1, board.last);
      picture.text(0, 2, board.news);
    },
    key(key) { board.last = key.text; },
  })
  .adapter({
    displayName: "Sample",
    fingerprintFiles: ["sample.toml"],
    tasks: [{ name: "build", run: "echo sample build", inputs: ["**/*"] }, { name: "test", run: "true" }],
    hooks: { lint: { rerun: { kind: "append_args", args: ["--json"] }, parser: "plugin" } },
    detect: ({ dir }) => detect(dir),
    requiredToolchain: ({ dir }) => (detect(dir) ? { tool: "sample", version: "1.0" } : null),
    fingerprint: () => "sample 1.0",
    install({ dish_name }, call) {
      call.log("info", `installing ${dish_name}`);
      const data = { exit_status: 1, command: "sample install" };
      if (dish_name === "bad") throw new AdapterError(2001, "sample install failed", data);
    },
    parseDiagnostics: ({ stdout }) => stdout.split("\n")
      .map((line) => /^([^:]+):(\d+): (.*)$/su.exec(line)).filter((found) => found !== null)
      .map(([, file, line, message]) => ({ file, line: Number(line), severity: "error", message, source: "sample" })),
  });

const host = sample.implement("acme.greeter", 1, {
  greet: (name) => `Hello, ${name}!`,
  relay: (said) => host.call("shout", said),
});

sample.serve();
