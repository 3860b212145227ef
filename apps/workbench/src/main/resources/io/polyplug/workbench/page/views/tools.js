// Tools: choose one, put together what it is given, see what it gives. Calls, streams and channels go on while one looks elsewhere.

import { LitElement, html, nothing } from "lit";
import { isLine, plain } from "/markdown.js";
import { go } from "/page.js";
import { isFavourite, toggleFavourite } from "/tools/favourites.js";
import { remember } from "/tools/history.js";
import { redraft } from "/tools/request.js";
import { allRuns, begin, runOf } from "/tools/runs.js";
import { sourceKey, sources } from "/tools/sources.js";
import { BADGES, badge, isDeprecated, shapeOf } from "/tools/tree.js";
import "/tools/channel.js";
import "/tools/console.js";
import "/tools/discovery.js";
import "/tools/past.js";
import "/tools/result.js";
import "/tools/stream-list.js";
import "/tools/variable-editor.js";

/** What can stand beside the tree instead of a tool. */
const PANELS = { history: "History", console: "Console", discovery: "Discovery", variables: "Variables" };

let lastChosen;

class Tools extends LitElement {
  static properties = {
    plugins: { attribute: false },
    path: { attribute: false },
    chosen: { state: true },
    panel: { state: true },
    run: { state: true },
  };

  constructor() {
    super();
    this.plugins = [];
    this.chosen = lastChosen;
    this.panel = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("keydown", this.key);
    addEventListener("resize", this.measure);
    addEventListener("polyplug-repeat", this.repeat);
    sources.addEventListener("change", this.redraw);
    allRuns().forEach((it) => this.watch(it));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.removeEventListener("keydown", this.key);
    removeEventListener("resize", this.measure);
    removeEventListener("polyplug-repeat", this.repeat);
    sources.removeEventListener("change", this.redraw);
  }

  redraw = () => this.requestUpdate();

  repeat = () => this.querySelector("tool-request")?.send();

  /** It fills the window below whatever is above it, so that its parts scroll and not the page. */
  measure = () => {
    const top = this.getBoundingClientRect().top + scrollY;
    this.style.setProperty("--above", `${Math.ceil(top)}px`);
  };

  updated() {
    this.measure();
  }

  willUpdate(changed) {
    if (changed.has("plugins")) {
      sources.look(this.plugins);
    }
    if (changed.has("path") && this.path?.[0]) {
      const [plugin, tool, target] = this.path;
      lastChosen = this.chosen = { key: sourceKey(plugin, target), plugin, tool, target: target ?? "" };
      this.panel = "";
    }
    if (this.chosen && !this.chosen.tool) {
      const first = sources.outcomes.get(this.chosen.key)?.tools[0];
      lastChosen = this.chosen = { ...this.chosen, tool: first?.name };
    }
    this.run = this.chosen && runOf(this.place);
  }

  key(e) {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      this.repeat();
    }
  }

  get place() {
    return `${this.chosen.key}\n${this.chosen.tool}`;
  }

  choose(source, tool) {
    lastChosen = this.chosen = { key: source.key, plugin: source.plugin.key, tool, target: source.target };
    this.panel = "";
    this.problem = undefined;
    go("tools", source.plugin.key, tool, ...(source.target ? [source.target] : []));
  }

  /** Back to the list: on a phone there is room for one of them only. */
  leave() {
    lastChosen = this.chosen = undefined;
    this.panel = "";
    go("tools");
  }

  found() {
    const source = sources.of(this.plugins).find((it) => it.key === this.chosen?.key);
    const tool = source && sources.outcomes.get(source.key)?.tools.find((it) => it.name === this.chosen.tool);
    return tool ? { source, tool } : undefined;
  }

  send(tool, made) {
    remember(tool.kind, made, shapeOf(tool));
    this.watch(begin(tool.kind, made, this.place));
    this.requestUpdate();
  }

  /** Of a run only its beginning and its end matter here; the rest is for who shows it. */
  watch(run) {
    let before = run.isOver;
    const heard = () => {
      if (run.isOver !== before) {
        before = run.isOver;
        run.removeEventListener("change", heard);
        this.requestUpdate();
      }
    };
    run.addEventListener("change", heard);
  }

  reopen({ made }, again) {
    const all = sources.of(this.plugins).filter((it) => it.plugin.key === made.plugin);
    const source = all.find((it) => it.target && it.target === made.target) ?? all[0];
    const tool = source && sources.outcomes.get(source.key)?.tools.find((it) => it.name === made.tool);
    if (!tool) {
      this.problem = `${made.plugin} has no tool ${made.tool} now`;
      this.requestUpdate();
      return;
    }
    redraft(source, tool, made);
    this.choose(source, made.tool);
    if (again) {
      this.send(tool, made);
    }
  }

  favour(plugin, tool) {
    toggleFavourite(plugin.key, tool.name);
    this.querySelector("tool-tree").requestUpdate();
    this.requestUpdate();
  }

  workplace({ source, tool }) {
    const { run } = this;
    const { plugin, target } = source;
    const favourite = isFavourite(plugin.key, tool.name);
    return html`<header class="tool-head">
        <button class="small back" @click=${this.leave}>‹ All tools</button>
        <h2>${tool.name} ${badge(shapeOf(tool))}${isDeprecated(tool) ? html`<span class="badge warn">deprecated</span>` : nothing}</h2>
        <p class="dim" title=${plain(tool.description)}>${plugin.called}${target ? ` at ${target}` : ""}${tool.description && isLine(tool.description) ? html` · ${plain(tool.description)}` : nothing}</p>
        <span class="grow"></span>
        <button class="small" aria-pressed=${favourite} aria-label="favourite" title="keep at hand" @click=${() => this.favour(plugin, tool)}>${favourite ? "★" : "☆"}</button>
        <button class="small" @click=${() => sources.load(source, true)}>Load tools again</button>
      </header>
      <section class="request" aria-label="request">
        <tool-request .source=${source} .tool=${tool} ?busy=${!!run && !run.isOver} @send=${(e) => this.send(tool, e.detail)} @give-up=${() => run?.stop()}></tool-request>
      </section>
      <section class="result" aria-label="result">
        ${tool.kind === "call"
          ? html`<call-result .run=${run}></call-result>`
          : tool.kind === "stream"
            ? html`<stream-list .run=${run}></stream-list>`
            : html`<tool-channel .run=${run}></tool-channel>`}
      </section>`;
  }

  beside() {
    const found = this.found();
    switch (this.panel) {
      case "history":
        return html`<past-calls @reopen=${(e) => this.reopen(e.detail, false)} @rerun=${(e) => this.reopen(e.detail, true)}></past-calls>`;
      case "console":
        return html`<run-console></run-console>`;
      case "discovery":
        return html`<tool-discovery .plugins=${this.plugins} .outcomes=${sources.outcomes}></tool-discovery>`;
      case "variables":
        return html`<div class="bar"><strong>Variables</strong></div><div class="request-body"><variable-editor></variable-editor></div>`;
      default:
        return found ? this.workplace(found) : this.invitation();
    }
  }

  invitation() {
    return html`<div class="empty">
      <strong>Choose a tool</strong>
      <span>/ searches, the arrows walk, Enter chooses, Ctrl+Enter sends.</span>
      <dl class="keys legend">${Object.entries(BADGES).map(([kind, [, what]]) => html`<dt>${badge(kind)}</dt><dd>${what}</dd>`)}</dl>
    </div>`;
  }

  render() {
    const live = new Set(allRuns().filter((it) => !it.isOver).map((it) => it.place));
    const taken = this.panel || this.found();
    return html`<div class="tools ${taken ? "taken" : ""}">
      <nav class="tools-side" aria-label="tools">
        <div class="panels">
          ${Object.entries(PANELS).map(
            ([id, title]) => html`<button class="small ${id}-button" aria-pressed=${this.panel === id} @click=${() => (this.panel = this.panel === id ? "" : id)}>${title}</button>`,
          )}
        </div>
        <tool-tree .sources=${sources.of(this.plugins)} .outcomes=${sources.outcomes} .chosen=${this.chosen} .live=${live}
          @choose=${(e) => this.choose(e.detail.source, e.detail.tool)} @reload=${(e) => sources.load(e.detail, true)} @why=${() => (this.panel = "discovery")}></tool-tree>
      </nav>
      <div class="tools-main ${this.panel ? "one" : ""}">
        ${this.panel ? html`<button class="small back" @click=${this.leave}>‹ All tools</button>` : nothing}
        ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
        ${this.beside()}
      </div>
    </div>`;
  }
}

customElements.define("view-tools", Tools);
