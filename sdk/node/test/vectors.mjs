// Runs the vectors of sdk/vectors against a program; see the README there.
import { spawn } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "vectors");
const LIMIT = 10_000;
const HEADERS = ["ainb", "bento", "own-headers"];

/** What a step expected and what it saw. */
export class Mismatch extends Error {
  constructor(step, expected, seen) {
    const show = (value) => JSON.stringify(value).slice(0, 2_000);
    super(`step ${step}: expected ${show(expected)}, seen ${show(seen)}`);
  }
}

/** Each contract and name, in order. */
export const allVectors = () => readdirSync(ROOT).sort()
  .filter((contract) => statSync(join(ROOT, contract)).isDirectory())
  .flatMap((contract) => readdirSync(join(ROOT, contract)).sort()
    .filter((name) => name.endsWith(".json")).map((name) => [contract, name.slice(0, -5)]));

export const load = (contract, name) =>
  JSON.parse(readFileSync(join(ROOT, contract, `${name}.json`), "utf8"));

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** One vector against one process; rejects with a Mismatch at the first step that differs. */
export async function run(contract, vector, [command, ...args]) {
  const headers = HEADERS.includes(contract);
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "pipe"] });
  const ids = new Map();
  const frames = []; // what came and was not looked at yet, in order
  let buffer = Buffer.alloc(0), stderr = "", ended = false, wake = () => {};
  child.stderr.setEncoding("utf8").on("data", (text) => { stderr += text; });
  child.stdin.on("error", () => {}); // a plugin may end without reading
  const exited = new Promise((resolve) => child.on("exit", resolve));
  child.stdout.on("data", (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (let frame = cut(); frame !== undefined; frame = cut()) frames.push(decoded(frame));
    wake();
  });
  child.stdout.on("close", () => {
    if (buffer.length) frames.push({ "no frame": buffer.toString() });
    ended = true;
    wake();
  });

  /** The next frame of the buffer, if it is whole. */
  function cut() {
    const end = headers ? buffer.indexOf("\r\n\r\n") + 4 : buffer.indexOf(10) + 1;
    if (end < (headers ? 4 : 1)) return undefined;
    const length = headers ? Number(/^Content-Length: (\d+)\r/.exec(buffer.toString())?.[1]) : 0;
    if (headers && buffer.length < end + length) return undefined;
    const frame = headers ? buffer.subarray(end, end + length) : buffer.subarray(0, end);
    buffer = buffer.subarray(end + length);
    return frame;
  }

  function decoded(frame) {
    const text = frame.toString("utf8");
    if (contract === "bowire" && /[^\x00-\x7f]/.test(text)) return { "not ASCII": text };
    try {
      return JSON.parse(text);
    } catch {
      return { "no frame": text };
    }
  }

  /** The next frame, undefined at the end. */
  async function next(step, expected) {
    while (!frames.length && !ended) {
      await within(new Promise((resolve) => { wake = resolve; }), step, expected, "nothing in time");
    }
    return frames.shift();
  }

  function within(promise, step, expected, seen) {
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Mismatch(step, expected, seen)), LIMIT);
    });
    return Promise.race([promise, late]).finally(() => clearTimeout(timer));
  }

  async function expect(step, patterns) {
    while (patterns.length) {
      const told = patterns.length === 1 ? patterns[0] : patterns;
      const frame = await next(step, told);
      if (frame === undefined) throw new Mismatch(step, told, `the end, and ${stderr}`);
      const found = patterns.findIndex((one) => matches(one, frame));
      if (found < 0) throw new Mismatch(step, told, frame);
      patterns.splice(found, 1);
    }
  }

  async function end(number, step) {
    for (let frame = await next(number, step); frame !== undefined; frame = await next(number, step)) {
      if (step.rest !== "any") throw new Mismatch(number, step, frame);
    }
    const code = await within(exited, number, step, "it runs on");
    if (code !== step.exit) throw new Mismatch(number, step, { exit: code, stderr });
  }

  /** A value with what stands for others replaced. */
  function value(given, frame) {
    if (Array.isArray(given)) return given.map((one) => value(one, frame));
    if (typeof given === "string") {
      if (given.startsWith("$file:")) return join(ROOT, contract, given.slice(6));
      return frame && given.startsWith("$id:") ? ids.get(given) : given;
    }
    if (!isObject(given)) return given;
    if (given.$repeat) return given.$repeat[0].repeat(given.$repeat[1]);
    if (given.$join) return given.$join.map((one) => value(one, frame)).join("");
    if (frame && "$json" in given) return JSON.stringify(value(given.$json, frame));
    return Object.fromEntries(Object.entries(given).map(([name, one]) => [name, value(one, frame)]));
  }

  function matches(given, seen) {
    const pattern = value(given, false);
    if (typeof pattern === "string" && pattern.startsWith("$id:")) {
      if (!ids.has(pattern)) ids.set(pattern, seen);
      return isDeepStrictEqual(ids.get(pattern), seen);
    }
    if (pattern === "$any") return true;
    if (pattern === "$text") return typeof seen === "string" && seen !== "";
    if (pattern === "$int") return Number.isInteger(seen);
    if (Array.isArray(pattern)) {
      return Array.isArray(seen) && seen.length === pattern.length && pattern.every((one, at) => matches(one, seen[at]));
    }
    if (!isObject(pattern)) return pattern === seen;
    if ("$json" in pattern || "$base64" in pattern) {
      try {
        if ("$json" in pattern) return matches(pattern.$json, JSON.parse(seen));
        const bytes = Buffer.from(seen, "base64");
        return bytes.toString("base64") === seen && matches(pattern.$base64, bytes.toString("utf8"));
      } catch {
        return false;
      }
    }
    const names = Object.keys(pattern).filter((name) => name !== "...");
    return isObject(seen) && ("..." in pattern || names.length === Object.keys(seen).length)
      && names.every((name) => Object.hasOwn(seen, name) && matches(pattern[name], seen[name]));
  }

  try {
    for (const [index, step] of vector.steps.entries()) {
      if ("host" in step) {
        const text = JSON.stringify(value(step.host, true));
        child.stdin.write(headers ? `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}` : text + "\n");
      } else if ("raw" in step) child.stdin.write(step.raw);
      else if ("raw_base64" in step) child.stdin.write(Buffer.from(step.raw_base64, "base64"));
      else if ("plugin" in step) await expect(index + 1, [step.plugin]);
      else if ("plugin_in_any_order" in step) await expect(index + 1, [...step.plugin_in_any_order]);
      else if ("close" in step) child.stdin.end();
      else await end(index + 1, step);
    }
  } finally {
    child.kill("SIGKILL");
    await exited;
  }
}
