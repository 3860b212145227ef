// All plugins and their tools, to search and to walk through with the keyboard.

import { LitElement, html, nothing } from "lit";

export const BADGES = {
  call: ["U", "call: one input, one result"],
  stream: ["SS", "stream: one input, any number of results"],
  channel: ["DX", "channel: messages both ways"],
};

export const badge = (kind) => html`<span class="badge kind-${kind}" title=${BADGES[kind]?.[1] ?? kind}>${BADGES[kind]?.[0] ?? kind}</span>`;

class ToolTree extends LitElement {
  static properties = {
    plugins: { attribute: false },
    tools: { attribute: false },
    chosen: { attribute: false },
    live: { attribute: false },
    search: { state: true },
    closed: { state: true },
  };

  constructor() {
    super();
    this.search = "";
    this.closed = new Set();
  }

  createRenderRoot() {
    return this;
  }

  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  fits(plugin, tool) {
    const words = this.search.toLowerCase().split(/\s+/).filter(Boolean);
    const text = `${plugin.called} ${plugin.contract} ${tool?.name ?? ""} ${tool?.description ?? ""}`.toLowerCase();
    return words.every((it) => text.includes(it));
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
    if (!close) {
      this.tell("wanted", key);
    }
  }

  plugin(plugin) {
    const known = this.tools.get(plugin.key);
    const found = Array.isArray(known) ? known.filter((it) => this.fits(plugin, it)) : [];
    if (this.search && !found.length && !this.fits(plugin)) {
      return nothing;
    }
    const open = this.search ? true : !this.closed.has(plugin.key);
    return html`<li>
      <button class="tree-plugin" data-item=${plugin.key} aria-expanded=${open} title=${plugin.reason || plugin.description || plugin.key} @click=${() => this.fold(plugin.key, open)}>
        <span class="fold">${open ? "▾" : "▸"}</span>
        <span class="dot health-${plugin.state}"></span>
        <span class="tree-name">${plugin.called}</span><span class="badge">${plugin.contract}</span>
      </button>
      ${open ? html`<ul>${this.inside(plugin, known, found)}</ul>` : nothing}
    </li>`;
  }

  inside(plugin, known, found) {
    if (known === undefined || known === "loading") {
      return html`<li class="dim tree-note">loading …</li>`;
    }
    if (!Array.isArray(known)) {
      return html`<li class="tree-note"><span class="bad">${known.message}</span> <button class="small" @click=${() => this.tell("reload", plugin.key)}>try again</button></li>`;
    }
    if (!known.length) {
      return html`<li class="dim tree-note">no tools</li>`;
    }
    return found.map((tool) => {
      const chosen = this.chosen?.plugin === plugin.key && this.chosen?.tool === tool.name;
      return html`<li>
        <button class="tree-tool" data-item=${plugin.key} aria-current=${chosen ? "true" : "false"} title=${tool.description} @click=${() => this.tell("choose", { plugin: plugin.key, tool: tool.name })}>
          ${badge(tool.kind)}<span class="tree-name">${tool.name}</span>
          ${this.live?.has(`${plugin.key}\n${tool.name}`) ? html`<span class="live" title="under way"></span>` : nothing}
        </button>
      </li>`;
    });
  }

  render() {
    return html`<input type="search" placeholder="Search tools ( / )" aria-label="search tools" .value=${this.search}
        @input=${(e) => (this.search = e.target.value)} @keydown=${this.key} />
      <ul class="tree" @keydown=${this.key}>
        ${this.plugins.map((it) => this.plugin(it))}
        ${this.plugins.length ? nothing : html`<li class="dim tree-note">There are no plugins.</li>`}
      </ul>`;
  }
}

customElements.define("tool-tree", ToolTree);
