// What goes over the wires, both ways, as it goes.

import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { ask, fetchFile } from "/api.js";
import { listen } from "/events.js";
import { attempt, bytes, go, pretty, save } from "/page.js";
import { pluginChoice } from "/views/choice.js";

/** More would only be slow to draw; the export has what the host keeps. */
const MOST = 1_000;
const MOST_DRAWN = 200;

/** Which frame it is. */
const mark = (it) => `${it.us} ${it.to} ${it.bytes} ${it.plugin}`;

class Frames extends LitElement {
  static properties = {
    plugins: { attribute: false },
    path: { attribute: false },
    frames: { state: true },
    wanted: { state: true },
    paused: { state: true },
    missed: { state: true },
    result: { state: true },
    playing: { state: true },
  };

  constructor() {
    super();
    this.plugins = [];
    this.path = [];
    this.frames = [];
    this.waiting = [];
    this.wanted = "";
    this.paused = false;
    this.missed = 0;
    this.next = 0;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.stop = new AbortController();
    this.begin();
  }

  disconnectedCallback() {
    this.stop.abort();
    super.disconnectedCallback();
  }

  async begin() {
    await attempt(() => listen(["frame"], (kind, data) => this.heard(kind, data), { signal: this.stop.signal }));
  }

  /** What went over the wire before. Some of it may have been heard already, or be on its way. */
  async past() {
    const { nowUs, frames } = await ask("GET", `/api/frames?limit=${MOST_DRAWN}`, undefined, { signal: this.stop.signal });
    this.offset = Date.now() - nowUs / 1000;
    const here = new Set([...this.frames, ...this.waiting].map(mark));
    this.known = new Set(frames.map(mark));
    this.frames = [...frames.filter((it) => !here.has(mark(it))).map((it) => this.numbered(it)), ...this.frames];
  }

  numbered(frame) {
    return { ...frame, number: this.next++ };
  }

  heard(kind, data) {
    if (kind === "listening" && !this.known) {
      attempt(() => this.past());
    } else if (kind === "frame" && !this.known?.has(mark(data))) {
      this.waiting.push(this.numbered(data));
      this.waiting.splice(0, this.waiting.length - MOST);
      this.due ??= requestAnimationFrame(() => this.take());
    } else if (kind === "dropped") {
      this.missed += data.count;
    }
  }

  take() {
    this.due = undefined;
    if (!this.paused) {
      this.frames = [...this.frames, ...this.waiting].slice(-MOST);
      this.waiting = [];
    }
  }

  pause() {
    this.paused = !this.paused;
    this.take();
  }

  get shown() {
    const wanted = this.wanted.toLowerCase();
    const [key] = this.path;
    return this.frames
      .filter((it) => (!key || it.plugin === key) && (!wanted || it.text.toLowerCase().includes(wanted)))
      .slice(-MOST_DRAWN)
      .reverse();
  }

  when(us) {
    if (this.offset === undefined) {
      return "";
    }
    const time = new Date(this.offset + us / 1000);
    return `${time.toLocaleTimeString("en-GB")}.${String(time.getMilliseconds()).padStart(3, "0")}`;
  }

  async export() {
    const [key = ""] = this.path;
    const file = await attempt(() => fetchFile(`/api/frames/export?plugin=${encodeURIComponent(key)}`));
    if (file) {
      save(file, `frames${key ? `-${key.replace(/[^\w.-]+/g, "-")}` : ""}.jsonl`);
    }
  }

  async replay(event) {
    const [file] = event.target.files;
    event.target.value = "";
    this.playing = true;
    this.result = await attempt(() => ask("POST", `/api/plugins/${encodeURIComponent(this.path[0])}/replay`, file.slice(0, file.size, "application/jsonl")));
    this.playing = false;
  }

  outcome() {
    const it = this.result;
    return html`<section class="panel detail" aria-label="Replay">
      <div class="title"><h2>Replay</h2><span class="badge ${it.ok ? "good" : "bad"}">${it.ok ? "the same" : `${it.differences.length} differ`}</span>
      <button @click=${() => (this.result = undefined)}>Close</button></div>
      <p>${it.frames} frames were played against a fresh process${it.ok ? ", and it answers as it did." : "."}</p>
      ${it.differences.slice(0, 50).map((one) => html`<pre>${one}</pre>`)}
    </section>`;
  }

  row(frame) {
    const out = frame.to === "plugin";
    return html`<details>
      <summary>
        <time class="mono dim">${this.when(frame.us)}</time>
        <span class="arrow-${frame.to}">${out ? "→ plugin" : "← host"}</span>
        <span>${frame.plugin}</span>
        <span class="dim size">${bytes(frame.bytes)}</span>
        <code class="text">${frame.text.slice(0, 300)}</code>
      </summary>
      <pre>${pretty(frame.text)}</pre>
      ${frame.cut ? html`<p class="dim cut">${bytes(frame.cut)} more were not kept.</p>` : nothing}
    </details>`;
  }

  render() {
    const shown = this.shown;
    const [key] = this.path;
    return html`<div class="toolbar">
        <input type="search" placeholder="Filter frames" aria-label="Filter frames" @input=${(event) => (this.wanted = event.target.value)} />
        ${pluginChoice(this.plugins, key, (it) => go("frames", ...(it ? [it] : [])))}
        <button aria-pressed=${this.paused} @click=${this.pause}>${this.paused ? "Go on" : "Pause"}</button>
        <span class="space"></span>
        ${this.missed ? html`<span class="badge warn">${this.missed} missed</span>` : nothing}
        <button @click=${this.export}>Export</button>
        <button ?disabled=${!key || this.playing} title=${key ? nothing : "Choose a plugin first"} @click=${() => this.querySelector("input[type=file]").click()}>
          ${this.playing ? "Playing…" : "Replay…"}
        </button>
        <input type="file" hidden aria-label="Recording to play again" accept=".jsonl,.json" @change=${this.replay} />
      </div>
      ${this.result ? this.outcome() : nothing}
      ${
        shown.length === 0
          ? html`<div class="panel empty"><strong>No frames</strong>${this.wanted ? "None has this text." : "They appear as soon as a plugin is spoken to."}</div>`
          : html`<div class="stream" aria-label="Frames, newest first">${repeat(shown, (it) => it.number, (it) => this.row(it))}</div>`
      }`;
  }
}

customElements.define("view-frames", Frames);
