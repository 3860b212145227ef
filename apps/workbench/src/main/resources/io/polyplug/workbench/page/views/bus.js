// The topics of the bus with their last values, as they change.

import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { ask } from "/api.js";
import { listen } from "/events.js";
import { attempt, bytes, pretty } from "/page.js";

const MOST_TOPICS = 1_000;

class Bus extends LitElement {
  static properties = { topics: { state: true }, wanted: { state: true }, open: { state: true } };

  constructor() {
    super();
    this.topics = new Map();
    this.waiting = new Map();
    this.wanted = "";
    this.open = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.stop = new AbortController();
    attempt(() => listen(["bus"], (kind, data) => this.heard(kind, data), { signal: this.stop.signal }));
  }

  disconnectedCallback() {
    this.stop.abort();
    super.disconnectedCallback();
  }

  /** The last values: another tab may have heard of them before there was this one. */
  async learn() {
    const { topics } = await ask("GET", "/api/bus", undefined, { signal: this.stop.signal });
    topics.forEach((it) => this.heard("bus", it));
  }

  heard(kind, data) {
    if (kind === "listening") {
      attempt(() => this.learn());
    } else if (kind === "bus") {
      const known = this.waiting.get(data.topic) ?? this.topics.get(data.topic);
      if (known && BigInt(known.version) >= BigInt(data.version)) {
        return;
      }
      this.waiting.set(data.topic, { ...data, count: (known?.count ?? 0) + 1 });
      this.due ??= requestAnimationFrame(() => this.take());
    }
  }

  take() {
    this.due = undefined;
    const all = new Map(this.topics);
    for (const [topic, value] of this.waiting) {
      if (all.has(topic) || all.size < MOST_TOPICS) {
        all.set(topic, value);
      }
    }
    this.waiting.clear();
    this.topics = all;
  }

  get shown() {
    const wanted = this.wanted.toLowerCase();
    return [...this.topics.values()]
      .filter((it) => `${it.topic} ${it.publisher}`.toLowerCase().includes(wanted))
      .sort((a, b) => a.topic.localeCompare(b.topic));
  }

  row(it) {
    const open = this.open === it.topic;
    return html`<details ?open=${open} @toggle=${(event) => {
      if (event.target.open) {
        this.open = it.topic;
      } else if (this.open === it.topic) {
        this.open = "";
      }
    }}>
      <summary>
        <strong>${it.topic}</strong>
        <span class="mono" title="Version">v${it.version}</span>
        <span class="dim" title="Publisher">${it.publisher}</span>
        <span class="dim size">${bytes(it.bytes)}</span>
        <code class="text">${it.value === undefined ? "not text" : it.value.slice(0, 300)}</code>
      </summary>
      ${
        open
          ? html`<pre>${it.value === undefined ? "The value is not text." : pretty(it.value)}</pre>
              <p class="dim cut">${it.count} seen here${it.cut ? `; ${bytes(it.cut)} more are not shown` : nothing}</p>`
          : nothing
      }
    </details>`;
  }

  render() {
    const shown = this.shown;
    return html`<div class="toolbar">
        <input type="search" placeholder="Filter topics" aria-label="Filter topics" @input=${(event) => (this.wanted = event.target.value)} />
        <span class="dim" role="status">${shown.length} of ${this.topics.size} topics</span>
      </div>
      ${
        shown.length === 0
          ? html`<div class="panel empty"><strong>No topics</strong>Nothing${this.topics.size ? " with this name" : ""} was published yet.</div>`
          : html`<div class="stream bus" aria-label="Topics">${repeat(shown, (it) => it.topic, (it) => this.row(it))}</div>`
      }`;
  }
}

customElements.define("view-bus", Bus);
