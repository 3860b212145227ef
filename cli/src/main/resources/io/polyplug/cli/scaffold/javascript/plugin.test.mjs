import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";

const run = (tool, stdin) => {
  const program = join(import.meta.dirname, "plugin.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, "--tool", tool], { input: stdin, encoding: "utf8" });
  return { status, answer: stdout.trim(), stderr };
};

test("greets", () => assert.equal(run("greet", "Ada").answer, '{"greeting":"Hello, Ada!"}'));

test("greets nobody", () => {
  const { status, stderr } = run("greet", '{"name":" "}');
  assert.equal(status, 1);
  assert.match(stderr, /nobody to greet/);
});

test("counts", () => assert.deepEqual(JSON.parse(run("count", '{"to":2}').answer), [{ n: 1 }, { n: 2 }]));
