import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { plugin, ToolError } from "../polyplug-sdk.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const SAMPLE = [join(HERE, "..", "sample.mjs")];

/** Runs a program to its end. */
async function run(args, input = "", options = {}) {
  const child = spawn(process.execPath, args, options);
  let out = "", err = "";
  child.stdout.setEncoding("utf8").on("data", (text) => { out += text; });
  child.stderr.setEncoding("utf8").on("data", (text) => { err += text; });
  child.stdin.on("error", () => {}); // one that reads nothing may be gone already
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return { code, out, err };
}

const sample = (words, input) => run([...SAMPLE, ...words], input);

test("describe", async () => {
  const found = JSON.parse((await sample(["--describe"])).out);
  assert.deepEqual([found.name, found.screens, found.adapter], ["sample", ["board"], true]);
  assert.equal(found.tools.filter((tool) => tool.kind === "unary").length, 6);
});

for (const [name, input, code, out, err] of [
  ["echo", '{"text":"ab"}', 0, '{"text":"ab","length":2}\n', ""],
  ["echo", "plain", 0, '{"text":"plain","length":5}\n', ""],
  ["count", '{"to":2}', 0, '[{"n":1},{"n":2}]\n', ""],
  ["fail", '{"code":"a","message":"b"}', 1, "", "a: b\n"],
  ["nothing", "", 1, "", "not_found: sample has no tool nothing\n"],
  ["share", "x", 1, "", "unsupported: host.publish is not possible under a command line\n"],
]) {
  test(`${name} as a command with ${input}`, async () =>
    assert.deepEqual(await sample(["--tool", name], input), { code, out, err }));
}

const PROGRAM = (body) => `import { plugin } from ${JSON.stringify(join(HERE, "..", "polyplug-sdk.mjs"))};
plugin("test")${body}.serve();`;
const rune = (input) => [{ type: "handshake", protocol_version: "rterm.plugin.v1" },
  { type: "request", request_id: "r", tool_name: "it", context: {}, input }]
  .map((line) => JSON.stringify(line) + "\n").join("");

test("what a plugin prints goes to standard error", async () => {
  const source = PROGRAM('.tool("it", {}, () => { console.log("hey"); process.stdout.write("ho\\n"); return 1; })');
  const { out, err } = await run(["--input-type=module", "-e", source], rune({}));
  assert.equal(out.trimEnd().split("\n").length, 2);
  assert.equal(JSON.parse(out.split("\n")[1]).output, 1);
  assert.equal(err, "hey\nho\n");
});

const zone = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const schema = { properties: { zone, all: { type: "array", items: { type: "integer" } }, kind: { enum: ["a"] } }, required: ["zone"] };
for (const [input, told] of [
  [{}, "zone is missing"],
  [[], "the input must be of type object, but is of type array"],
  [{ zone: 1 }, "zone must be of type object, but is of type integer"],
  [{ zone: {} }, "zone.name is missing"],
  [{ zone: { name: true } }, "zone.name must be of type string, but is of type boolean"],
  [{ zone: { name: "" }, all: [1, 1.5] }, "all[1] must be of type integer, but is of type number"],
  [{ zone: { name: "" }, kind: "b" }, 'kind must be one of ["a"]'],
]) {
  test(`input ${JSON.stringify(input)} is refused by name`, async () => {
    const source = PROGRAM(`.tool("it", { input: ${JSON.stringify(schema)} }, () => "must not run")`);
    const { out } = await run(["--input-type=module", "-e", source], rune(input));
    assert.deepEqual(JSON.parse(out.split("\n")[1]).error, { code: "invalid_input", message: told });
  });
}

test("two tools of one name are refused", () => assert.throws(
  () => plugin("test").tool("it", {}, () => 1).stream("it", {}, () => []), /two tools that are called it/));

test("a host that is not there is no host", () => assert.rejects(
  plugin("test").implement("acme", 1, {}).call("it"), (failure) => failure instanceof ToolError && failure.code === "unsupported"));

test("written files are written again and others are kept", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "sdk-"));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [contract, name] of [["rune", "rterm-plugin.json"], ["bowire", "sidecar.json"], ["mcp", "mcp.json"],
    ["ainb", "manifest.toml"], ["bento", "bento-adapter-sample"], ["bab", "manifest.yaml"]]) {
    const path = join(folder, name);
    assert.equal((await sample(["--write", contract, folder])).code, 0);
    assert.deepEqual(await sample(["--write", contract, folder, "--command", "new'word"]), { code: 0, out: "", err: "" });
    if (contract !== "ainb") assert.match(readFileSync(path, "utf8"), /new'/);
    writeFileSync(path, "mine");
    const refused = await sample(["--write", contract, folder]);
    assert.equal(refused.code, 2);
    assert.ok(refused.err.includes(name), refused.err);
  }
  writeFileSync(join(folder, "sample"), "mine");
  rmSync(join(folder, "manifest.toml"));
  assert.equal((await sample(["--write", "ainb", folder])).code, 0);
  assert.equal(readFileSync(join(folder, "sample"), "utf8"), "mine");
  assert.equal((await sample(["--write", "other", folder])).code, 2);
});

let server, port;
before(async () => {
  server = spawn(process.execPath, [...SAMPLE, "--http", "0"], { stdio: ["ignore", "ignore", "pipe"] });
  const [line] = await once(server.stderr.setEncoding("utf8"), "data");
  port = Number(/^listening on http:\/\/127\.0\.0\.1:(\d+)\n$/.exec(line)[1]);
});
after(() => server.kill("SIGKILL"));

/** A request whose answer is read to its end. */
async function post(path, message, headers = {}) {
  const all = { "Content-Type": "application/json", ...headers };
  const asked = request({ host: "127.0.0.1", port, path, method: "POST", headers: all, agent: false });
  asked.end(typeof message === "string" ? message : JSON.stringify(message));
  const [answer] = await once(asked, "response");
  let text = "";
  for await (const chunk of answer.setEncoding("utf8")) text += chunk;
  return { status: answer.statusCode, headers: answer.headers, text };
}

async function rpc(path, method, params, headers) {
  const { status, text } = await post(path, { jsonrpc: "2.0", id: 1, method, params }, headers);
  return { status, ...JSON.parse(text) };
}

test("bowire answers over HTTP and tells events", async () => {
  const listening = request({ host: "127.0.0.1", port, path: "/", headers: { Accept: "text/event-stream" }, agent: false }).end();
  const [stream] = await once(listening, "response");
  assert.equal(stream.headers["content-type"], "text/event-stream");
  const hello = await rpc("/", "initialize", { hostVersion: "1", expectedProtocolId: "sample" });
  assert.equal(hello.result.id, "sample");
  const asked = { service: "sample", method: "count", jsonMessages: ['{"to":2}'], streamId: "s" };
  assert.deepEqual((await rpc("/", "invokeStream", asked)).result, { streamId: "s" });
  let text = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    text += chunk;
    if (text.includes("$/stream/end")) break;
  }
  const methods = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => JSON.parse(line.slice(6)).method);
  assert.deepEqual(methods, ["$/stream/data", "$/stream/data", "$/stream/end"]);
  assert.equal((await post("/", "{")).status, 400);
});

const HELLO = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {} } };

test("MCP over HTTP with a session", async () => {
  const hello = await post("/mcp", HELLO);
  assert.equal(JSON.parse(hello.text).result.protocolVersion, "2025-06-18");
  const session = { "Mcp-Session-Id": hello.headers["mcp-session-id"] };
  const call = { name: "count", arguments: { to: 2 }, _meta: { progressToken: 1 } };
  const streamed = await post("/mcp", { jsonrpc: "2.0", id: "x", method: "tools/call", params: call },
    { ...session, Accept: "application/json, text/event-stream" });
  assert.equal(streamed.headers["content-type"], "text/event-stream");
  const sent = streamed.text.split("\n").filter((line) => line.startsWith("data: ")).map((line) => JSON.parse(line.slice(6)));
  assert.deepEqual(sent.map((one) => one.method ?? one.id), ["notifications/progress", "notifications/progress", "x"]);
  assert.equal((await rpc("/mcp", "tools/call", call, session)).result.isError, false);
  assert.equal((await rpc("/mcp", "tools/list", {}, { "Mcp-Session-Id": "other" })).status, 404);
  assert.equal((await rpc("/mcp", "tools/list", {})).status, 400);
});

test("MCP over HTTP cancels by a notification", async () => {
  const session = { "Mcp-Session-Id": (await post("/mcp", HELLO)).headers["mcp-session-id"] };
  let answer;
  const waiting = post("/mcp", { jsonrpc: "2.0", id: 7, method: "tools/call", params: { name: "wait" } }, session)
    .then((one) => { answer = one; });
  while (!answer) { // the call may not have begun when the first one comes
    const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } };
    assert.equal((await post("/mcp", cancel, session)).status, 202);
  }
  await waiting;
  assert.deepEqual([answer.status, answer.text], [202, ""]);
});

test("MCP over HTTP without a session", async () => {
  const prefix = "io.modelcontextprotocol/";
  const _meta = { [prefix + "protocolVersion"]: "2026-07-28", [prefix + "clientCapabilities"]: {} };
  const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "echo" };
  const call = { name: "echo", arguments: { text: "ab" }, _meta };
  const good = await rpc("/mcp", "tools/call", call, headers);
  assert.deepEqual([good.status, good.result.structuredContent.text], [200, "ab"]);
  const other = await rpc("/mcp", "tools/call", call, { ...headers, "Mcp-Name": "fail" });
  assert.deepEqual([other.status, other.error.code], [400, -32020]);
  const unknown = await rpc("/mcp", "nothing", { _meta }, { ...headers, "Mcp-Method": "nothing" });
  assert.deepEqual([unknown.status, unknown.error.code], [404, -32601]);
});

test("pages of other sites are refused", async () => {
  for (const headers of [{ Origin: "http://example.org" }, { Host: "example.org" }]) {
    for (const path of ["/", "/mcp"]) assert.equal((await post(path, {}, headers)).status, 403);
  }
});
