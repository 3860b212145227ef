// What was put together here, for other places: a shell, a Java program, a client of the MCP server.

import { kindOf, parse, write } from "/tools/json-text.js";

/** One word of a POSIX shell, whatever is in it. */
export function shellWord(text) {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

export function asCommand(kind, made) {
  const words = ["polyplug", "call"];
  if (made.timeoutMs) {
    words.push("--timeout", `${made.timeoutMs}ms`);
  }
  if (made.target) {
    words.push("--url", made.target);
  }
  for (const [name, value] of Object.entries(made.metadata ?? {})) {
    words.push("-H", `${name}: ${value}`);
  }
  for (const [name, value] of Object.entries(made.context ?? {})) {
    words.push("--context", `${name}=${value}`);
  }
  if (kind === "stream" || kind === "channel") {
    words.push("--kind", kind);
  }
  const names = [made.plugin, made.tool];
  if (names.some((it) => it.startsWith("-"))) {
    words.push("--");
  }
  return [...words, ...names, write(parse(made.input || "{}"))].map(shellWord).join(" ");
}

/** A string of Java. */
function javaString(text) {
  const escaped = text.replaceAll(/[\\"\u0000-\u001f\u007f-\uffff]/g, (c) =>
    c === "\\" || c === '"' ? `\\${c}` : c === "\n" ? "\\n" : c === "\t" ? "\\t" : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"${escaped}"`;
}

export function asJava(kind, made) {
  const withs = [
    made.target ? `\n            .withTarget(${javaString(made.target)})` : "",
    ...Object.entries(made.metadata ?? {}).map(([name, value]) => `\n            .withMetadata(${javaString(name)}, ${javaString(value)})`),
    ...Object.entries(made.context ?? {}).map(([name, value]) => `\n            .withContext(${javaString(name)}, ${javaString(value)})`),
    made.timeoutMs ? `\n            .withTimeout(Duration.ofMillis(${made.timeoutMs}))` : "",
  ].join("");
  const use = {
    call: ["  System.out.println(tool.call(call).output());"],
    stream: ["  try (ToolStream stream = tool.stream(call)) {", "    stream.forEach(System.out::println);", "  }"],
    channel: [
      "  try (ToolChannel channel = tool.open(call)) {",
      '    channel.send(Json.parse("\\"hello\\""));',
      "    channel.closeInput();",
      "    channel.forEach(System.out::println);",
      "  }",
    ],
  };
  return [
    "try (PluginHost host =",
    '    PluginHost.builder().configFile(Path.of("polyplug.toml")).build()) {',
    `  Tool tool = host.plugin(${javaString(made.plugin)}).tool(${javaString(made.tool)});`,
    `  ToolCall call =\n      ToolCall.of(Json.parse(${javaString(write(parse(made.input || "{}")))}))${withs};`,
    ...use[kind],
    "}",
  ].join("\n");
}

/** The name that the MCP server gives a tool, unless two share it or it is too long. */
export function mcpName(id, tool) {
  return `${id}_${tool}`.replaceAll(/[^A-Za-z0-9_-]/g, "_");
}

export function asMcp(id, kind, made) {
  const input = parse(made.input || "{}");
  const given = kind === "channel" ? { messages: [] } : kindOf(input) === "object" ? input : { input };
  return write({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: mcpName(id, made.tool), arguments: given } }, "  ");
}
