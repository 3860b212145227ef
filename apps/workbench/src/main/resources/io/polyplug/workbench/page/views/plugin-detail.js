// One plugin closely: what it is, what went wrong, and what can be done with it.

import { LitElement, html, nothing } from "lit";
import { ask } from "/api.js";
import { ago, attempt, bytes, go, href, toast, tone } from "/page.js";
import { icon } from "/icons.js";
import { markdown } from "/markdown.js";
import { pluginIcon } from "/plugin-icon.js";
import "/views/plugin-handshake.js";
import "/views/plugin-manifest.js";
import "/views/plugin-settings.js";
import "/views/plugin-storage.js";

const DONE = { start: "runs", stop: "was stopped", reload: "was reloaded", restart: "was started anew", enable: "is enabled", disable: "is disabled" };

/** A contract may say that a reload ends nothing. */
const KEPT = "goes on as it is; its failures are forgotten";

const LINES = 8;

class Detail extends LitElement {
  static properties = { plugin: { attribute: false }, more: { state: true }, lines: { state: true }, problem: { state: true }, busy: { state: true } };

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    const before = changed.get("plugin");
    const now = this.plugin;
    if (changed.has("plugin") && (!before || ["key", "state", "enabled", "pid", "health"].some((it) => before[it] !== now[it]))) {
      if (before?.key !== now.key) {
        this.more = undefined;
        this.lines = undefined;
      }
      this.learn();
    }
  }

  get address() {
    return `/api/plugins/${encodeURIComponent(this.plugin.key)}`;
  }

  get uninstallDialog() {
    return this.querySelector("dialog.uninstall");
  }

  async learn() {
    const key = this.plugin.key;
    try {
      const [more, { lines }] = await Promise.all([ask("GET", this.address), ask("GET", `/api/logs?plugin=${encodeURIComponent(key)}&limit=${LINES}`)]);
      if (this.plugin.key === key) {
        this.more = more;
        this.lines = lines;
        this.problem = "";
      }
    } catch (problem) {
      this.problem = problem.message;
    }
  }

  async act(what) {
    const called = this.plugin.called;
    this.busy = what;
    const answer = await attempt(() => ask("POST", `${this.address}/${what}`));
    this.busy = "";
    if (answer) {
      if (what === "check") {
        const why = [answer.reason, ...answer.diagnose].filter(Boolean).join("; ");
        toast(`${called} is ${answer.health}${why ? `: ${why}` : ""}`, tone(answer.health) === "bad" ? "bad" : "good");
      } else {
        toast(`${called} ${what === "reload" && answer.instance === "kept" ? KEPT : DONE[what]}`, "good");
      }
      this.learn();
    }
  }

  async uninstall() {
    this.uninstallDialog.close();
    const called = this.plugin.called;
    if (await attempt(() => ask("DELETE", this.address))) {
      toast(`${called} was uninstalled`, "good");
      go("plugins");
    }
  }

  button(what, title, possible = true, why = "") {
    return html`<button ?disabled=${!possible || Boolean(this.busy)} title=${why || nothing} aria-busy=${this.busy === what} @click=${() => this.act(what)}>${title}</button>`;
  }

  /** Its contract may leave nothing to start or to stop; then the button says so instead of failing. */
  startOrStop() {
    const { enabled, state, shared, eager } = this.plugin;
    if (!shared) {
      return nothing;
    }
    return state === "running" || state === "starting"
      ? this.button("stop", "Stop", !eager, eager ? "Its contract keeps it running while the host is; disable it instead" : "")
      : this.button("start", "Start", enabled);
  }

  acts() {
    const { enabled, installed, state, goesOnWhenReloaded } = this.plugin;
    return html`<div class="acts" role="group" aria-label="What can be done">
      ${this.startOrStop()}
      ${goesOnWhenReloaded && state === "running" ? this.button("restart", "Restart", enabled) : this.button("reload", "Reload", enabled)}
      ${enabled ? this.button("disable", "Disable") : this.button("enable", "Enable")}
      ${this.button("check", "Check", enabled)}
      ${installed ? html`<button @click=${() => this.dispatchEvent(new CustomEvent("update-plugin", { detail: this.plugin }))}>Update…</button>` : nothing}
      ${this.more?.storage ? html`<plugin-storage .plugin=${this.plugin} .folder=${this.more.storage}></plugin-storage>` : nothing}
      ${installed ? html`<button class="danger" @click=${() => this.uninstallDialog.showModal()}>Uninstall…</button>` : nothing}
    </div>`;
  }

  list(title, entries, draw) {
    return entries?.length ? html`<section><h3>${title}</h3><ul class="plain">${entries.map((it) => html`<li>${draw(it)}</li>`)}</ul></section>` : nothing;
  }

  facts() {
    const it = this.plugin;
    const rows = [
      ["Contract", it.contract],
      ["Id", it.id],
      ["Version", it.version],
      ["State", it.state],
      ["Runs", it.shared ? "" : "a process for each call"],
      ["Process", it.pid && `${it.pid}${it.since ? `, for ${ago(it.since)}` : ""}`],
      ["Memory", bytes(it.memoryBytes)],
      ["Processor", it.cpuMs === undefined ? "" : `${(it.cpuMs / 1000).toFixed(2)} s in all`],
      ["Restarts", String(it.restarts)],
      ["Trusted", it.trusted ? "yes" : "no"],
      ["From", it.source ?? this.more?.origin],
      ["Installed", this.more?.installedAt && new Date(this.more.installedAt).toLocaleString()],
      ["Digest", this.more?.digest],
    ];
    return html`<dl class="facts">${rows.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
  }

  render() {
    const { plugin, more } = this;
    const line = more?.commandLine;
    const stderr = more?.lastFailure?.stderr;
    return html`<section class="panel detail" aria-label="Plugin ${plugin.called}">
      <div class="title">
        ${pluginIcon(plugin)}
        <h2>${plugin.name || plugin.called}</h2>
        <span class="badge ${plugin.enabled ? tone(plugin.health) : ""}">${plugin.enabled ? plugin.health : "disabled"}</span>
        <a class="button" aria-label="Close" href=${href("plugins")}>${icon("close")}</a>
      </div>
      ${plugin.description ? html`<div class="dim">${markdown(plugin.description)}</div>` : nothing}
      <p class="acts">
        <a class="button" href=${href("tools", plugin.key)}>${icon("tools")}Tools</a><a class="button" href=${href("frames", plugin.key)}>${icon("frames")}Frames</a>
        <a class="button" href=${href("logs", plugin.key)}>${icon("logs")}Logs</a>
        ${more?.manifest ? html`<plugin-manifest .plugin=${plugin}></plugin-manifest>` : nothing}
      </p>
      ${this.acts()}
      ${plugin.reason && plugin.reason !== more?.lastFailure?.message ? html`<div class="note">${plugin.reason}</div>` : nothing}
      ${more?.lastFailure ? html`<section><h3>Last failure</h3><div class="note"><code>${more.lastFailure.code}</code><br />${more.lastFailure.message}</div></section>` : nothing}
      ${stderr?.length ? html`<section><h3>Standard error, its end</h3><pre>${stderr.join("\n")}</pre></section>` : nothing}
      ${this.problem ? html`<p class="dim">More is not known: ${this.problem}</p>` : nothing}
      ${this.facts()}
      <plugin-settings .plugin=${plugin}></plugin-settings>
      ${more?.handshake ? html`<plugin-handshake .handshake=${more.handshake}></plugin-handshake>` : nothing}
      ${line?.length ? html`<section><h3>Command line</h3><pre>${line.join(" ")}</pre></section>` : nothing}
      ${this.list("Asks for", more?.asksFor, (it) => it)}
      ${this.list("Diagnosis", more?.diagnose, (it) => it)}
      ${this.lines?.length ? html`<section><h3>Its last lines</h3><pre class="tail">${this.lines.map((it) => `${it.time.slice(11, 19)} ${it.text}`).join("\n")}</pre></section>` : nothing}
      <dialog class="uninstall" aria-labelledby="uninstall-title">
        <h2 id="uninstall-title">Uninstall ${plugin.called}?</h2>
        <p>Its process is ended, and its files and what it may do are removed from this host.</p>
        <div class="buttons">
          <button autofocus @click=${() => this.uninstallDialog.close()}>Keep it</button>
          <button class="danger" @click=${this.uninstall}>Uninstall</button>
        </div>
      </dialog>
    </section>`;
  }
}

customElements.define("plugin-detail", Detail);
