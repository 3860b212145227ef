// A form made from a JSON Schema. It has no state: it is given a value and says what the value is to be instead.

import { html, nothing } from "lit";
import { markdown } from "/markdown.js";
import { NumberText, kindOf, parse, pretty } from "/tools/json-text.js";
import { map } from "/tools/form-map.js";
import { fieldKind, firstValue, number, resolve, simplified } from "/tools/schema.js";

const DEEPEST = 12;
const MOST_ITEMS = 100;
const LARGEST_FILE = 8 << 20;

/** Fields for a value; `change(value)` is told the whole new one, `undefined` to leave it out. */
export function form(schema, value, change) {
  return html`<div class="form">${body({ root: schema, depth: 0, path: "input" }, simplified(resolve(schema, schema)), value, change)}</div>`;
}

export function body(where, schema, value, change) {
  const kind = where.depth > DEEPEST ? "raw" : fieldKind(schema);
  const fits = value === undefined || value === null || FITS[kind]?.includes(kindOf(value));
  return fits ? FIELDS[kind](where, schema, value, change) : raw(where, schema, value, change);
}

const FITS = {
  object: ["object"],
  map: ["object"],
  array: ["array"],
  enum: ["string", "number", "boolean"],
  boolean: ["boolean"],
  integer: ["number", "string"],
  number: ["number"],
  string: ["string"],
  raw: ["object", "array", "string", "number", "boolean"],
};

const FIELDS = { object, map, array, enum: choice, boolean, integer: numeric, number: numeric, string: text, raw };

function object(where, schema, value, change) {
  const now = value ?? {};
  return Object.entries(schema.properties).map(([name, member]) => {
    const inner = { ...where, depth: where.depth + 1, path: `${where.path}.${name}` };
    const set = (to) => {
      const copy = Object.assign(Object.create(null), now);
      if (to === undefined) {
        delete copy[name];
      } else {
        copy[name] = to;
      }
      change(copy);
    };
    return field(inner, name, simplified(resolve(member, where.root)), now[name], set, schema.required?.includes(name));
  });
}

function field(where, name, schema, value, set, required) {
  const kind = fieldKind(schema);
  const block = ["object", "map", "array", "raw"].includes(kind);
  const title = html`<span class="field-name">${name}${required ? html`<em class="required" title="required">*</em>` : nothing}</span>
    <span class="field-type">${typeWord(schema)}</span>`;
  const told = schema.description ? html`<div class="field-note">${markdown(schema.description)}</div>` : nothing;
  if (!block) {
    const missing = required && value === undefined ? html`<small class="bad">required</small>` : nothing;
    return html`<label class="field">${title} ${missing}${body(where, schema, value, set)}${told}</label>`;
  }
  const absent = value === undefined;
  return html`<fieldset class="field">
    <legend>
      ${title}
      ${absent
        ? html`<button type="button" class="small" @click=${() => set(firstValue(schema, where.root))}>add</button>`
        : required
          ? nothing
          : html`<button type="button" class="small" title="leave it out" @click=${() => set(undefined)}>remove</button>`}
    </legend>
    ${told}${absent ? nothing : body(where, schema, value, set)}
  </fieldset>`;
}

function typeWord(schema) {
  const word = schema.enum ? "one of" : [schema.type ?? ""].flat().join(" or ");
  return schema.format ? `${word} (${schema.format})` : word;
}

function array(where, schema, value, change) {
  const items = value ?? [];
  const member = simplified(resolve(schema.items, where.root));
  const replace = (index, to) => change(to === undefined ? items.toSpliced(index, 1) : items.with(index, to));
  return html`${items.slice(0, MOST_ITEMS).map(
      (item, index) =>
        html`<div class="item">
          <span class="item-index">${index}</span>
          <div>${body({ ...where, depth: where.depth + 1, path: `${where.path}[${index}]` }, member, item, (to) => replace(index, to ?? null))}</div>
          <button type="button" class="small" title="remove" aria-label="remove item ${index}" @click=${() => replace(index, undefined)}>×</button>
        </div>`,
    )}
    ${items.length > MOST_ITEMS ? html`<small>${items.length - MOST_ITEMS} more: see the JSON</small>` : nothing}
    <button type="button" class="small" @click=${() => change([...items, firstValue(member, where.root)])}>add item</button>`;
}

function choice(where, schema, value, change) {
  const values = schema.enum ?? [schema.const];
  const at = values.findIndex((it) => it === value);
  return html`<select name=${where.path} @change=${(e) => change(values[e.target.value])}>
    <option value="" ?selected=${at < 0}>${value === undefined ? "" : String(value)}</option>
    ${values.map((it, index) => html`<option value=${index} ?selected=${index === at}>${String(it)}</option>`)}
  </select>`;
}

function boolean(where, schema, value, change) {
  const chosen = { true: true, false: false };
  return html`<select name=${where.path} @change=${(e) => change(chosen[e.target.value])}>
    <option value="" ?selected=${value == null}></option>
    <option value="true" ?selected=${value === true}>true</option>
    <option value="false" ?selected=${value === false}>false</option>
  </select>`;
}

function numeric(where, schema, value, change) {
  const shown = value instanceof NumberText ? value.text : (value ?? "");
  const type = (e) => {
    const typed = e.target.value;
    const read = number(typed);
    e.target.setCustomValidity(typed && read === undefined ? "a number is expected" : "");
    if (!typed || read !== undefined) {
      change(typed ? read : undefined);
    }
  };
  return html`<input name=${where.path} inputmode="decimal" .value=${String(shown)} placeholder=${hint(schema)} @input=${type} />`;
}

function text(where, schema, value, change) {
  if (schema.contentEncoding === "base64") {
    return binary(where, value, change);
  }
  const set = (e) => change(e.target.value === "" && value === undefined ? undefined : e.target.value);
  const clear = (e) => e.target.value === "" && change(undefined);
  const lines = String(value ?? "").split("\n").length;
  return lines > 1 || schema.maxLength > 200
    ? html`<textarea name=${where.path} rows=${Math.min(12, lines + 1)} .value=${value ?? ""} @input=${set}></textarea>`
    : html`<input name=${where.path} .value=${value ?? ""} placeholder=${hint(schema)} @input=${set} @change=${clear} />`;
}

/** Bytes: as they are written in JSON, or from a file. */
function binary(where, value, change) {
  const read = async (e) => {
    const [file] = e.target.files;
    e.target.setCustomValidity(file.size > LARGEST_FILE ? "at most 8 MiB" : "");
    if (e.target.reportValidity()) {
      const reader = new FileReader();
      reader.onload = () => change(reader.result.slice(reader.result.indexOf(",") + 1));
      reader.readAsDataURL(file);
    }
  };
  return html`<input name=${where.path} class="code" placeholder="base64" .value=${value ?? ""} @input=${(e) => change(e.target.value || undefined)} />
    <input type="file" aria-label="file for ${where.path}" @change=${read} />`;
}

function hint(schema) {
  const example = schema.default ?? schema.examples?.[0];
  return example === undefined ? "" : String(example);
}

/** Whatever is no field of its own: its JSON. */
function raw(where, schema, value, change) {
  const read = (e) => {
    try {
      const to = e.target.value.trim() ? parse(e.target.value) : undefined;
      e.target.setCustomValidity("");
      change(to);
    } catch (problem) {
      e.target.setCustomValidity(problem.message);
      e.target.reportValidity();
    }
  };
  const written = value === undefined ? "" : pretty(value);
  return html`<textarea name=${where.path} aria-label="${where.path} as JSON" class="code" spellcheck="false" rows=${Math.min(12, written.split("\n").length + 1)}
    placeholder="JSON" .value=${written} @change=${read}></textarea>`;
}
