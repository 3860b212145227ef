// Names in what is sent: {{name}} or ${name} in texts of the input, in metadata and in the target. Unknown names stay as they are, for a plugin
// may mean them. Values are kept in this tab only: some are secrets.

import { html } from "lit";
import { keep, kept } from "/tools/kept.js";
import { pairs } from "/tools/pairs.js";
import { kindOf, parse, write } from "/tools/json-text.js";

const KEY = "polyplug-variables";
let rows = kept(KEY, [], sessionStorage);

const BUILT_IN = {
  now: () => new Date().toISOString(),
  nowMs: () => String(Date.now()),
  timestamp: () => String(Math.floor(Date.now() / 1000)),
  uuid: () => crypto.randomUUID(),
  random: () => String(Math.floor(Math.random() * 1_000_000)),
  basic: () => btoa(String.fromCodePoint(...new TextEncoder().encode(`${value("user") ?? ""}:${value("password") ?? ""}`))),
};

function value(name) {
  return rows.find(([it]) => it.trim() === name)?.[1] ?? BUILT_IN[name]?.();
}

function replaced(text) {
  return text.replaceAll(/\{\{\s*([\w-]+)\s*\}\}|\$\{([\w-]+)\}/g, (whole, one, other) => value(one ?? other) ?? whole);
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

function set(to) {
  rows = to;
  keep(KEY, rows, sessionStorage);
}

/** Rows of metadata that say who one is, with names for what is secret in them. */
export const AUTH = {
  "Bearer token": [["Authorization", "Bearer {{token}}"], ["token"]],
  "User and password": [["Authorization", "Basic {{basic}}"], ["user", "password"]],
  "API key": [["X-API-Key", "{{apiKey}}"], ["apiKey"]],
};

export function wantVariables(names) {
  set([...rows, ...names.filter((it) => !rows.some(([name]) => name === it)).map((it) => [it, ""])]);
}

export function variables(changed) {
  return html`${pairs("variable", rows, (to) => {
      set(to);
      changed();
    })}
    <small class="field-note">Write {{name}} in the input, the metadata or the target. Always there: ${Object.keys(BUILT_IN).join(", ")} (of user and password).</small>`;
}
