// How an answer differs from the one before of the same tool.

import { LitElement, html } from "lit";
import { MOST_CHARACTERS, TOO_LONG } from "/tools/answers.js";
import { MOST_LINES, diff, stretches } from "/tools/diff.js";

const count = (n) => n.toLocaleString("en");

const ROWS = {
  " ": ({ text }) => html`<div class="diff-row"><span class="sign"> </span>${text}</div>`,
  "+": ({ text }) => html`<ins class="diff-row"><span class="sign">+</span>${text}</ins>`,
  "-": ({ text }) => html`<del class="diff-row"><span class="sign">-</span>${text}</del>`,
};

class ResultChanges extends LitElement {
  static properties = { before: { attribute: false }, now: { attribute: false }, unfolded: { state: true } };

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    if (changed.has("before") || changed.has("now")) {
      const rows = this.before === TOO_LONG || this.now.length > MOST_CHARACTERS ? undefined : diff(this.before, this.now);
      this.parts = rows && stretches(rows);
      this.counts = ["+", "-"].map((sign) => rows?.filter((it) => it.sign === sign).length);
      this.unfolded = new Set();
    }
  }

  stretch({ folded, rows }, at) {
    return folded && !this.unfolded.has(at)
      ? html`<button class="diff-fold" title="show them" @click=${() => (this.unfolded = new Set(this.unfolded).add(at))}>… ${count(rows.length)} lines</button>`
      : rows.map((it) => ROWS[it.sign](it));
  }

  render() {
    const [added, removed] = this.counts;
    if (!this.parts) {
      return html`<p class="dim" role="status">Answers are compared up to ${count(MOST_LINES)} lines and ${count(MOST_CHARACTERS)} characters; one of these two is longer.</p>`;
    }
    if (!added && !removed) {
      return html`<p class="dim" role="status">Nothing changed since the answer before.</p>`;
    }
    return html`<p class="dim" role="status">Since the answer before: ${count(added)} ${added === 1 ? "line" : "lines"} added, ${count(removed)} removed</p>
      <div class="diff" role="group" aria-label="changes">${this.parts.map((it, at) => this.stretch(it, at))}</div>`;
  }
}

customElements.define("result-changes", ResultChanges);
