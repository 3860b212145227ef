// The frame of the page: where one is, where one can go, and whether the host is there.

import { LitElement, html, nothing } from "lit";
import { unsafeStatic, html as staticHtml } from "lit/static-html.js";
import { ask } from "/api.js";
import { listen } from "/events.js";
import { applyTheme, nextTheme, theme } from "/theme.js";
import { attempt, ago, go, here, href, toast } from "/page.js";
import { icon } from "/icons.js";
import "/palette.js";
import "/toasts.js";

/** What can be seen: `/views/ID.js` defines the element `view-ID`, which is given `host`, `plugins`, `unusable` and `path`. */
const VIEWS = [
  { id: "plugins", title: "Plugins" },
  { id: "tools", title: "Tools" },
  { id: "frames", title: "Frames" },
  { id: "bus", title: "Bus" },
  { id: "logs", title: "Logs" },
  { id: "metrics", title: "Metrics" },
  { id: "screens", title: "Screens" },
];

/** How often memory and processor time are asked for while somebody looks. */
const USAGE_MS = 3_000;

class App extends LitElement {
  static properties = {
    view: { state: true },
    path: { state: true },
    host: { state: true },
    plugins: { state: true },
    unusable: { state: true },
    connected: { state: true },
    problem: { state: true },
    unloaded: { state: true },
    theme: { state: true },
  };

  constructor() {
    super();
    applyTheme();
    this.theme = theme();
    this.plugins = [];
    this.unusable = [];
    this.connected = true;
    this.problem = "";
    this.unloaded = "";
    this.used = new Map();
    this.moved();
  }

  // One style sheet for the whole page; nothing here has styles of its own.
  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    window.addEventListener("hashchange", () => this.moved());
    window.addEventListener("keydown", (event) => this.key(event));
    setInterval(() => !document.hidden && this.connected && this.refresh(), USAGE_MS);
    this.begin();
  }

  async begin() {
    try {
      this.host = await ask("GET", "/api/host");
      await this.refresh();
      await listen(["state", "plugins"], (kind) => this.heard(kind));
    } catch (problem) {
      this.connected = false;
      this.problem =
        problem.status === 401
          ? "This page does not know the token of this workbench. Open the address that polyplug up has printed, with all that follows the #."
          : problem.message;
    }
  }

  heard(kind) {
    if (kind === "connected" || kind === "disconnected") {
      this.connected = kind === "connected";
    }
    if (kind !== "disconnected") {
      this.refresh();
    }
  }

  /** One question at a time; what happens meanwhile is asked for once more. */
  async refresh() {
    if (this.asking) {
      this.again = true;
      return;
    }
    this.asking = true;
    try {
      do {
        this.again = false;
        const { plugins, unusable } = await ask("GET", "/api/plugins");
        this.plugins = plugins.map((it) => this.withShare(it));
        this.unusable = unusable ?? [];
      } while (this.again);
    } catch {
      // The event stream finds out, and says so.
    } finally {
      this.asking = false;
    }
  }

  /** How much of a processor it takes, between this answer and the last one that is old enough. */
  withShare(plugin) {
    if (plugin.pid === undefined || plugin.cpuMs === undefined) {
      return plugin;
    }
    const now = performance.now();
    const before = this.used.get(plugin.key);
    if (!before || before.pid !== plugin.pid) {
      this.used.set(plugin.key, { pid: plugin.pid, cpuMs: plugin.cpuMs, at: now, share: undefined });
    } else if (now - before.at > USAGE_MS / 2) {
      const share = (100 * (plugin.cpuMs - before.cpuMs)) / (now - before.at);
      this.used.set(plugin.key, { pid: plugin.pid, cpuMs: plugin.cpuMs, at: now, share });
    }
    return { ...plugin, cpuShare: this.used.get(plugin.key).share };
  }

  async moved() {
    const { view, path } = here();
    const known = VIEWS.find((it) => it.id === view) ?? VIEWS[0];
    const turn = (this.turn = (this.turn ?? 0) + 1);
    const problem = await import(`/views/${known.id}.js`).then(
      () => "",
      (it) => `The view ${known.title} cannot be loaded: ${it.message}`,
    );
    if (turn !== this.turn) {
      // Somebody has gone on meanwhile; a view that was slow to load must not call them back.
      return;
    }
    this.unloaded = problem;
    this.view = known;
    this.path = known.id === view ? path : [];
    document.title = `${known.title} · Polyplug`;
  }

  key(event) {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
      event.preventDefault();
      this.querySelector("command-palette").open();
      return;
    }
    const typing = event.target.closest?.("input, textarea, select, [contenteditable], [data-keys]");
    // The field of a dialog that was just closed has the focus until the next frame.
    if (typing?.checkVisibility() || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) {
      return;
    }
    const view = VIEWS[Number(event.key) - 1];
    if (view) {
      go(view.id);
    } else if (event.key === "?") {
      this.help();
    } else if (event.key === "t") {
      this.switchTheme();
    } else if (event.key === "r") {
      window.dispatchEvent(new Event("polyplug-repeat"));
    } else if (event.key === "/") {
      const search = this.querySelector("main input[type=search]");
      if (search) {
        event.preventDefault();
        search.focus();
      }
    }
  }

  help() {
    this.querySelector("dialog.help").showModal();
  }

  switchTheme() {
    this.theme = nextTheme();
  }

  get entries() {
    const views = VIEWS.map((it, i) => ({ kind: "View", title: it.title, hint: String(i + 1), run: () => go(it.id) }));
    const acts = ["start", "stop", "reload"].flatMap((act) =>
      this.plugins.map((it) => ({
        kind: "Action",
        title: `${act[0].toUpperCase()}${act.slice(1)} ${it.called}`,
        run: () => attempt(() => ask("POST", `/api/plugins/${encodeURIComponent(it.key)}/${act}`)).then((done) => done && toast(`${it.called}: ${done.instance === "kept" ? "it goes on as it is; its failures are forgotten" : `${act} was asked for`}`, "good")),
      })),
    );
    return [
      ...views,
      { kind: "Action", title: "Install a plugin", run: () => go("plugins", "", "install") },
      { kind: "Action", title: "Switch between light and dark", run: () => this.switchTheme() },
      { kind: "Action", title: "Help: keys", hint: "?", run: () => this.help() },
      ...acts,
    ];
  }

  navigation() {
    return html`<nav class="views" aria-label="Views">
      ${VIEWS.map(
        (it, i) => html`<a href=${href(it.id)} aria-current=${it === this.view ? "page" : nothing} aria-keyshortcuts=${i + 1}>
          ${icon(it.id)}<span>${it.title}</span><kbd aria-hidden="true">${i + 1}</kbd>
        </a>`,
      )}
    </nav>`;
  }

  bar() {
    return html`<div class="bar">
      <button class="find" aria-keyshortcuts="Control+K" @click=${() => this.querySelector("command-palette").open()}>
        ${icon("search")}<span>Go to or do…</span><kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <span class="state ${this.connected && !this.problem ? "good" : "bad"}" role="status">
        <span class="dot"></span>${this.connected && !this.problem ? "connected" : "not connected"}
      </span>
      <button class="bare" aria-label="Theme: ${this.theme}; switch" title="Theme: ${this.theme}" @click=${this.switchTheme}>
        ${icon({ auto: "auto", light: "sun", dark: "moon" }[this.theme])}
      </button>
      <button class="bare" aria-label="Help: keys" title="Keys" @click=${this.help}>${icon("help")}</button>
    </div>`;
  }

  body() {
    if (this.problem || this.unloaded) {
      return html`<div class="empty" role="alert">${this.problem || this.unloaded}</div>`;
    }
    if (!this.host || !this.view) {
      return html`<div class="empty" aria-busy="true">Asking the host…</div>`;
    }
    const tag = unsafeStatic(`view-${this.view.id}`);
    return staticHtml`<${tag} .host=${this.host} .plugins=${this.plugins} .unusable=${this.unusable} .path=${this.path}></${tag}>`;
  }

  render() {
    return html`
      <a class="skip" href="#main" @click=${(event) => {
        event.preventDefault();
        this.querySelector("main").focus();
      }}>To the content</a>
      <aside>
        <a class="brand" href=${href("plugins")}><img src="/icon.svg" alt="" width="24" height="24" /><strong>Polyplug</strong></a>
        ${this.navigation()}
        <p class="about dim">${this.host ? html`${this.host.version}<br />up ${ago(this.host.since)}, process ${this.host.pid}` : nothing}</p>
      </aside>
      <div class="page">
        <header><h1>${this.view?.title}</h1>${this.bar()}</header>
        ${this.connected || this.problem ? nothing : html`<div class="banner" role="alert">The host does not answer. What is shown may be old; it is asked again until it does.</div>`}
        <main id="main" tabindex="-1">${this.body()}</main>
      </div>
      <command-palette .entries=${this.entries} .plugins=${this.plugins}></command-palette>
      ${this.helpDialog()}
      <toast-list></toast-list>
    `;
  }

  helpDialog() {
    const keys = [
      ["Ctrl K", "go to anything, or do something"],
      ["1 … 7", "the views, in their order"],
      ["/", "search in this view"],
      ["Ctrl Enter", "send what is put together for a tool"],
      ["r", "send it again"],
      ["t", "light, dark, or as the system says"],
      ["Esc", "close what is open"],
      ["?", "this list"],
    ];
    return html`<dialog class="help" aria-labelledby="help-title" @click=${(event) => event.target.localName === "dialog" && event.target.close()}>
      <h2 id="help-title">Keys</h2>
      <dl class="keys">${keys.map(([key, what]) => html`<dt><kbd>${key}</kbd></dt><dd>${what}</dd>`)}</dl>
      <p class="dim">While a screen of a plugin has the focus all keys go to the plugin; leave it with Ctrl K or by a click outside.</p>
      <form method="dialog"><button autofocus>Close</button></form>
    </dialog>`;
  }
}

customElements.define("polyplug-app", App);
