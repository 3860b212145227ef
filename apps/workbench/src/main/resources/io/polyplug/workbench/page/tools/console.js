// What was sent and what came, of all tools, one after the other: in this tab, since it was opened. Messages of streams are counted and not
// listed; the wire has them all.

import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { pretty } from "/page.js";

const MOST = 500;
const LONGEST = 20_000;

const entries = [];
const told = new EventTarget();
let next = 0;

/** Notes something; `kind` is REQ, RES, STR, CH, SND, RCV or ERR. */
export function note(kind, made, text) {
  const cut = text.length > LONGEST;
  entries.push({ number: next++, at: new Date(), kind, plugin: made.plugin, tool: made.tool, text: cut ? `${text.slice(0, LONGEST)}…` : text });
  entries.splice(0, entries.length - MOST);
  told.dispatchEvent(new Event("change"));
}

class RunConsole extends LitElement {
  static properties = { wanted: { state: true } };

  constructor() {
    super();
    this.wanted = "";
  }

  createRenderRoot() {
    return this;
  }

  heard = () => (this.due ??= requestAnimationFrame(() => this.paint()));

  paint() {
    this.due = undefined;
    this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    told.addEventListener("change", this.heard);
  }

  disconnectedCallback() {
    told.removeEventListener("change", this.heard);
    super.disconnectedCallback();
  }

  clear() {
    entries.length = 0;
    this.requestUpdate();
  }

  row(it) {
    return html`<details>
      <summary>
        <time class="mono dim">${it.at.toLocaleTimeString("en-GB")}</time><span class="word word-${it.kind}">${it.kind}</span><span>${it.tool}</span>
        <code class="text">${it.text.replaceAll(/\s+/g, " ").slice(0, 200)}</code>
      </summary>
      <p class="dim">${it.plugin}</p>
      <pre>${pretty(it.text)}</pre>
    </details>`;
  }

  render() {
    const wanted = this.wanted.toLowerCase();
    const shown = entries.filter((it) => `${it.kind} ${it.plugin} ${it.tool} ${it.text}`.toLowerCase().includes(wanted)).toReversed();
    return html`<div class="bar">
        <strong>Console</strong>
        <input type="search" placeholder="filter" aria-label="filter console" .value=${this.wanted} @input=${(e) => (this.wanted = e.target.value)} />
        <span class="grow"></span>
        <button class="small" ?disabled=${!entries.length} @click=${() => this.clear()}>Clear</button>
      </div>
      <div class="console" aria-label="What was sent and what came, newest first">
        ${repeat(shown, (it) => it.number, (it) => this.row(it))}
        ${shown.length ? nothing : html`<p class="dim empty">Nothing was sent from this tab yet.</p>`}
      </div>`;
  }
}

customElements.define("run-console", RunConsole);
