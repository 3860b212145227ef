import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { allVectors, load, Mismatch, ROOT, run } from "./vectors.mjs";

const SAMPLE = [process.execPath, join(ROOT, "..", "node", "sample.mjs")];
const all = allVectors();

test("there are vectors", () => assert.ok(all.length > 100));

test("the sample says what the vectors say", { concurrency: 4 }, async (t) => {
  await Promise.all(all.map(([contract, name]) =>
    t.test(`${contract}/${name}`, () => run(contract, load(contract, name), SAMPLE))));
});

/** A program that says these lines and ends with this code. */
const saying = (text, code = 0) => [process.execPath, "-e",
  `process.stdin.resume(); process.stdout.write(${JSON.stringify(text)}, () => process.exit(${code}))`];

for (const [what, contract, steps, text, told, code] of [
  ["another value", "mcp", [{ plugin: { a: 1 } }], '{"a":2}\n', /step 1: expected \{"a":1\}, seen \{"a":2\}/],
  ["a member too many", "mcp", [{ plugin: { a: 1 } }], '{"a":1,"b":2}\n', /step 1: .*"b":2/],
  ["a member too few", "mcp", [{ plugin: { a: 1, "...": true } }], '{"b":2}\n', /step 1: .*seen \{"b":2\}/],
  ["another text in base64", "mcp", [{ plugin: { a: { $base64: "x" } } }], '{"a":"eQ=="}\n', /step 1: .*eQ==/],
  ["other JSON in a text", "mcp", [{ plugin: { a: { $json: [1] } } }], '{"a":"[2]"}\n', /step 1: .*\[2\]/],
  ["a text for a number", "mcp", [{ plugin: "$int" }], '"1"\n', /step 1: expected "\$int", seen "1"/],
  ["another id than before", "mcp", [{ plugin: "$id:x" }, { plugin: "$id:x" }], "1\n2\n", /step 2: .*seen 2/],
  ["no frame in any order", "mcp", [{ plugin_in_any_order: [1, 2] }], "2\n3\n", /step 1: expected 1, seen 3/],
  ["nothing more", "mcp", [{ plugin: 1 }, { plugin: 2 }], "1\n", /step 2: expected 2, seen "the end/],
  ["a frame too many", "mcp", [{ plugin: 1 }, { exit: 0 }], "1\n2\n", /step 2: .*seen 2/],
  ["another exit code", "mcp", [{ exit: 0 }], "", /step 1: expected \{"exit":0\}, seen \{"exit":3/, 3],
  ["a line that is no JSON", "mcp", [{ plugin: "$text" }], "hello\n", /step 1: .*no frame/],
  ["a line that is not ASCII", "bowire", [{ plugin: "é" }], '"é"\n', /step 1: .*not ASCII/],
  ["a wrong header", "ainb", [{ plugin: 1 }], "1\n", /step 1: .*no frame/],
]) {
  test(`a vector tells ${what}`, () => assert.rejects(run(contract, { steps }, saying(text, code)), (failure) => {
    assert.ok(failure instanceof Mismatch, String(failure));
    assert.match(failure.message, told);
    return true;
  }));
}
