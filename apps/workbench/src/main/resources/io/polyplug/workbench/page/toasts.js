// Problems and good news, for a while, in a corner.

import { LitElement, html } from "lit";
import { icon } from "/icons.js";

const MOST = 4;
const SHOWN_MS = 8_000;

class Toasts extends LitElement {
  static properties = { toasts: { state: true } };

  constructor() {
    super();
    this.toasts = [];
    this.told = (event) => this.add(event.detail);
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("polyplug-toast", this.told);
  }

  disconnectedCallback() {
    window.removeEventListener("polyplug-toast", this.told);
    super.disconnectedCallback();
  }

  add(toast) {
    const entry = { ...toast };
    this.toasts = [...this.toasts, entry].slice(-MOST);
    setTimeout(() => this.drop(entry), SHOWN_MS);
  }

  drop(entry) {
    this.toasts = this.toasts.filter((it) => it !== entry);
  }

  render() {
    return html`<div class="toasts" aria-live="polite">
      ${this.toasts.map(
        (it) => html`<div class="toast ${it.kind}" role=${it.kind === "bad" ? "alert" : "status"}>
          <span>${it.text}</span>
          <button class="bare" aria-label="Close this message" @click=${() => this.drop(it)}>${icon("close")}</button>
        </div>`,
      )}
    </div>`;
  }
}

customElements.define("toast-list", Toasts);
