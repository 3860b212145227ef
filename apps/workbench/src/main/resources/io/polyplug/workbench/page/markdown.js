// Descriptions that plugins wrote, as far as a small part of Markdown goes: paragraphs, lists, code, emphasis and links to the web. Whatever
// else they hold, such as HTML, is shown as the text that it is. Nothing here makes elements out of texts: templates do.

import { html, nothing } from "lit";

const LONGEST = 10_000;
const LONGEST_LINE = 500;
const DEEPEST = 4;
const MOST_REMEMBERED = 500;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}#{1,6} +(.*?)[ #]*$/;
const ITEM = /^( *)([-*+]|\d{1,9}[.)]) +(.*)$/;
const INDENT = /^ */;

const ORDINARY = /[^\\`*_[!<]+/y;
const ESCAPED = /\\([!-/:-@[-`{-~])/y;
const TICKS = /`+/y;
const MARKS = /\*+|_+/y;
const LINK = /!?\[([^[\]]*)\]\( ?([^\s<>()]+)(?: "[^"]*")? ?\)/y;
const AUTOLINK = /<(https?:\/\/[^\s<>]+)>/y;

function match(pattern, text, at) {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The address, if it is one of the web. */
function address(text) {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return ["http:", "https:"].includes(url?.protocol) ? url.href : undefined;
}

/** Where a run of exactly these marks ends what another one began; -1 if nowhere. */
function closing(text, marks, from) {
  for (let at = text.indexOf(marks, from + 1); at >= 0; at = text.indexOf(marks, at)) {
    let end = at + marks.length;
    const whole = text[at - 1] !== marks[0] && text[end] !== marks[0];
    if (whole && (marks[0] === "`" || (!/[ \\]/.test(text[at - 1]) && (marks[0] === "*" || !/\w/.test(text[end] ?? ""))))) {
      return at;
    }
    while (text[end] === marks[0]) {
      end++;
    }
    at = end;
  }
  return -1;
}

/** Reads the marks inside of one line; each place of it is looked at a bounded number of times. */
class Inline {
  constructor(text, depth, linked) {
    Object.assign(this, { text, depth, linked, at: 0, nodes: [], unclosed: new Set() });
  }

  all() {
    while (this.at < this.text.length) {
      const node = this.node();
      if (typeof node === "string" && typeof this.nodes.at(-1) === "string") {
        this.nodes.push(this.nodes.pop() + node);
      } else {
        this.nodes.push(node);
      }
    }
    return this.nodes;
  }

  /** Takes what fits here, and what it holds. */
  take(pattern) {
    const found = match(pattern, this.text, this.at);
    this.at = found ? pattern.lastIndex : this.at;
    return found;
  }

  node() {
    const ordinary = this.take(ORDINARY) ?? this.take(ESCAPED);
    if (ordinary) {
      return ordinary[1] ?? ordinary[0];
    }
    return this.link() ?? this.code() ?? this.emphasis() ?? this.text[this.at++];
  }

  link() {
    if (this.linked) {
      return undefined;
    }
    const [found, words, to] = match(LINK, this.text, this.at) ?? match(AUTOLINK, this.text, this.at) ?? [];
    const href = found && address(to ?? words);
    if (!href) {
      return undefined;
    }
    this.at += found.length;
    return { kind: "link", href, inner: to === undefined ? [words] : inline(words || to, this.depth + 1, true) };
  }

  /** What stands between these marks, which are here; undefined if nothing closes them. */
  between(marks) {
    const from = this.at + marks.length;
    const end = this.unclosed.has(marks) ? -1 : closing(this.text, marks, from);
    if (end < 0) {
      // What does not end from here on does not end from a later place on.
      this.unclosed.add(marks);
      return undefined;
    }
    this.at = end + marks.length;
    return this.text.slice(from, end);
  }

  code() {
    const ticks = match(TICKS, this.text, this.at)?.[0];
    if (!ticks) {
      return undefined;
    }
    const inside = this.between(ticks);
    return inside === undefined ? this.take(TICKS)[0] : { kind: "code", text: inside.trim() };
  }

  emphasis() {
    const marks = match(MARKS, this.text, this.at)?.[0];
    if (!marks) {
      return undefined;
    }
    const before = this.text[this.at - 1] ?? " ";
    const after = this.text[this.at + marks.length] ?? " ";
    const opens = marks.length <= 3 && after !== " " && (marks[0] === "*" || !/\w/.test(before)) && this.depth < DEEPEST;
    const inside = opens ? this.between(marks) : undefined;
    if (inside === undefined) {
      return this.take(MARKS)[0];
    }
    const inner = inline(inside, this.depth + 1, this.linked);
    const strong = { kind: "strong", inner: marks.length === 3 ? [{ kind: "em", inner }] : inner };
    return marks.length === 1 ? { kind: "em", inner } : strong;
  }
}

const inline = (text, depth = 0, linked = false) => new Inline(text, depth, linked).all();

const paragraph = (lines) => ({ kind: "p", inner: inline(lines.join(" ").replaceAll(/\s+/g, " ").trim()) });

/** The lines of a list from here on: its items as lines of their own, and where it ends. */
function items(lines, from) {
  const [, indent, mark] = ITEM.exec(lines[from]);
  const ordered = /\d/.test(mark);
  const all = [];
  let at = from;
  for (; at < lines.length; at++) {
    const line = lines[at];
    const item = ITEM.exec(line);
    const depth = INDENT.exec(line)[0].length;
    if (item && depth <= indent.length + 1) {
      if (/\d/.test(item[2]) !== ordered || depth < indent.length) {
        break;
      }
      all.push([item[3]]);
    } else if (line.trim() && depth <= indent.length && !lines[at - 1].trim()) {
      break;
    } else {
      all.at(-1).push(line.slice(Math.min(depth, indent.length + 2)));
    }
  }
  return { at, list: { kind: ordered ? "ol" : "ul", start: ordered ? parseInt(mark, 10) : 1, all } };
}

function blocks(lines, depth = 0) {
  const all = [];
  let text = [];
  const flush = () => {
    if (text.length) {
      all.push(paragraph(text));
      text = [];
    }
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at];
    const fence = FENCE.exec(line)?.[1];
    const heading = HEADING.exec(line);
    if (fence) {
      flush();
      const end = lines.findIndex((it, i) => i > at && FENCE.exec(it)?.[1].startsWith(fence));
      all.push({ kind: "pre", text: lines.slice(at + 1, end < 0 ? undefined : end).join("\n") });
      at = end < 0 ? lines.length : end + 1;
    } else if (ITEM.test(line) && depth < DEEPEST) {
      flush();
      const { at: end, list } = items(lines, at);
      all.push({ ...list, all: list.all.map((it) => blocks(it, depth + 1)) });
      at = end;
    } else {
      if (heading || !line.trim()) {
        flush();
      }
      if (heading) {
        all.push({ kind: "p", inner: [{ kind: "strong", inner: inline(heading[1].replaceAll(/\s+/g, " ")) }] });
      } else if (line.trim()) {
        text.push(line);
      }
      at++;
    }
  }
  flush();
  return all;
}

const remembered = new Map();

/** What a text means. Lists are drawn again and again, so it is remembered for the texts that were asked for last. */
function read(text) {
  const cut = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  const known = remembered.get(cut) ?? blocks(cut.split(/\r\n|\r|\n/).map((it) => it.replaceAll("\t", "    ")));
  remembered.delete(cut);
  remembered.set(cut, known);
  if (remembered.size > MOST_REMEMBERED) {
    remembered.delete(remembered.keys().next().value);
  }
  return known;
}

/** An item of one paragraph is that line and no more. */
const content = (item) => (item.length === 1 && item[0].kind === "p" ? item[0].inner.map(draw) : item.map(draw));

const DRAWN = {
  p: ({ inner }) => html`<p>${inner.map(draw)}</p>`,
  pre: ({ text }) => html`<pre>${text}</pre>`,
  ul: ({ all }) => html`<ul>${all.map((it) => html`<li>${content(it)}</li>`)}</ul>`,
  ol: ({ all, start }) => html`<ol start=${start}>${all.map((it) => html`<li>${content(it)}</li>`)}</ol>`,
  em: ({ inner }) => html`<em>${inner.map(draw)}</em>`,
  strong: ({ inner }) => html`<strong>${inner.map(draw)}</strong>`,
  code: ({ text }) => html`<code>${text}</code>`,
  link: ({ href, inner }) => html`<a href=${href} title=${href} target="_blank" rel="noopener noreferrer">${inner.map(draw)}</a>`,
};

const draw = (node) => (typeof node === "string" ? node : DRAWN[node.kind](node));

const words = (node) => {
  if (typeof node === "string") {
    return node;
  }
  return node.text ?? (node.all ? node.all.map((it) => it.map(words).join(" ")).join(" ") : node.inner.map(words).join(""));
};

/** A description as a template; what is no text has nothing to say. */
export const markdown = (text) => (text && typeof text === "string" ? html`<div class="markdown">${read(text).map(draw)}</div>` : nothing);

/** The same in one line, without its marks, where there is room for a text only. */
export function plain(text) {
  const line = read(text ?? "").map(words).join(" ").replaceAll(/\s+/g, " ").trim();
  return line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line;
}

/** Whether one line says as much. */
export function isLine(text) {
  const all = read(text ?? "");
  return all.length === 0 || (all.length === 1 && all[0].kind === "p" && all[0].inner.every((it) => typeof it === "string") && plain(text).length <= 100);
}
