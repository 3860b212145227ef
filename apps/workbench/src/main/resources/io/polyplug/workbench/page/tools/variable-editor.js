// The variables of the chosen environment, and the environments: choose, add, rename, delete.

import { LitElement, html, nothing } from "lit";
import { USUAL, environments } from "/tools/environments.js";
import { pairs } from "/tools/pairs.js";
import { looksSecret } from "/tools/secrets.js";
import { BUILT_IN } from "/tools/variables.js";

class VariableEditor extends LitElement {
  static properties = { asking: { state: true }, name: { state: true } };

  constructor() {
    super();
    this.asking = "";
    this.name = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    environments.addEventListener("change", this.redraw);
  }

  disconnectedCallback() {
    environments.removeEventListener("change", this.redraw);
    super.disconnectedCallback();
  }

  redraw = () => this.requestUpdate();

  ask(what) {
    this.asking = this.asking === what ? "" : what;
    this.name = what === "rename" ? environments.chosen : "";
  }

  updated(changed) {
    // When all options are there: a select takes no value that it does not have.
    this.querySelector("select").value = environments.chosen;
    if (changed.has("asking") && this.asking) {
      this.querySelector(".naming :is(input, button)")?.focus();
    }
  }

  done(event) {
    event.preventDefault();
    environments[this.asking](this.name.trim());
    this.asking = "";
  }

  naming() {
    if (this.asking === "remove") {
      return html`<form class="naming" @submit=${this.done}>
        <span>Delete ${environments.chosen} with its variables?</span>
        <button class="small danger">Delete it</button><button type="button" class="small" @click=${() => this.ask("")}>Keep it</button>
      </form>`;
    }
    const problem = environments.problem(this.name.trim());
    return html`<form class="naming" @submit=${this.done}>
        <input aria-label="name of the environment" placeholder="name, such as staging" .value=${this.name} @input=${(e) => (this.name = e.target.value)} />
        <button class="small" ?disabled=${!!problem}>${this.asking === "add" ? "Add" : "Rename"}</button>
        <button type="button" class="small" @click=${() => this.ask("")}>Cancel</button>
      </form>
      ${problem && this.name && this.name !== environments.chosen ? html`<p class="bad" role="alert">${problem}</p>` : nothing}`;
  }

  render() {
    const { chosen, names } = environments;
    const act = (what, title, possible = true) =>
      html`<button type="button" class="small" ?disabled=${!possible} aria-expanded=${this.asking === what} @click=${() => this.ask(what)}>${title}</button>`;
    return html`<div class="environment">
        <select aria-label="environment" @change=${(e) => environments.choose(e.target.value)}>
          ${names.map((it) => html`<option value=${it}>${it}</option>`)}
        </select>
        ${act("add", "New…")}${act("rename", "Rename…", chosen !== USUAL)}${act("remove", "Delete…", chosen !== USUAL)}
      </div>
      ${this.asking ? this.naming() : nothing}
      ${pairs("variable", environments.rows, (rows) => (environments.rows = rows), looksSecret)}
      <small class="field-note">Write {{name}} in the input, the metadata or the target. Always there: ${Object.keys(BUILT_IN).join(", ")} (of user and password), and
        {{response.path}} for what the last call gave. Kept in this browser, but for values whose names look like secrets: those stay in this tab.</small>`;
  }
}

customElements.define("variable-editor", VariableEditor);
