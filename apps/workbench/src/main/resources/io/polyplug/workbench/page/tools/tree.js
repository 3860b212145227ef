// All plugins and their tools, to search, to narrow down and to walk through with the keyboard.

import { LitElement, html, nothing } from "lit";
import { plain } from "/markdown.js";
import { pluginIcon } from "/plugin-icon.js";
import { isFavourite } from "/tools/favourites.js";

export const BADGES = {
  call: ["U", "call: one input, one result"],
  stream: ["SS", "stream: one input, any number of results"],
  client: ["CS", "client stream: any number of inputs, one result"],
  channel: ["DX", "channel: messages both ways"],
};

/** What sidecars call the kinds of their methods, of which a host has fewer. */
const METHOD_TYPES = { Unary: "call", ServerStreaming: "stream", ClientStreaming: "client", Duplex: "channel" };

/** Which badge a tool has: by what its plugin says, else by how it is used. */
export const shapeOf = (tool) => METHOD_TYPES[tool.further?.methodType] ?? tool.kind;

export const badge = (kind) => html`<span class="badge kind-${kind}" title=${BADGES[kind]?.[1] ?? kind}>${BADGES[kind]?.[0] ?? kind}</span>`;

export const isDeprecated = (tool) => /\(deprecated\)$/.test(tool.description ?? "");

class ToolTree extends LitElement {
  static properties = {
    sources: { attribute: false },
    outcomes: { attribute: false },
    chosen: { attribute: false },
    live: { attribute: false },
    search: { state: true },
    only: { state: true },
    closed: { state: true },
  };

  constructor() {
    super();
    this.sources = [];
    this.search = "";
    this.only = "";
    this.closed = new Set();
  }

  createRenderRoot() {
    return this;
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  fits({ plugin, target }, tool) {
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    const text = `${plugin.called} ${plugin.contract} ${target} ${tool?.name ?? ""} ${tool?.description ?? ""}`.toLowerCase();
    const wanted = !tool || !this.only || (this.only === "favourite" ? isFavourite(plugin.key, tool.name) : shapeOf(tool) === this.only);
    return wanted && words.every((it) => text.includes(it));
  }

  /** Up and down walk over what is shown; left and right fold; a tool is chosen with Enter, as any button. */
  key(e) {
    const items = [...this.querySelectorAll("[data-item]")];
    const at = items.indexOf(e.target.closest("[data-item]"));
    const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (step) {
      e.preventDefault();
      (at + step < 0 ? this.querySelector("input") : items[Math.min(items.length - 1, at + step)])?.focus();
    } else if ((e.key === "ArrowLeft" || e.key === "ArrowRight") && at >= 0) {
      e.preventDefault();
      const key = items[at].dataset.item;
      this.fold(key, e.key === "ArrowLeft");
      items.find((it) => it.dataset.item === key)?.focus();
    }
  }

  fold(key, close) {
    const closed = new Set(this.closed);
    closed[close ? "add" : "delete"](key);
    this.closed = closed;
  }

  source(source) {
    const { plugin, target, key } = source;
    const known = this.outcomes.get(key);
    const found = known?.tools.filter((it) => this.fits(source, it)) ?? [];
    const narrowed = this.search || this.only;
    if (narrowed && !found.length && (this.only || !this.fits(source))) {
      return nothing;
    }
    const open = narrowed ? true : !this.closed.has(key);
    return html`<li>
      <button class="tree-plugin" data-item=${key} aria-expanded=${open} title=${plugin.reason || plain(plugin.description) || plugin.key} @click=${() => this.fold(key, open)}>
        <span class="fold" aria-hidden="true">${open ? "▾" : "▸"}</span>
        ${pluginIcon(plugin)}
        <span class="dot health-${plugin.state}" role="img" aria-label=${plugin.enabled ? plugin.health : "disabled"}></span>
        <span class="tree-name">${plugin.called}${target ? html` <span class="dim">${target}</span>` : nothing}</span>
        ${open ? nothing : html`<span class="dim">${known?.tools.length ?? ""}</span>`}<span class="badge">${plugin.contract}</span>
      </button>
      ${open ? html`<ul>${this.inside(source, known, found)}</ul>` : nothing}
    </li>`;
  }

  inside(source, known, found) {
    if (!known || known.outcome === "loading") {
      return html`<li class="dim tree-note">loading …</li>`;
    }
    if (known.outcome === "error" || known.outcome === "timeout") {
      return html`<li class="tree-note"><span class="bad">${known.reason}</span>
        <span class="acts"><button class="small" @click=${() => this.tell("reload", source)}>Try again</button><button class="small" @click=${() => this.tell("why", source)}>Why?</button></span></li>`;
    }
    if (known.outcome === "empty") {
      return html`<li class="dim tree-note">no tools</li>`;
    }
    return html`${known.outcome === "partial"
        ? html`<li class="tree-note"><span class="warned">Not all of its tools could be read.</span> <button class="small" @click=${() => this.tell("why", source)}>Why?</button></li>`
        : nothing}
      ${found.map((tool) => this.tool(source, tool))}`;
  }

  tool(source, tool) {
    const chosen = this.chosen?.key === source.key && this.chosen?.tool === tool.name;
    return html`<li>
      <button class="tree-tool" data-item=${source.key} aria-current=${chosen ? "true" : "false"} title=${plain(tool.description)} @click=${() => this.tell("choose", { source, tool: tool.name })}>
        ${badge(shapeOf(tool))}<span class="tree-name ${isDeprecated(tool) ? "deprecated" : ""}">${tool.name}</span>
        ${isFavourite(source.plugin.key, tool.name) ? html`<span class="star" role="img" aria-label="favourite">★</span>` : nothing}
        ${this.live?.has(`${source.key}\n${tool.name}`) ? html`<span class="live" role="img" aria-label="under way" title="under way"></span>` : nothing}
      </button>
    </li>`;
  }

  render() {
    const filter = (id, title, label) =>
      html`<button class="small" aria-pressed=${this.only === id} aria-label="only ${label}" title="only ${label}" @click=${() => (this.only = this.only === id ? "" : id)}>${title}</button>`;
    return html`<input type="search" placeholder="Search tools ( / )" aria-label="search tools" .value=${this.search}
        @input=${(e) => (this.search = e.target.value)} @keydown=${this.key} />
      <div class="filters" role="group" aria-label="Show only">
        ${filter("call", "U", "calls")}${filter("stream", "SS", "streams")}${filter("client", "CS", "client streams")}${filter("channel", "DX", "channels")}${filter("favourite", "★", "favourites")}
      </div>
      <ul class="tree" @keydown=${this.key}>
        ${this.sources.map((it) => this.source(it))}
        ${this.sources.length ? nothing : html`<li class="dim tree-note">There are no plugins.</li>`}
      </ul>`;
  }
}

customElements.define("tool-tree", ToolTree);
