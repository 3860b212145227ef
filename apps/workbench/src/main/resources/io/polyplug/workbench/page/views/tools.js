// Tools: choose one, put together what it is given, see what it gives. Calls, streams and channels go on while one looks elsewhere.

import { LitElement, html, nothing } from "lit";
import { ask } from "/api.js";
import { go } from "/page.js";
import { remember } from "/tools/history.js";
import { redraft } from "/tools/request.js";
import { allRuns, begin, runOf } from "/tools/runs.js";
import { badge } from "/tools/tree.js";
import "/tools/channel.js";
import "/tools/past.js";
import "/tools/result.js";
import "/tools/stream-list.js";

// Kept beside the view, which is made anew whenever somebody comes back to it.
const kept = { tools: new Map(), chosen: undefined, marks: new Map() };

/** What changes when its tools are worth another question. That it was ended for being idle is no reason to wake it. */
function mark(plugin) {
  const known = kept.tools.get(plugin.key);
  const failed = known !== undefined && known !== "loading" && !Array.isArray(known);
  return [plugin.version, plugin.enabled, failed && plugin.state === "running"].join(" ");
}

class Tools extends LitElement {
  static properties = {
    plugins: { attribute: false },
    path: { attribute: false },
    tools: { state: true },
    chosen: { state: true },
    showsPast: { state: true },
    run: { state: true },
  };

  constructor() {
    super();
    this.plugins = [];
    this.tools = kept.tools;
    this.chosen = kept.chosen;
    this.showsPast = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.addEventListener("keydown", this.key);
    addEventListener("resize", this.measure);
    allRuns().forEach((it) => this.watch(it));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.removeEventListener("keydown", this.key);
    removeEventListener("resize", this.measure);
  }

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
      for (const plugin of this.plugins.filter((it) => kept.marks.get(it.key) !== mark(it))) {
        kept.marks.set(plugin.key, mark(plugin));
        this.load(plugin.key);
      }
    }
    if (changed.has("path") && this.path?.[0]) {
      kept.chosen = this.chosen = { plugin: this.path[0], tool: this.path[1] };
    }
    this.run = this.chosen && runOf(this.chosen.plugin, this.chosen.tool);
  }

  key(e) {
    if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
      e.preventDefault();
      this.querySelector("tool-request")?.send();
    }
  }

  put(key, what) {
    kept.tools = this.tools = new Map(this.tools).set(key, what);
  }

  async load(key, fresh = false) {
    if (!Array.isArray(this.tools.get(key))) {
      this.put(key, "loading");
    }
    try {
      this.put(key, await ask("GET", `/api/plugins/${encodeURIComponent(key)}/tools${fresh ? "?fresh=1" : ""}`));
    } catch (problem) {
      this.put(key, { message: problem.message });
    }
  }

  choose(chosen) {
    kept.chosen = this.chosen = chosen;
    this.showsPast = false;
    go("tools", chosen.plugin, chosen.tool);
  }

  found(chosen) {
    const plugin = this.plugins.find((it) => it.key === chosen?.plugin);
    const tools = this.tools.get(chosen?.plugin);
    const tool = Array.isArray(tools) ? tools.find((it) => it.name === chosen.tool) : undefined;
    return plugin && tool ? { plugin, tool } : undefined;
  }

  send(tool, made) {
    remember(tool.kind, made);
    this.watch(begin(tool.kind, made));
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
    const found = this.found({ plugin: made.plugin, tool: made.tool });
    if (!found) {
      this.problem = `${made.plugin} has no tool ${made.tool} now`;
      this.requestUpdate();
      return;
    }
    this.problem = undefined;
    redraft(made.plugin, found.tool, made);
    this.choose({ plugin: made.plugin, tool: made.tool });
    if (again) {
      this.send(found.tool, made);
    }
  }

  workplace({ plugin, tool }) {
    const run = this.run;
    return html`<header class="tool-head">
        <h2>${tool.name} ${badge(tool.kind)}</h2>
        <p class="dim">${plugin.called}${tool.description ? html` · ${tool.description}` : nothing}</p>
        <span class="grow"></span>
        <button class="small" @click=${() => this.load(plugin.key, true)}>Load tools again</button>
      </header>
      <section class="request" aria-label="request">
        <tool-request .plugin=${plugin} .tool=${tool} ?busy=${!!run && !run.isOver} @send=${(e) => this.send(tool, e.detail)} @give-up=${() => run?.stop()}></tool-request>
      </section>
      <section class="result" aria-label="result">
        ${tool.kind === "call"
          ? html`<call-result .run=${run}></call-result>`
          : tool.kind === "stream"
            ? html`<stream-list .run=${run}></stream-list>`
            : html`<tool-channel .run=${run}></tool-channel>`}
      </section>`;
  }

  render() {
    const found = this.found(this.chosen);
    const live = new Set(allRuns().filter((it) => !it.isOver).map((it) => `${it.made.plugin}\n${it.made.tool}`));
    return html`<div class="tools">
      <nav class="tools-side" aria-label="tools">
        <button class="small history-button" aria-pressed=${this.showsPast} @click=${() => (this.showsPast = !this.showsPast)}>History</button>
        <tool-tree .plugins=${this.plugins} .tools=${this.tools} .chosen=${this.chosen} .live=${live}
          @choose=${(e) => this.choose(e.detail)} @reload=${(e) => this.load(e.detail, true)}
          @wanted=${(e) => this.tools.has(e.detail) || this.load(e.detail)}></tool-tree>
      </nav>
      <div class="tools-main">
        ${this.problem ? html`<p class="bad" role="alert">${this.problem}</p>` : nothing}
        ${this.showsPast
          ? html`<past-calls @reopen=${(e) => this.reopen(e.detail, false)} @rerun=${(e) => this.reopen(e.detail, true)}></past-calls>`
          : found
            ? this.workplace(found)
            : html`<p class="dim empty">Choose a tool. / searches, the arrows walk.</p>`}
      </div>
    </div>`;
  }
}

customElements.define("view-tools", Tools);
