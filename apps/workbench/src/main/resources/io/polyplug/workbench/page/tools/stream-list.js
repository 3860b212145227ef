// The messages of a stream as they come. It is painted a few times a second, whatever the stream does: rows are a sample, counts are not.

import { LitElement, html, nothing } from "lit";
import { bytes } from "/page.js";
import { copy, download } from "/tools/files.js";
import { pretty, write } from "/tools/json-text.js";
import { failure } from "/tools/result.js";
import { opened } from "/tools/runs.js";
import "/tools/json-view.js";

const MOST_ROWS = 300;
/** While they come faster than anybody reads, a window full is enough. */
const ROWS_IN_HASTE = 60;
const HASTE = 200;
const PAINT_EVERY = 100;
const FAR_DOWN = 1_000_000;
const LONGEST_ROW = 300;

class StreamList extends LitElement {
  static properties = {
    run: { attribute: false },
    filter: { state: true },
    frozen: { state: true },
    chosen: { state: true },
  };

  constructor() {
    super();
    this.filter = "";
  }

  createRenderRoot() {
    return this;
  }

  heard = () => {
    if (!this.due) {
      this.due = true;
      const wait = Math.max(0, PAINT_EVERY - (performance.now() - (this.painted ?? 0)));
      setTimeout(() => requestAnimationFrame(() => this.paint()), wait);
    }
  };

  paint() {
    this.due = false;
    this.painted = performance.now();
    this.requestUpdate();
  }

  connectedCallback() {
    super.connectedCallback();
    // How long it goes on changes though nothing comes.
    this.clock = setInterval(() => this.run && !this.run.isOver && this.heard(), 1_000);
    this.run?.addEventListener("change", this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.clock);
    this.run?.removeEventListener("change", this.heard);
  }

  willUpdate(changed) {
    if (changed.has("run")) {
      changed.get("run")?.removeEventListener("change", this.heard);
      this.run?.addEventListener("change", this.heard);
      this.frozen = undefined;
      this.chosen = undefined;
      this.away = false;
    }
  }

  /** Whoever scrolls up wants to read there; whoever is at the end wants to see what comes. */
  scrolled(e) {
    const list = e.target;
    this.away = list.scrollTop + list.clientHeight < list.scrollHeight - 40;
  }

  updated() {
    const list = this.querySelector(".rows");
    if (list && !this.away && !this.frozen) {
      list.scrollTop = FAR_DOWN;
    }
  }

  rows() {
    const all = this.frozen ?? this.run.messages;
    const wanted = this.filter.toLowerCase();
    const hasty = !this.frozen && !this.run.isOver && this.run.rate > HASTE;
    const most = hasty ? ROWS_IN_HASTE : MOST_ROWS;
    const rows = [];
    for (let i = all.length - 1; i >= 0 && rows.length < most; i--) {
      if (!wanted || all[i].text.toLowerCase().includes(wanted)) {
        rows.push(all[i]);
      }
    }
    return rows.reverse();
  }

  row(message) {
    const { index, atMs, data, sent } = opened(message);
    const text = write(data);
    return html`<li
      role="option"
      class=${sent ? "row sent" : "row"}
      tabindex="0"
      aria-selected=${message === this.chosen}
      @click=${() => (this.chosen = message)}
      @keydown=${(e) => e.key === "Enter" && (this.chosen = message)}
    >
      <span class="row-index">${sent ? "→" : index}</span><span class="row-time">${(atMs / 1000).toFixed(3)}</span
      ><span class="row-text">${text.length > LONGEST_ROW ? `${text.slice(0, LONGEST_ROW)}…` : text}</span>
    </li>`;
  }

  save() {
    const rows = this.run.messages.map((it) => {
      const { index, atMs, data, sent } = opened(it);
      return write(sent ? { sent, atMs, data } : { index, atMs, data });
    });
    download(`${this.run.made.tool}.json`, `[\n${rows.join(",\n")}\n]\n`);
  }

  counts() {
    const run = this.run;
    const parts = [`${run.count.toLocaleString("en")} received`, bytes(run.bytes)];
    if (run.sent !== undefined) {
      parts.unshift(`${run.sent.toLocaleString("en")} sent`);
    }
    if (run.rate >= 1) {
      parts.push(`${Math.round(run.rate).toLocaleString("en")}/s`);
    }
    parts.push(`${((run.isOver ? run.took : performance.now() - run.from) / 1000).toFixed(run.isOver ? 2 : 0)} s`);
    if (run.dropped) {
      parts.push(`${run.dropped.toLocaleString("en")} not shown`);
    }
    return parts.join(" · ");
  }

  render() {
    const run = this.run;
    if (!run) {
      return html`<p class="dim empty">Nothing was sent yet. Ctrl+Enter sends.</p>`;
    }
    return html`<div class="bar">
        <span class=${run.error ? "bad" : run.isOver ? "dim" : "good"} role="status">${run.isOver ? (run.error ? "failed" : "ended") : run.state}</span>
        <span class="counters" title="received, bytes, time">${this.counts()}</span>
        <span class="grow"></span>
        <input class="filter" type="search" placeholder="filter" aria-label="filter messages" .value=${this.filter} @input=${(e) => (this.filter = e.target.value)} />
        <button class="small" aria-pressed=${!!this.frozen} @click=${() => (this.frozen = this.frozen ? undefined : [...run.messages])}>${this.frozen ? "Resume" : "Pause"}</button>
        <button class="small" @click=${() => this.save()}>Download</button>
        ${run.isOver ? nothing : html`<button class="small danger" @click=${() => run.stop()}>${run.sent === undefined ? "Stop" : "Disconnect"}</button>`}
      </div>
      ${run.error ? failure(run.error) : nothing}
      <div class=${this.chosen ? "stream two" : "stream"}>
        <ol class="rows" role="listbox" aria-label="messages" @scroll=${this.scrolled}>
          ${this.rows().map((it) => this.row(it))}
        </ol>
        ${this.chosen ? this.detail(opened(this.chosen)) : nothing}
      </div>`;
  }

  detail(message) {
    return html`<aside class="detail" aria-label="one message">
      <div class="bar">
        <span class="dim">${message.sent ? "sent" : `#${message.index}`} · ${(message.atMs / 1000).toFixed(3)} s${message.cutFrom ? ` · cut, ${bytes(message.cutFrom)} in all` : ""}</span>
        <span class="grow"></span>
        <button class="small" @click=${(e) => copy(pretty(message.data), e.target)}>Copy</button>
        <button class="small" aria-label="close" @click=${() => (this.chosen = undefined)}>×</button>
      </div>
      <json-view .value=${message.data}></json-view>
    </aside>`;
  }
}

customElements.define("stream-list", StreamList);
