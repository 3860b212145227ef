// A text of JSON that says where it is wrong, and goes there.

import { LitElement, html } from "lit";
import { parse, pretty } from "/tools/json-text.js";

class JsonEdit extends LitElement {
  static properties = { text: { attribute: false }, label: {}, problem: { state: true } };

  constructor() {
    super();
    this.text = "";
    this.label = "Input as JSON";
  }

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    if (changed.has("text")) {
      this.problem = wrong(this.text);
    }
  }

  typed(e) {
    this.text = e.target.value;
    this.dispatchEvent(new CustomEvent("typed", { detail: this.text }));
  }

  tidy() {
    this.text = pretty(parse(this.text));
    this.dispatchEvent(new CustomEvent("typed", { detail: this.text }));
  }

  show() {
    const area = this.querySelector("textarea");
    area.focus();
    area.setSelectionRange(this.problem.at, this.problem.at + 1);
  }

  /** Tab keeps its meaning for the keyboard; only lines are indented. */
  key(e) {
    if (e.key === "Enter" && !e.ctrlKey && !e.metaKey) {
      const area = e.target;
      const line = area.value.slice(0, area.selectionStart).split("\n").at(-1);
      const inner = /[{[]\s*$/.test(line) ? "  " : "";
      e.preventDefault();
      area.setRangeText(`\n${/^ */.exec(line)[0]}${inner}`, area.selectionStart, area.selectionEnd, "end");
      this.typed(e);
    }
  }

  render() {
    return html`<textarea class="code" spellcheck="false" aria-label=${this.label} aria-invalid=${this.problem ? "true" : "false"}
        .value=${this.text} @input=${this.typed} @keydown=${this.key}></textarea>
      <div class="edit-foot">
        ${this.problem
          ? html`<button class="problem-link" @click=${this.show}>Not JSON: ${this.problem.message}</button>`
          : html`<button class="small" @click=${this.tidy} ?disabled=${!this.text.trim()}>Format</button>`}
      </div>`;
  }
}

/** What is wrong with a text; nothing is taken for an empty object. */
export function wrong(text) {
  try {
    if (text.trim()) {
      parse(text);
    }
    return undefined;
  } catch (problem) {
    return problem;
  }
}

customElements.define("json-edit", JsonEdit);
