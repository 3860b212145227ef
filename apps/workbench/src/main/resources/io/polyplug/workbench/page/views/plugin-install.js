// Installs a package: from a file, an address or a registry, and only after somebody saw what it asks for. Another version of a plugin that is
// there goes the same way.

import { LitElement, html, nothing } from "lit";
import { ask, follow } from "/api.js";
import { attempt, bytes, go, toast } from "/page.js";
import { looksSecret } from "/tools/secrets.js";

/** More names than these are folded. */
const FEW = 12;

class Install extends LitElement {
  static properties = { source: { state: true }, progress: { state: true }, asks: { state: true }, problem: { state: true }, working: { state: true } };

  constructor() {
    super();
    this.reset();
    this.source = "";
  }

  createRenderRoot() {
    return this;
  }

  reset() {
    this.progress = undefined;
    this.asks = undefined;
    this.problem = "";
    this.working = undefined;
  }

  get dialog() {
    return this.querySelector("dialog");
  }

  /** For a new plugin, or for another version of this one. */
  open(plugin) {
    if (!this.dialog.open) {
      this.reset();
      this.plugin = plugin;
      this.source = "";
      this.dialog.showModal();
    }
  }

  /** Where it came from, if it can be fetched from there again. */
  get origin() {
    return this.plugin?.source === "upload:" ? "" : (this.plugin?.source ?? "");
  }

  /** A file goes as it is; a text is where the host gets it from. */
  async install(what) {
    this.open();
    this.reset();
    const stop = new AbortController();
    this.working = stop;
    const path = this.plugin ? `/api/plugins/${encodeURIComponent(this.plugin.key)}/update` : "/api/packages";
    const body = what instanceof Blob ? what.slice(0, what.size, "application/zip") : what ? { source: what } : {};
    this.progress = { what: what instanceof Blob ? `sending ${what.name}` : "asking" };
    let ended = false;
    try {
      await follow(path, (kind, data) => (ended = this.heard(kind, data) || ended), { method: "POST", body, signal: stop.signal });
      if (!ended && !stop.signal.aborted) {
        this.problem = "The host ended the conversation before it was done.";
      }
    } catch (problem) {
      this.problem = problem.message;
    }
    this.working = undefined;
    this.asks = undefined;
  }

  /** Gives whether that was the last word. */
  heard(kind, data) {
    switch (kind) {
      case "progress":
        this.progress = data;
        return false;
      case "asks":
        this.asks = data;
        return false;
      case "installed":
        this.dialog.close();
        toast(`${data.plugin} is installed${data.trainedBytes ? `, with a start-up cache of ${bytes(data.trainedBytes)}` : ""}`, "good");
        if (data.untrained) {
          toast(`${data.plugin} starts without a cache, more slowly than it could: ${data.untrained}`);
        }
        go("plugins", `${data.contract}:${data.plugin}`);
        return true;
      case "updated":
        this.dialog.close();
        toast(`${data.plugin} is updated${data.version ? ` to ${data.version}` : ""}`, "good");
        return true;
      case "refused":
        this.problem = data.message;
        return true;
      default:
        return false;
    }
  }

  answer(accept) {
    const { id } = this.asks;
    this.asks = undefined;
    this.progress = { what: accept ? "installing" : "removing what was fetched" };
    attempt(() => ask("POST", `/api/packages/${encodeURIComponent(id)}`, { accept }));
    if (!accept) {
      this.dialog.close();
    }
  }

  /** Who leaves without an answer has said no. */
  left() {
    if (this.asks) {
      this.answer(false);
    }
    this.working?.abort();
  }

  again() {
    return this.origin
      ? html`<p>It came from <code>${this.origin}</code>.</p>
          <p class="buttons"><button class="primary" autofocus @click=${() => this.install("")}>Fetch it from there again</button></p>`
      : html`<p>It was uploaded, so there is nothing to fetch it from: name another place, or choose a newer file.</p>`;
  }

  form() {
    return html`${this.plugin ? this.again() : nothing}<div class="fields">
        <label for="install-source">An https:// address or an oci:// reference</label>
        <input id="install-source" autofocus .value=${this.source} @input=${(event) => (this.source = event.target.value.trim())}
          @keydown=${(event) => event.key === "Enter" && this.source && this.install(this.source)} placeholder="oci://registry.example/plugins/greeting:1" />
        <label for="install-file">Or a package on this computer; it can also be dropped on the list</label>
        <input id="install-file" type="file" accept=".zip,application/zip" @change=${(event) => event.target.files[0] && this.install(event.target.files[0])} />
      </div>
      <div class="buttons">
        <button @click=${() => this.dialog.close()}>Cancel</button>
        <button class="primary" ?disabled=${!this.source} @click=${() => this.install(this.source)}>Fetch</button>
      </div>`;
  }

  question() {
    const it = this.asks;
    return html`<p><strong>${it.plugin}</strong> ${this.plugin ? `${it.previousVersion || "?"} → ` : ""}${it.version || (this.plugin ? "?" : "")} <span class="badge">${it.contract}</span></p>
      ${it.same ? html`<p class="note">This is the very package that is installed already.</p>` : nothing}
      ${it.asksForMore?.length ? html`<h3>What it did not ask for before</h3><ul class="plain more">${it.asksForMore.map((one) => html`<li><strong>${one}</strong></li>`)}</ul>` : nothing}
      <h3>${this.plugin ? "All that it asks for" : "What it asks for"}</h3>
      ${it.asksFor?.length ? html`<ul class="plain">${it.asksFor.map((one) => html`<li>${one}</li>`)}</ul>` : html`<p>Nothing beyond running.</p>`}
      ${it.command?.length ? html`<h3>What is run</h3><pre>${it.command.join("\n")}</pre>` : nothing}
      ${this.variables(it.environment)}
      <p class="dim">${it.files} files. A plugin is a program: it may do on this machine whatever you may. Accept it if you trust who made it.</p>
      <div class="buttons">
        <button autofocus @click=${() => this.answer(false)}>Refuse</button>
        <button class="primary" @click=${() => this.answer(true)}>${this.plugin ? "Accept and update" : "Accept and install"}</button>
      </div>`;
  }

  /** Which of the host's variables it gets; some contracts cannot tell. */
  variables(names) {
    if (!names) {
      return nothing;
    }
    const list = html`<p class="names">${names.map((name) => html`<code class=${looksSecret(name) ? "secret" : nothing}>${name}</code>`)}</p>`;
    const secrets = names.filter(looksSecret).length;
    const told = `${names.length} ${names.length === 1 ? "variable" : "variables"}${secrets ? `, ${secrets} called as secrets are` : ""}`;
    return html`<section class="variables"><h3>What it gets of this host's environment</h3>
      ${names.length > FEW ? html`<details><summary>${told}</summary>${list}</details>` : names.length ? list : html`<p>No variable.</p>`}
    </section>`;
  }

  course() {
    const { what, done, total } = this.progress ?? {};
    return html`<p role="status">${what}${done ? `: ${bytes(done)}${total > 0 ? ` of ${bytes(total)}` : ""}` : "…"}</p>
      <progress aria-label=${what} .value=${total > 0 ? done : nothing} max=${total > 0 ? total : 1}></progress>
      <div class="buttons"><button @click=${() => this.dialog.close()}>Cancel</button></div>`;
  }

  body() {
    if (this.asks) {
      return this.question();
    }
    return this.working ? this.course() : this.form();
  }

  render() {
    return html`<dialog class="install" aria-labelledby="install-title" @close=${this.left}>
      <h2 id="install-title">${this.plugin ? `Update ${this.plugin.called}${this.asks ? "?" : ""}` : this.asks ? "Install this plugin?" : "Install a plugin"}</h2>
      ${this.problem ? html`<div class="note" role="alert">${this.problem}</div>` : nothing}
      ${this.body()}
    </dialog>`;
  }
}

customElements.define("plugin-install", Install);
