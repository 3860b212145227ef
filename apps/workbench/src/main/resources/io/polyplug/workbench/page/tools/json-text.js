// JSON without loss: numbers keep the digits they were written with, and what is no JSON says where.

/** A number that a double could not give back as it was written. */
export class NumberText {
  constructor(text) {
    this.text = text;
  }
}

/** Says what is wrong, and on which line and column. */
export class JsonProblem extends Error {
  constructor(what, text, at) {
    const before = text.slice(0, at);
    const line = before.split("\n").length;
    const column = at - before.lastIndexOf("\n");
    super(`line ${line}, column ${column}: ${what}`);
    Object.assign(this, { at, line, column });
  }
}

const BLANK = /[ \t\n\r]*/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORDS = [["true", true], ["false", false], ["null", null]];
const DEEPEST = 400;

class Reader {
  constructor(text) {
    this.text = text;
    this.at = 0;
  }

  fail(what) {
    throw new JsonProblem(what, this.text, this.at);
  }

  skip() {
    BLANK.lastIndex = this.at;
    BLANK.exec(this.text);
    this.at = BLANK.lastIndex;
    return this.text[this.at];
  }

  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) {
      this.at = pattern.lastIndex;
    }
    return found?.[0];
  }

  shown() {
    const next = this.text[this.at];
    return next === undefined ? "the end of the text" : JSON.stringify(next);
  }

  string() {
    return JSON.parse(this.match(STRING) ?? this.fail(`a string is not ended, or has a character that must be escaped`));
  }

  value(depth) {
    const next = this.skip();
    if (depth > DEEPEST) {
      this.fail("values are nested too deeply");
    }
    if (next === "{") {
      return this.object(depth);
    }
    if (next === "[") {
      return this.array(depth);
    }
    if (next === '"') {
      return this.string();
    }
    for (const [word, meant] of WORDS) {
      if (this.text.startsWith(word, this.at)) {
        this.at += word.length;
        return meant;
      }
    }
    const number = this.match(NUMBER) ?? this.fail(`expected a value, found ${this.shown()}`);
    return String(Number(number)) === number ? Number(number) : new NumberText(number);
  }

  object(depth) {
    const object = Object.create(null);
    this.at++;
    for (let first = true; this.skip() !== "}"; first = false) {
      if (!first) {
        this.expect(",", "or }");
        this.skip();
      }
      if (this.text[this.at] !== '"') {
        this.fail(`expected a name in double quotes, found ${this.shown()}`);
      }
      const name = this.string();
      this.skip();
      this.expect(":", "after the name");
      object[name] = this.value(depth + 1);
    }
    this.at++;
    return object;
  }

  array(depth) {
    const array = [];
    this.at++;
    for (let first = true; this.skip() !== "]"; first = false) {
      if (!first) {
        this.expect(",", "or ]");
      }
      array.push(this.value(depth + 1));
    }
    this.at++;
    return array;
  }

  expect(sign, more) {
    if (this.text[this.at] !== sign) {
      this.fail(`expected ${sign} ${more}, found ${this.shown()}`);
    }
    this.at++;
  }
}

/** The one value in the text; throws JsonProblem. */
export function parse(text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  if (reader.skip() !== undefined) {
    reader.fail(`expected nothing more, found ${reader.shown()}`);
  }
  return value;
}

export function kindOf(value) {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  if (value instanceof NumberText) {
    return "number";
  }
  return typeof value;
}

/** Writes a value; with `indent` over several lines. */
export function write(value, indent = "", inner = "") {
  const step = inner + indent;
  const around = (open, parts, close) => {
    if (!parts.length) {
      return open + close;
    }
    return indent ? `${open}\n${step}${parts.join(`,\n${step}`)}\n${inner}${close}` : open + parts.join(",") + close;
  };
  switch (kindOf(value)) {
    case "array":
      return around("[", value.map((it) => write(it, indent, step)), "]");
    case "object":
      return around(
        "{",
        Object.entries(value)
          .filter(([, it]) => it !== undefined)
          .map(([name, it]) => `${JSON.stringify(name)}:${indent ? " " : ""}${write(it, indent, step)}`),
        "}",
      );
    default:
      return value instanceof NumberText ? value.text : JSON.stringify(value);
  }
}

export const pretty = (value) => write(value, "  ");

/** As people read it: a text is a text, as JSON it would be one long line. */
export const readable = (value) => (typeof value === "string" ? value : pretty(value));
