#!/usr/bin/env node
// A rune plugin in JavaScript: turns a title into a slug for a URL.
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const next = async () => JSON.parse((await lines.next()).value);
const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");

const slug = (title) =>
  title.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

const handshake = await next();
send({
  type: "handshake",
  manifest: {
    plugin_id: "example.slug",
    plugin_version: "1.0.0",
    protocol_version: handshake.protocol_version,
    exposed_tools: ["text.slug"],
    capabilities: ["tool.execute"],
  },
});

const { request_id, input } = await next();
if (typeof input.title === "string" && slug(input.title)) {
  send({ type: "response", request_id, status: "ok", output: { slug: slug(input.title) } });
} else {
  const error = { code: "invalid_input", message: "title is required" };
  send({ type: "response", request_id, status: "error", error });
}
process.stdin.destroy();
