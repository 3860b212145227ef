// Names in what is sent: {{name}} or ${name} in texts of the input, in metadata and in the target. Unknown names stay as they are, for a plugin
// may mean them.

import { environments } from "/tools/environments.js";
import { kindOf, parse, write } from "/tools/json-text.js";

export const BUILT_IN = {
  now: () => new Date().toISOString(),
  nowMs: () => String(Date.now()),
  timestamp: () => String(Math.floor(Date.now() / 1000)),
  uuid: () => crypto.randomUUID(),
  random: () => String(Math.floor(Math.random() * 1_000_000)),
  basic: () => btoa(String.fromCodePoint(...new TextEncoder().encode(`${value("user") ?? ""}:${value("password") ?? ""}`))),
};

/** What the last call gave. */
let response;

export function answered(output) {
  response = output;
}

/** A part of the last answer: `response.a.0.b`. */
function fromResponse(name) {
  const [first, ...steps] = name.split(".");
  if (first !== "response" || response === undefined) {
    return undefined;
  }
  const part = steps.reduce((it, step) => (["object", "array"].includes(kindOf(it)) && Object.hasOwn(it, step) ? it[step] : undefined), response);
  return part === undefined ? undefined : kindOf(part) === "string" ? part : write(part);
}

/** What a name stands for now; undefined if it is unknown. */
export function value(name) {
  return environments.rows.find(([it]) => it.trim() === name)?.[1] ?? (Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name]() : fromResponse(name));
}

function replaced(text) {
  return text.replaceAll(/\{\{\s*([\w.-]+)\s*\}\}|\$\{([\w.-]+)\}/g, (whole, one, other) => value(one ?? other) ?? whole);
}

function inside(json) {
  switch (kindOf(json)) {
    case "string":
      return replaced(json);
    case "array":
      return json.map(inside);
    case "object":
      return Object.fromEntries(Object.entries(json).map(([name, it]) => [name, inside(it)]));
    default:
      return json;
  }
}

/** What is really sent for what was put together. */
export function filled(made) {
  const all = (them) => them && Object.fromEntries(Object.entries(them).map(([name, it]) => [name, replaced(it)]));
  const input = made.input.includes("{{") || made.input.includes("${") ? write(inside(parse(made.input))) : made.input;
  return { ...made, input, target: made.target && replaced(made.target), metadata: all(made.metadata), context: all(made.context) };
}

export const BEARER = "Bearer token";

/** Rows of metadata that say who one is, with names for what is secret in them. */
export const AUTH = {
  [BEARER]: [["Authorization", "Bearer {{token}}"], ["token"]],
  "User and password": [["Authorization", "Basic {{basic}}"], ["user", "password"]],
  "API key": [["X-API-Key", "{{apiKey}}"], ["apiKey"]],
};

export function wantVariables(names) {
  const { rows } = environments;
  environments.rows = [...rows, ...names.filter((it) => !rows.some(([name]) => name === it)).map((it) => [it, ""])];
}

export function setVariable(name, to) {
  wantVariables([name]);
  environments.rows = environments.rows.map(([it, before]) => [it, it === name ? to : before]);
}
