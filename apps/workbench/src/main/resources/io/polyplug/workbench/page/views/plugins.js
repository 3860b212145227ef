// All plugins as they are now, and one of them closely.

import { LitElement, html, nothing } from "lit";
import { go, href, bytes, tone } from "/page.js";
import { icon } from "/icons.js";
import { plain } from "/markdown.js";
import { pluginIcon } from "/plugin-icon.js";
import "/views/plugin-detail.js";
import "/views/plugin-install.js";

class Plugins extends LitElement {
  static properties = {
    host: { attribute: false },
    plugins: { attribute: false },
    unusable: { attribute: false },
    path: { attribute: false },
    wanted: { state: true },
    dropping: { state: true },
  };

  constructor() {
    super();
    this.plugins = [];
    this.unusable = [];
    this.path = [];
    this.wanted = "";
    this.dropping = false;
  }

  createRenderRoot() {
    return this;
  }

  updated(changed) {
    if (changed.has("path") && this.path[1] === "install") {
      history.replaceState(null, "", href("plugins"));
      this.installer.open();
    }
  }

  get installer() {
    return this.querySelector("plugin-install");
  }

  get shown() {
    const wanted = this.wanted.toLowerCase();
    return this.plugins.filter((it) => `${it.key} ${it.name} ${it.health} ${it.state}`.toLowerCase().includes(wanted));
  }

  drag(event, over) {
    if (this.host.installs && event.dataTransfer?.types.includes("Files")) {
      event.preventDefault();
      this.dropping = over;
    }
  }

  drop(event) {
    const file = event.dataTransfer?.files[0];
    if (this.host.installs && file) {
      event.preventDefault();
      this.dropping = false;
      this.installer.install(file);
    }
  }

  row(plugin, chosen) {
    return html`<tr class="pick" aria-selected=${plugin.key === chosen} @click=${() => go("plugins", plugin.key)}>
      <td>
        ${pluginIcon(plugin)}<a class="name" href=${href("plugins", plugin.key)} @click=${(event) => event.stopPropagation()}>${plugin.called}</a>
        <div class="dim">${plain(plugin.description) || (plugin.name === plugin.called ? "" : plugin.name)}</div>
      </td>
      <td><span class="badge">${plugin.contract}</span></td>
      <td>
        <span class="badge ${plugin.enabled ? tone(plugin.health) : ""}">${plugin.enabled ? plugin.health : "disabled"}</span>
        ${plugin.reason ? html`<div class="dim clamp" title=${plugin.reason}>${plugin.reason}</div>` : nothing}
      </td>
      <td class="wide">${plugin.version}</td>
      <td class="right wide">${plugin.restarts}</td>
      <td class="right wide mono">${plugin.pid}</td>
      <td class="right wide">${bytes(plugin.memoryBytes)}</td>
      <td class="right wide">${plugin.cpuShare === undefined ? "" : `${plugin.cpuShare.toFixed(1)} %`}</td>
    </tr>`;
  }

  table(chosen) {
    if (this.plugins.length === 0) {
      return html`<div class="panel empty">
        <strong>No plugins yet</strong>
        <span>Drop a package here, or install one from an address. Or write a <code>polyplug.toml</code> that names programs,<br />and start the host with it:</span>
        <pre>polyplug up --config polyplug.toml</pre>
        <span>Without an idea what to write: <code>polyplug demo</code> shows plugins of every contract.</span>
      </div>`;
    }
    return html`<div class="panel">
      <table>
        <thead>
          <tr>
            <th>Plugin</th><th>Contract</th><th>Health</th><th class="wide">Version</th><th class="right wide">Restarts</th>
            <th class="right wide">Process</th><th class="right wide">Memory</th><th class="right wide">CPU</th>
          </tr>
        </thead>
        <tbody>${this.shown.map((it) => this.row(it, chosen))}</tbody>
      </table>
      ${this.shown.length === 0 ? html`<div class="empty">No plugin has “${this.wanted}” in its name or state.</div>` : nothing}
    </div>`;
  }

  broken() {
    return this.unusable.length === 0
      ? nothing
      : html`<section class="panel unusable" aria-labelledby="unusable">
          <h2 id="unusable">Found, but not usable</h2>
          <dl class="facts">${this.unusable.map((it) => html`<dt><span class="badge bad">${it.contract}</span></dt><dd><span class="mono">${it.folder}</span><div class="dim">${it.reason}</div></dd>`)}</dl>
        </section>`;
  }

  render() {
    const chosen = this.path[1] === "install" ? undefined : this.path[0];
    const plugin = this.plugins.find((it) => it.key === chosen);
    return html`<div
      class=${this.dropping ? "drop" : ""}
      @dragenter=${(event) => this.drag(event, true)}
      @dragover=${(event) => this.drag(event, true)}
      @dragleave=${() => (this.dropping = false)}
      @drop=${this.drop}
    >
      <div class="toolbar">
        <input type="search" placeholder="Search plugins" aria-label="Search plugins" @input=${(event) => (this.wanted = event.target.value)} />
        <span class="dim" role="status">${this.shown.length} of ${this.plugins.length}</span>
        <span class="space"></span>
        <button class="primary" ?disabled=${!this.host.installs} title=${this.host.installs ? nothing : "This host has no place to install into"} @click=${() => this.installer.open()}>${icon("plus")}Install…</button>
      </div>
      <div class="split ${plugin ? "open" : ""}">
        ${this.table(chosen)}
        ${plugin ? html`<plugin-detail .plugin=${plugin} @update-plugin=${(event) => this.installer.open(event.detail)}></plugin-detail>` : nothing}
      </div>
      ${this.broken()}
      <plugin-install></plugin-install>
    </div>`;
  }
}

customElements.define("view-plugins", Plugins);
