// How much plugins are called, how fast they answer, and how often not, over the last two minutes; and what their streams came to.

import { LitElement, html, svg, nothing } from "lit";
import { ask } from "/api.js";
import { bytes, href } from "/page.js";

const EVERY_MS = 1_000;

/** A small chart of numbers of which the newest is last; failures stand as bars below. */
export function chart(values, failures, label) {
  const width = 120;
  const most = Math.max(1, ...values);
  const x = (i) => (values.length < 2 ? 0 : (i * width) / (values.length - 1));
  const y = (value) => 38 - (36 * value) / most;
  const line = values.map((it, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(2)} ${y(it).toFixed(2)}`).join("");
  return html`<svg class="chart" viewBox=${`0 0 ${width} 40`} preserveAspectRatio="none" role="img" aria-label=${label}>
    ${svg`<line class="base" x1="0" x2=${width} y1="38.5" y2="38.5" />`}
    ${line ? svg`<path class="area" d="${line}L${width} 38L0 38Z" /><path class="line" d=${line} />` : nothing}
    ${(failures ?? []).map((it, i) => (it > 0 ? svg`<rect class="bad" x=${x(i)} y="36" width="1.5" height="4" />` : nothing))}
  </svg>`;
}

function time(us) {
  if (!us) {
    return "–";
  }
  const ms = us / 1000;
  if (ms < 1_000) {
    return ms < 10 ? `${ms.toFixed(2)} ms` : `${Math.round(ms)} ms`;
  }
  const minutes = ms / 60_000;
  return minutes < 2 ? `${(ms / 1000).toFixed(1)} s` : minutes < 120 ? `${Math.round(minutes)} min` : `${(minutes / 60).toFixed(1)} h`;
}

class Metrics extends LitElement {
  static properties = { plugins: { attribute: false }, meters: { state: true }, problem: { state: true } };

  constructor() {
    super();
    this.plugins = [];
    this.problem = "";
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.stop = new AbortController();
    this.look();
  }

  disconnectedCallback() {
    this.stop.abort();
    clearTimeout(this.timer);
    super.disconnectedCallback();
  }

  async look() {
    try {
      const answer = document.hidden && this.meters ? undefined : await ask("GET", "/api/metrics", undefined, { signal: this.stop.signal });
      if (answer) {
        this.meters = answer.plugins;
        this.problem = "";
      }
    } catch (problem) {
      this.problem = problem.message;
    }
    if (!this.stop.signal.aborted) {
      this.timer = setTimeout(() => this.look(), EVERY_MS);
    }
  }

  meter(it) {
    const { key, seconds } = it;
    const called = this.plugins.find((plugin) => plugin.key === key)?.called ?? key;
    const facts = [
      ["Calls", it.calls],
      ["Errors", it.errors],
      ["Calls/s", it.callsPerSecond.toFixed(1)],
      ["Median", time(it.p50Us)],
      ["99 of 100", time(it.p99Us)],
      ["Restarts", it.restarts],
    ];
    const { streams } = it;
    const lasted = [
      ["Streams", streams.ended],
      ["Failed", streams.failed],
      ["Median length", time(streams.p50Us)],
      ["Messages in", streams.received],
      ["Messages out", streams.sent],
      ["99 of 100", time(streams.p99Us)],
    ];
    const list = (rows) => html`<dl>${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
    return html`<article class="panel meter" aria-label=${called}>
      <header><h2><a href=${href("plugins", key)}>${called}</a></h2><span class="dim">${bytes(it.bytesIn)} in, ${bytes(it.bytesOut)} out</span></header>
      ${chart(seconds.calls, seconds.errors, `Calls of ${called} in each of the last ${seconds.calls.length} seconds`)}
      ${list(facts)}
      ${streams.ended ? html`<h3>Streams and channels that are over</h3>${list(lasted)}` : nothing}
    </article>`;
  }

  render() {
    if (!this.meters) {
      return html`<div class="panel empty" role="status">${this.problem ? html`<strong>No numbers</strong>${this.problem}` : "Counting…"}</div>`;
    }
    return this.meters.length === 0
      ? html`<div class="panel empty"><strong>No numbers yet</strong>They begin with the first call.</div>`
      : html`<div class="meters">${this.meters.map((it) => this.meter(it))}</div>`;
  }
}

customElements.define("view-metrics", Metrics);
