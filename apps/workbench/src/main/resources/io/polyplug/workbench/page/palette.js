// Everything one can go to or do, by a few of its letters.

import { LitElement, html, nothing } from "lit";
import { ask } from "/api.js";
import { go } from "/page.js";

const MOST_SHOWN = 12;

/** How well the letters fit, higher is better; -1 if they do not occur in this order. */
export function fit(wanted, text) {
  const lower = text.toLowerCase();
  let score = 0;
  let at = -1;
  for (const letter of wanted.toLowerCase().replace(/\s+/g, "")) {
    const next = lower.indexOf(letter, at + 1);
    if (next < 0) {
      return -1;
    }
    const begins = next === 0 || /[^a-z0-9]/.test(lower[next - 1]);
    score += (next === at + 1 ? 3 : 0) + (begins ? 4 : 0) + 1;
    at = next;
  }
  return score - text.length / 100;
}

class Palette extends LitElement {
  static properties = { entries: { attribute: false }, plugins: { attribute: false }, wanted: { state: true }, chosen: { state: true }, tools: { state: true } };

  constructor() {
    super();
    this.entries = [];
    this.plugins = [];
    this.wanted = "";
    this.chosen = 0;
    this.tools = [];
  }

  createRenderRoot() {
    return this;
  }

  open() {
    this.wanted = "";
    this.chosen = 0;
    const dialog = this.querySelector("dialog");
    if (!dialog.open) {
      dialog.showModal();
      this.querySelector("input").value = "";
      this.learnTools();
    }
  }

  /** Tools as they are known: nothing is started for this, and who does not answer has none here. */
  async learnTools() {
    const lists = await Promise.all(
      this.plugins.map(async (plugin) => {
        try {
          const { tools } = await ask("GET", `/api/plugins/${encodeURIComponent(plugin.key)}/tools`);
          return tools.map((tool) => ({ kind: "Tool", title: `${plugin.called} ${tool.name}`, run: () => go("tools", plugin.key, tool.name) }));
        } catch {
          return [];
        }
      }),
    );
    this.tools = lists.flat();
  }

  get found() {
    const plugins = this.plugins.map((it) => ({ kind: "Plugin", title: it.called, hint: it.contract, run: () => go("plugins", it.key) }));
    const all = [...this.entries, ...plugins, ...this.tools];
    return all
      .map((it) => ({ ...it, score: fit(this.wanted, it.title) }))
      .filter((it) => it.score >= 0 || this.wanted === "")
      .sort((a, b) => b.score - a.score)
      .slice(0, MOST_SHOWN);
  }

  key(event) {
    const count = this.found.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.chosen = count === 0 ? 0 : (this.chosen + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.run(this.found[this.chosen]);
    } else if (event.key === "Escape") {
      // A search field would only be emptied by it.
      event.preventDefault();
      this.querySelector("dialog").close();
    }
  }

  run(entry) {
    if (entry) {
      this.querySelector("dialog").close();
      entry.run();
    }
  }

  render() {
    const found = this.found;
    return html`<dialog class="palette" aria-label="Go to or do" @click=${(event) => event.target.localName === "dialog" && event.target.close()}>
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant="palette-${this.chosen}"
        aria-label="Go to a view, a plugin or a tool, or do something"
        placeholder="Go to a view, a plugin or a tool, or do something"
        @input=${(event) => {
          this.wanted = event.target.value;
          this.chosen = 0;
        }}
        @keydown=${this.key}
      />
      <ul id="palette-list" role="listbox">
        ${found.map(
          (it, i) => html`<li id="palette-${i}" role="option" aria-selected=${i === this.chosen} @click=${() => this.run(it)} @mousemove=${() => (this.chosen = i)}>
            <span>${it.title}</span><span class="dim">${it.hint ? html`${it.hint} · ` : nothing}${it.kind}</span>
          </li>`,
        )}
        ${found.length === 0 ? html`<li class="dim">Nothing has these letters</li>` : nothing}
      </ul>
    </dialog>`;
  }
}

customElements.define("command-palette", Palette);
