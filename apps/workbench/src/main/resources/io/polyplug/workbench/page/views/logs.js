// What plugins log and how their states change, as it happens.

import { LitElement, html, nothing } from "lit";
import { ask } from "/api.js";
import { listen } from "/events.js";
import { attempt, go } from "/page.js";
import { pluginChoice } from "/views/choice.js";

const MOST = 2_000;
const MOST_DRAWN = 500;
const MOST_ASKED = 1_000;
const LEVELS = ["trace", "debug", "info", "warn", "error"];

class Logs extends LitElement {
  static properties = {
    plugins: { attribute: false },
    path: { attribute: false },
    lines: { state: true },
    wanted: { state: true },
    level: { state: true },
    following: { state: true },
  };

  constructor() {
    super();
    this.plugins = [];
    this.path = [];
    this.lines = [];
    this.waiting = [];
    this.wanted = "";
    this.level = 0;
    this.following = true;
    this.since = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.stop = new AbortController();
    const { signal } = this.stop;
    attempt(() => listen(["line"], (kind, data) => this.heard(kind, data), { signal }));
  }

  disconnectedCallback() {
    this.stop.abort();
    super.disconnectedCallback();
  }

  /** What was written before; the numbers of lines say which are here already. */
  async past() {
    const limit = this.since ? MOST_ASKED : MOST_DRAWN;
    const { lines } = await ask("GET", `/api/logs?limit=${limit}&after=${this.since}`, undefined, { signal: this.stop.signal });
    const all = new Map([...this.lines, ...this.waiting.splice(0), ...lines].map((it) => [it.number, it]));
    this.lines = [...all.values()].sort((a, b) => a.number - b.number).slice(-MOST);
    this.since ||= this.lines.at(-1)?.number ?? 0;
  }

  heard(kind, data) {
    if (kind === "listening" || kind === "dropped") {
      attempt(() => this.past());
    } else if (kind === "line") {
      this.waiting.push(data);
      this.due ??= requestAnimationFrame(() => {
        this.due = undefined;
        const last = this.lines.at(-1)?.number ?? 0;
        this.lines = [...this.lines, ...this.waiting.splice(0).filter((it) => it.number > last)].slice(-MOST);
      });
    }
  }

  /** How many lines were written since somebody looks here, and are not: they are numbered one by one. */
  get missed() {
    const seen = this.lines.filter((it) => it.number > this.since);
    return seen.length ? seen.at(-1).number - Math.max(this.since, seen[0].number - 1) - seen.length : 0;
  }

  updated() {
    if (this.following) {
      const box = this.querySelector(".lines");
      box?.scrollTo(0, box.scrollHeight);
    }
  }

  get shown() {
    const wanted = this.wanted.toLowerCase();
    const [key] = this.path;
    return this.lines
      .filter(
        (it) =>
          (!key || it.plugin === key) && LEVELS.indexOf(it.level === "warning" ? "warn" : it.level) >= this.level && (!wanted || it.text.toLowerCase().includes(wanted)),
      )
      .slice(-MOST_DRAWN);
  }

  /** The text with what was searched for marked. */
  marked(text) {
    const at = this.wanted ? text.toLowerCase().indexOf(this.wanted.toLowerCase()) : -1;
    const end = at + this.wanted.length;
    return at < 0 ? text : html`${text.slice(0, at)}<mark>${text.slice(at, end)}</mark>${text.slice(end)}`;
  }

  scrolled(event) {
    const box = event.target;
    this.following = box.scrollHeight - box.scrollTop - box.clientHeight < 40;
  }

  render() {
    const shown = this.shown;
    return html`<div class="toolbar">
        <input type="search" placeholder="Search lines" aria-label="Search lines" @input=${(event) => (this.wanted = event.target.value)} />
        ${pluginChoice(this.plugins, this.path[0], (it) => go("logs", ...(it ? [it] : [])))}
        <select aria-label="Lowest level" @change=${(event) => (this.level = Number(event.target.value))}>
          ${LEVELS.map((it, i) => html`<option value=${i} ?selected=${i === this.level}>${i === 0 ? "All levels" : `${it} and above`}</option>`)}
        </select>
        <button aria-pressed=${this.following} @click=${() => (this.following = !this.following)}>Follow</button>
        <span class="space"></span>
        ${this.missed ? html`<span class="badge warn">${this.missed} missed</span>` : nothing}
        <span class="dim" role="status">${shown.length} lines</span>
      </div>
      <div class="lines" role="log" tabindex="0" aria-label="Lines, newest last" @scroll=${this.scrolled}>
        ${shown.map(
          (it) => html`<div class=${it.level}>
            <time>${new Date(it.time).toLocaleTimeString("en-GB")}</time><span class="level">${it.level}</span><span class="who">${it.plugin}</span><span>${this.marked(it.text)}</span>
          </div>`,
        )}
        ${shown.length === 0 ? html`<p class="empty">No lines${this.wanted ? " with this text" : " yet"}.</p>` : nothing}
      </div>`;
  }
}

customElements.define("view-logs", Logs);
