// What a JSON Schema says about a value, as far as a form can use it.

import { NumberText } from "/tools/json-text.js";

const DEEPEST_REFERENCE = 20;

/** The schema with references to its own document followed; a reference that leads nowhere allows all. */
export function resolve(schema, root) {
  let found = schema;
  for (let i = 0; i < DEEPEST_REFERENCE && found && typeof found === "object" && typeof found.$ref === "string"; i++) {
    const { $ref, ...beside } = found;
    const target = $ref.startsWith("#")
      ? $ref
          .slice(1)
          .split("/")
          .filter(Boolean)
          .reduce((it, step) => it?.[decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~")], root)
      : undefined;
    found = target && typeof target === "object" ? { ...target, ...beside } : beside;
  }
  return found && typeof found === "object" ? found : {};
}

/** What kind of field shows it: object, array, enum, boolean, integer, number, string, or raw for all that is no single kind. */
export function fieldKind(schema) {
  if (schema.enum || "const" in schema) {
    return "enum";
  }
  if (schema.oneOf || schema.anyOf || schema.allOf || schema.not || schema.if) {
    return optionalOf(schema) ? fieldKind(optionalOf(schema)) : "raw";
  }
  const types = [schema.type ?? (schema.properties ? "object" : [])].flat().filter((it) => it !== "null");
  if (types.length === 2 && types.includes("integer") && types.includes("string")) {
    return "integer";
  }
  if (types.length !== 1) {
    return "raw";
  }
  if (types[0] === "object") {
    if (schema.properties && Object.keys(schema.properties).length) {
      return "object";
    }
    return schema.additionalProperties && typeof schema.additionalProperties === "object" && Object.keys(schema.additionalProperties).length ? "map" : "raw";
  }
  if (types[0] === "array") {
    return schema.items && !Array.isArray(schema.items) ? "array" : "raw";
  }
  return ["boolean", "integer", "number", "string"].includes(types[0]) ? types[0] : "raw";
}

/** Of "this or null", which generators write for what may be left out, the "this". */
function optionalOf(schema) {
  const choices = schema.anyOf ?? schema.oneOf;
  const others = choices?.filter((it) => it?.type !== "null");
  return choices && others.length === 1 && choices.length === 2 ? { ...schema, anyOf: undefined, oneOf: undefined, ...others[0] } : undefined;
}

/** Of "one message or several", which tools have that take several at once, the several. */
function severalOf(schema) {
  const [one, many] = schema.anyOf?.length === 2 ? schema.anyOf : [];
  return many?.type === "array" && JSON.stringify(many.items) === JSON.stringify(one) ? { ...schema, anyOf: undefined, ...many } : undefined;
}

export const simplified = (schema) => optionalOf(schema) ?? severalOf(schema) ?? schema;

/** Whether its messages are collected here and go out together. */
export const takesSeveral = (schema) => !!severalOf(schema ?? {});

/** What is required and not there, as paths; as deep as objects go. */
export function missing(schema, root, value, path = "", depth = 0) {
  const it = simplified(resolve(schema, root));
  if (depth > DEEPEST_REFERENCE || fieldKind(it) !== "object" || value === null || typeof value !== "object" || Array.isArray(value)) {
    return [];
  }
  return Object.entries(it.properties).flatMap(([name, member]) => {
    const where = path ? `${path}.${name}` : name;
    if (value[name] === undefined) {
      return it.required?.includes(name) ? [where] : [];
    }
    return missing(member, root, value[name], where, depth + 1);
  });
}

/** A first value: defaults, and what is required, as empty as it may be. */
export function firstValue(schema, root, depth = 0) {
  const it = simplified(resolve(schema, root));
  if (takesSeveral(resolve(schema, root))) {
    return [firstValue(it.items, root, depth + 1)];
  }
  if ("default" in it) {
    return it.default;
  }
  if ("const" in it) {
    return it.const;
  }
  if (it.examples?.length) {
    return it.examples[0];
  }
  switch (fieldKind(it)) {
    case "object": {
      const value = {};
      for (const [name, member] of Object.entries(it.properties)) {
        const asks = it.required?.includes(name);
        if (depth < DEEPEST_REFERENCE && (asks || "default" in resolve(member, root))) {
          value[name] = firstValue(member, root, depth + 1);
        }
      }
      return value;
    }
    case "array":
      return [];
    case "enum":
      return it.enum[0];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return it.minimum ?? 0;
    case "string":
      return "";
    default:
      return [it.type].flat().includes("array") ? [] : [it.type].flat().includes("string") ? "" : {};
  }
}

/** What was typed into a field of numbers; digits are kept where a double would change them. */
export function number(text) {
  const trimmed = text.trim();
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(trimmed)) {
    return undefined;
  }
  return String(Number(trimmed)) === trimmed ? Number(trimmed) : new NumberText(trimmed);
}
