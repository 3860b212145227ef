// Who was asked for tools, what came of it, how long it took, and why there is nothing; and a field to ask at another address.

import { LitElement, html, nothing } from "lit";
import { href } from "/page.js";
import { copy } from "/tools/files.js";
import { sources } from "/tools/sources.js";
import { toolChanges } from "/tools/tool-changes.js";

const TONES = { ok: "good", partial: "warn", empty: "warn", error: "bad", timeout: "bad" };

class Discovery extends LitElement {
  static properties = { plugins: { attribute: false }, outcomes: { attribute: false }, text: { state: true }, problem: { state: true } };

  constructor() {
    super();
    this.plugins = [];
    this.text = "";
    this.problem = "";
  }

  createRenderRoot() {
    return this;
  }

  add(event) {
    event.preventDefault();
    this.problem = sources.add(this.text, this.plugins);
    if (!this.problem) {
      this.text = "";
    }
  }

  report() {
    const line = ({ key, plugin, target }) => {
      const it = sources.outcomes.get(key) ?? { outcome: "loading", tools: [] };
      return [plugin.called + (target ? ` at ${target}` : ""), it.outcome, `${it.tools.length} tools`, `${it.ms ?? "?"} ms`, it.reason].filter(Boolean).join("  ");
    };
    return sources.of(this.plugins).map(line).join("\n");
  }

  row(source) {
    const it = sources.outcomes.get(source.key) ?? { outcome: "loading", tools: [] };
    return html`<tr>
      <td><strong>${source.plugin.called}</strong>${source.target ? html`<div class="mono">${source.target}</div>` : nothing}</td>
      <td><span class="badge ${TONES[it.outcome] ?? ""}">${it.outcome}</span></td>
      <td class="right">${it.tools.length}</td>
      <td class="right">${it.ms === undefined ? "" : `${it.ms} ms`}</td>
      <td class="reason">
        ${it.outcome === "partial" ? "Not all that it said could be used: " : nothing}${it.reason || (it.outcome === "empty" ? "It answers, and has no tools." : "")}
        ${it.reason ? html`<a href=${href("plugins", source.plugin.key)}>What ${source.plugin.called} said at its start</a>` : nothing}
        ${it.stderr?.length ? html`<details><summary>Standard error, its end</summary><pre>${it.stderr.join("\n")}</pre></details>` : nothing}
      </td>
      <td class="right">
        <button class="small" @click=${() => sources.load(source, true)}>Ask again</button>
        ${source.target ? html`<button class="small" @click=${() => sources.remove(source.key)}>Remove</button>` : nothing}
      </td>
    </tr>`;
  }

  /** What was offered otherwise when somebody asked again. */
  changes() {
    const part = (word, names) => (names.length ? html`<span><strong>${word}</strong> ${names.join(", ")}</span> ` : nothing);
    return toolChanges.length === 0
      ? nothing
      : html`<section class="tool-changes" aria-labelledby="tool-changes">
          <h3 id="tool-changes">What has changed</h3>
          <ul class="plain">
            ${toolChanges.map((it) => html`<li><span class="dim">${it.at.toLocaleTimeString()}</span> ${it.where}: ${part("new", it.added)}${part("gone", it.gone)}${part("different", it.different)}</li>`)}
          </ul>
        </section>`;
  }

  render() {
    return html`<div class="bar">
        <strong>Discovery</strong>
        <span class="grow"></span>
        <button class="small" @click=${(e) => copy(this.report(), e.target)}>Copy</button>
      </div>
      <form class="bar" @submit=${this.add}>
        <label for="target">Ask sidecars at</label>
        <input id="target" class="wide-input" placeholder="http://127.0.0.1:8080, or ID@http://… for one of them" .value=${this.text} @input=${(e) => (this.text = e.target.value)} />
        <button ?disabled=${!this.text.trim()}>Ask there</button>
      </form>
      ${this.problem ? html`<p class="bad note" role="alert">${this.problem}</p>` : nothing}
      <div class="scroll">
        <table>
          <thead><tr><th>Asked</th><th>Outcome</th><th class="right">Tools</th><th class="right">Time</th><th>Reason</th><th></th></tr></thead>
          <tbody>${sources.of(this.plugins).map((it) => this.row(it))}</tbody>
        </table>
        ${this.changes()}
      </div>`;
  }
}

customElements.define("tool-discovery", Discovery);
