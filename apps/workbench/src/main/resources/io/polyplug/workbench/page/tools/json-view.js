// JSON for reading: folded, coloured, and drawn only as far as it is open.

import { LitElement, html, nothing } from "lit";
import { kindOf, write } from "/tools/json-text.js";

const AT_FIRST = 100;
const OPEN_DEPTH = 2;
const LONGEST_TEXT = 20_000;

class JsonView extends LitElement {
  static properties = { value: { attribute: false }, folded: { state: true }, shown: { state: true } };

  constructor() {
    super();
    this.folded = new Map();
    this.shown = new Map();
  }

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    if (changed.has("value")) {
      this.folded = new Map();
      this.shown = new Map();
    }
  }

  isOpen(path, depth, count) {
    return this.folded.has(path) ? !this.folded.get(path) : depth < OPEN_DEPTH || count <= 8;
  }

  fold(path, open) {
    this.folded = new Map(this.folded).set(path, open);
  }

  node(value, path, depth, name, last) {
    const before = name === undefined ? nothing : html`<span class="j-name">${JSON.stringify(name)}</span>: `;
    const after = last ? nothing : ",";
    const kind = kindOf(value);
    if (kind !== "object" && kind !== "array") {
      const text = write(value);
      const cut = text.length > LONGEST_TEXT;
      return html`<div class="j-line">${before}<span class="j-${kind}">${cut ? `${text.slice(0, LONGEST_TEXT)}…` : text}</span>${after}</div>`;
    }
    const [begin, end] = kind === "array" ? "[]" : "{}";
    const entries = kind === "array" ? value.map((it, i) => [i, it]) : Object.entries(value);
    if (!entries.length) {
      return html`<div class="j-line">${before}${begin}${end}${after}</div>`;
    }
    const open = this.isOpen(path, depth, entries.length);
    const toggle = html`<button class="fold" aria-expanded=${open} aria-label=${open ? "fold" : "unfold"} @click=${() => this.fold(path, open)}>${open ? "▾" : "▸"}</button>`;
    if (!open) {
      const what = kind === "array" ? "items" : "members";
      return html`<div class="j-line">${toggle}${before}${begin}<span class="j-count">${entries.length} ${what}</span>${end}${after}</div>`;
    }
    const most = this.shown.get(path) ?? AT_FIRST;
    return html`<div class="j-line">${toggle}${before}${begin}</div>
      <div class="j-inner">
        ${entries
          .slice(0, most)
          .map(([key, it], i) => this.node(it, `${path}/${key}`, depth + 1, kind === "array" ? undefined : key, i === entries.length - 1))}
        ${entries.length > most
          ? html`<button class="small" @click=${() => (this.shown = new Map(this.shown).set(path, most * 10))}>${entries.length - most} more</button>`
          : nothing}
      </div>
      <div class="j-line">${end}${after}</div>`;
  }

  render() {
    return html`<div class="json">${this.node(this.value, "", 0, undefined, true)}</div>`;
  }
}

customElements.define("json-view", JsonView);
