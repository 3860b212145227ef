// What a plugin said when it was greeted: what is spoken with it, what it can do, and its own words.

import { LitElement, html, nothing } from "lit";

const MOST = 100;

/** What is offered, each with those of its parts that are: `tools` with `listChanged`, say. */
export function offered(capabilities) {
  if (Array.isArray(capabilities)) {
    return capabilities.slice(0, MOST).map((it) => ({ name: typeof it === "string" ? it : JSON.stringify(it), parts: [] }));
  }
  if (typeof capabilities !== "object" || capabilities === null) {
    return [];
  }
  return Object.entries(capabilities)
    .filter(([, value]) => value !== false && value !== null)
    .slice(0, MOST)
    .map(([name, value]) => ({ name, parts: parts(value) }));
}

function parts(value) {
  if (typeof value !== "object") {
    return value === true ? [] : [String(value)];
  }
  return Array.isArray(value) ? value.map(String) : Object.keys(value).filter((it) => value[it] !== false && value[it] !== null);
}

class Handshake extends LitElement {
  static properties = { handshake: { attribute: false } };

  createRenderRoot() {
    return this;
  }

  offers() {
    const all = offered(this.handshake.answer?.capabilities);
    return all.length
      ? html`<ul class="badges" aria-label="Capabilities">${all.map((it) => html`<li class="badge accent">${[it.name, it.parts.join(", ")].filter(Boolean).join(": ")}</li>`)}</ul>`
      : nothing;
  }

  render() {
    const { protocol, at, answer, cut } = this.handshake;
    const words = typeof answer?.instructions === "string" ? answer.instructions : "";
    return html`<section class="handshake"><h3>Handshake</h3>
      <dl class="facts">
        <dt>Speaks</dt><dd>${protocol}</dd>
        ${at ? html`<dt>Since</dt><dd><time datetime=${at}>${new Date(at).toLocaleString()}</time></dd>` : nothing}
      </dl>
      ${this.offers()}
      ${words ? html`<p class="dim words">${words}</p>` : nothing}
      <details>
        <summary>Its answer${cut ? ", the part that is kept" : ""}</summary>
        ${cut ? html`<p class="dim">It was longer than 64 KiB; what did not find room is left out.</p>` : nothing}
        <pre>${JSON.stringify(answer, null, 2)}</pre>
      </details>
    </section>`;
  }
}

customElements.define("plugin-handshake", Handshake);
