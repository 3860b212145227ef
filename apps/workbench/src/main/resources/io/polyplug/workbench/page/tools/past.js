// The list of what was sent before.

import { LitElement, html, nothing } from "lit";
import { ago } from "/page.js";
import { forget, past } from "/tools/history.js";
import { badge } from "/tools/tree.js";

class PastCalls extends LitElement {
  static properties = { search: { state: true } };

  constructor() {
    super();
    this.search = "";
  }

  createRenderRoot() {
    return this;
  }

  tell(name, entry) {
    this.dispatchEvent(new CustomEvent(name, { detail: entry }));
  }

  clear() {
    forget();
    this.requestUpdate();
  }

  render() {
    const wanted = this.search.toLowerCase();
    const all = past().filter((it) => JSON.stringify(it.made).toLowerCase().includes(wanted));
    return html`<div class="bar">
        <strong>History</strong>
        <input type="search" placeholder="search history" aria-label="search history" .value=${this.search} @input=${(e) => (this.search = e.target.value)} />
        <span class="grow"></span>
        <button class="small" @click=${() => this.clear()}>Forget all</button>
      </div>
      <ol class="past">
        ${all.map(
          (it) =>
            html`<li>
              ${badge(it.shape ?? it.kind)}
              <button class="past-what" title="open" @click=${() => this.tell("reopen", it)}>
                <span><strong>${it.made.tool}</strong> <span class="dim">${it.made.plugin}${it.made.target ? ` at ${it.made.target}` : ""}</span></span><code>${it.made.input.replaceAll(/\s+/g, " ").slice(0, 120)}</code>
              </button>
              <time class="dim" datetime=${it.at} title=${new Date(it.at).toLocaleString()}>${ago(it.at)} ago</time>
              <button class="small" @click=${() => this.tell("rerun", it)}>Run again</button>
            </li>`,
        )}
        ${all.length ? nothing : html`<li class="dim">Nothing was sent from this browser yet.</li>`}
      </ol>`;
  }
}

customElements.define("past-calls", PastCalls);
