// The screens that plugins draw: one at a time, with the user's keys.

import { LitElement, html, nothing } from "lit";
import { ask, follow } from "/api.js";
import { attempt, go } from "/page.js";
import { paint, measure, plainText } from "/views/screen-paint.js";

const MOST_COLUMNS = 300;
const MOST_ROWS = 120;

class Screens extends LitElement {
  static properties = { path: { attribute: false }, plugins: { attribute: false }, screens: { state: true }, note: { state: true }, text: { state: true } };

  constructor() {
    super();
    this.path = [];
    this.plugins = [];
    this.note = "";
    this.text = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.watch = new ResizeObserver(() => this.resized());
  }

  disconnectedCallback() {
    this.leave();
    this.watch.disconnect();
    super.disconnectedCallback();
  }

  willUpdate(changed) {
    const keys = this.plugins.map((it) => `${it.key} ${it.enabled}`).join();
    if (changed.has("plugins") && keys !== this.keys) {
      this.keys = keys;
      attempt(async () => ({ screens: this.screens } = await ask("GET", "/api/screens")));
    }
  }

  get chosen() {
    const [plugin, screen] = this.path;
    return this.screens?.find((it) => it.plugin === plugin && it.screen === screen) ?? this.screens?.[0];
  }

  updated() {
    const it = this.chosen;
    const address = it && `/api/screens/${encodeURIComponent(it.plugin)}/${encodeURIComponent(it.screen)}`;
    if (address !== this.address) {
      this.leave();
      this.address = address;
      if (address) {
        this.show();
      }
    }
  }

  leave() {
    this.stop?.abort();
    this.id = undefined;
    this.frame = undefined;
    this.address = undefined;
  }

  async show() {
    const canvas = this.querySelector("canvas");
    this.watch.disconnect();
    this.watch.observe(canvas.parentElement);
    this.stop = new AbortController();
    this.size = this.room();
    this.note = "The plugin is being started…";
    const { signal } = this.stop;
    try {
      await follow(`${this.address}?cols=${this.size.cols}&rows=${this.size.rows}`, (kind, data) => !signal.aborted && this.heard(kind, data), { signal });
    } catch (problem) {
      this.note = problem.message;
    }
  }

  heard(kind, data) {
    switch (kind) {
      case "open":
        this.id = data.id;
        break;
      case "frame":
        this.frame = data;
        this.note = "";
        this.due ??= requestAnimationFrame(() => this.draw());
        break;
      case "wedged":
      case "trouble":
      case "error":
        this.note = data.message;
        break;
      case "end":
        this.note = "The plugin has left this screen.";
        break;
      case "disconnected":
        this.id = undefined;
        this.note ||= "The screen ended; it is opened again.";
        break;
      default:
    }
  }

  draw() {
    this.due = undefined;
    const canvas = this.querySelector("canvas");
    if (canvas && this.frame) {
      paint(canvas, this.frame);
      this.text = plainText(this.frame);
    }
  }

  /** How many cells there is room for. */
  room() {
    const box = this.querySelector(".screen");
    const cell = measure(this.querySelector("canvas"));
    return {
      cols: Math.max(10, Math.min(MOST_COLUMNS, Math.floor((box.clientWidth - 16) / cell.width))),
      rows: Math.max(5, Math.min(MOST_ROWS, Math.floor((box.clientHeight - 16) / cell.height))),
    };
  }

  resized() {
    const size = this.room();
    if (this.id && (size.cols !== this.size.cols || size.rows !== this.size.rows)) {
      this.size = size;
      attempt(() => ask("POST", `${this.address}/size`, { id: this.id, ...size }));
    }
  }

  key(event) {
    const leaves = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k";
    if (leaves || !this.id || ["Shift", "Control", "Alt", "Meta", "Dead", "Unidentified"].includes(event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const modifiers = [event.shiftKey && "shift", event.ctrlKey && "ctrl", event.altKey && "alt", event.metaKey && "super"].filter(Boolean);
    const body = { id: this.id, key: event.key, modifiers };
    // One after the other, so that what is typed arrives as it was typed.
    this.sending = Promise.resolve(this.sending).then(() => attempt(() => ask("POST", `${this.address}/keys`, body)));
  }

  render() {
    if (!this.screens) {
      return html`<div class="panel empty" aria-busy="true">Looking for screens…</div>`;
    }
    if (this.screens.length === 0) {
      return html`<div class="panel empty"><strong>No screens</strong>Plugins of the contract ainb can offer some; none here does.</div>`;
    }
    const chosen = this.chosen;
    return html`<div class="toolbar tabs" role="group" aria-label="Screens">
        ${this.screens.map((it) => html`<button aria-pressed=${it === chosen} @click=${() => go("screens", it.plugin, it.screen)}>${it.title === it.called ? it.title : `${it.called}: ${it.title}`}</button>`)}
      </div>
      <div class="screen">
        <canvas tabindex="0" data-keys role="img" aria-label="Screen ${chosen.title} of ${chosen.called}; keys go to the plugin" @keydown=${this.key}></canvas>
        <div class="unseen">${this.text}</div>
        ${this.note ? html`<div class="over" role="status">${this.note}</div>` : nothing}
      </div>
      <p class="dim">Click the screen to type into it; Ctrl K leaves it.</p>`;
  }
}

customElements.define("view-screens", Screens);
