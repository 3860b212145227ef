// What the dialogs share that make a token: they ask, keep what was typed for this tab alone, and tell the token as the event `token`.

import { LitElement, html, nothing } from "lit";
import { keep, kept } from "/tools/kept.js";

export class TokenDialog extends LitElement {
  static properties = { draft: { state: true }, problem: { state: true }, shown: { state: true }, busy: { state: true } };

  /** With what stands in the fields at first, under a name for the session of this tab. */
  constructor(key, usual) {
    super();
    this.key = key;
    this.draft = { ...usual, ...kept(key, {}, sessionStorage) };
    this.problem = "";
  }

  createRenderRoot() {
    return this;
  }

  /** Its fields are there while it is open. */
  async open() {
    this.problem = "";
    this.shown = true;
    await this.updateComplete;
    this.querySelector("dialog").showModal();
  }

  close() {
    this.querySelector("dialog").close();
  }

  put(name, value) {
    this.draft = { ...this.draft, [name]: value };
    keep(this.key, this.draft, sessionStorage);
  }

  /** A field of one line. */
  field(name, title, { type = "text", placeholder = "", first = false } = {}) {
    return html`<label class="field"><span class="field-name">${title}</span>
      <input name=${name} type=${type} autocomplete="off" spellcheck="false" placeholder=${placeholder} ?autofocus=${first}
        .value=${this.draft[name]} @input=${(e) => this.put(name, e.target.value)} /></label>`;
  }

  async submit(event) {
    event.preventDefault();
    this.busy = true;
    this.problem = "";
    try {
      const token = await this.token();
      // Whoever has left meanwhile does not want it any more.
      if (this.shown) {
        this.dispatchEvent(new CustomEvent("token", { detail: token }));
        this.close();
      }
    } catch (problem) {
      this.problem = problem.message;
    }
    this.busy = false;
  }

  render() {
    return html`<dialog class="token-dialog" aria-label=${this.called} @close=${(e) => (this.shown = e.target.open)} @keydown=${(e) => e.stopPropagation()}>
      ${this.shown ? this.content() : nothing}
    </dialog>`;
  }

  /** What is in the dialog, around its fields; `after` stands below the buttons. */
  frame(fields, possible, act, after = nothing) {
    return html`<h2>${this.called}</h2>
      ${this.problem ? html`<div class="note" role="alert">${this.problem}</div>` : nothing}
      <form @submit=${this.submit}>
        ${fields}
        <div class="buttons">
          <button type="button" @click=${() => this.close()}>Cancel</button>
          <button class="primary" ?disabled=${!possible || this.busy} aria-busy=${Boolean(this.busy)}>${act}</button>
        </div>
      </form>
      ${after}`;
  }
}
