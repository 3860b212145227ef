// The file that describes a plugin: to read, and to try changes on. Its contract says what it thinks of them; nothing is written.

import { LitElement, html, nothing } from "lit";
import { ask } from "/api.js";
import { save } from "/page.js";
import { copy } from "/tools/files.js";

/** How long nobody types before a text is checked. */
const PAUSE = 300;

/** The numbers of the lines, with those marked that have a problem. */
export function gutter(text, problems) {
  const count = text.split("\n").length;
  const marked = new Map();
  for (const { line, severity } of problems) {
    if (line && line <= count && marked.get(line) !== "error") {
      marked.set(line, severity);
    }
  }
  const parts = [];
  let from = 1;
  for (const line of [...marked.keys()].sort((a, b) => a - b)) {
    parts.push(numbers(from, line), html`<mark class=${marked.get(line)}>${line}</mark>`, "\n");
    from = line + 1;
  }
  parts.push(numbers(from, count + 1));
  return parts;
}

function numbers(from, to) {
  return Array.from({ length: Math.max(0, to - from) }, (_, i) => `${from + i}\n`).join("");
}

class Manifest extends LitElement {
  static properties = { plugin: { attribute: false }, told: { state: true }, text: { state: true }, problems: { state: true }, problem: { state: true } };

  constructor() {
    super();
    this.round = 0;
    this.text = "";
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.pause);
  }

  get address() {
    return `/api/plugins/${encodeURIComponent(this.plugin.key)}/manifest`;
  }

  get dialog() {
    return this.querySelector("dialog");
  }

  get area() {
    return this.querySelector("textarea");
  }

  get name() {
    return this.told?.file.split(/[\\/]/).at(-1) ?? "manifest";
  }

  async open() {
    this.told = undefined;
    this.problem = "";
    this.dialog.showModal();
    const { key } = this.plugin;
    try {
      const told = await ask("GET", this.address);
      if (key === this.plugin.key) {
        this.told = told;
        this.put(told.text);
        this.check();
      }
    } catch (problem) {
      this.problem = problem.message;
    }
  }

  put(text) {
    this.text = text;
    this.problems = undefined;
    this.round++;
  }

  typed(text) {
    this.put(text);
    clearTimeout(this.pause);
    this.pause = setTimeout(() => this.check(), PAUSE);
  }

  /** An answer to a text that has changed since is no answer. */
  async check() {
    const round = this.round;
    try {
      const { problems } = await ask("POST", `${this.address}/check`, { text: this.text });
      if (round === this.round) {
        this.problems = problems;
        this.problem = "";
      }
    } catch (problem) {
      if (round === this.round) {
        this.problem = problem.message;
      }
    }
  }

  undo() {
    this.put(this.told.text);
    this.check();
  }

  goTo(line) {
    const lines = this.text.split("\n");
    const from = lines.slice(0, line - 1).reduce((sum, it) => sum + it.length + 1, 0);
    this.area.focus();
    this.area.setSelectionRange(from, from + (lines[line - 1] ?? "").length);
    this.area.scrollTop = ((line - 1) / lines.length) * this.area.scrollHeight - this.area.clientHeight / 2;
  }

  verdict() {
    if (this.problems === undefined) {
      return "Checking…";
    }
    const count = (severity) => this.problems.filter((it) => it.severity === severity).length;
    const said = [["error", "problem"], ["warning", "warning"]].map(([severity, word]) => [count(severity), word]).filter(([many]) => many);
    return said.length ? said.map(([many, word]) => `${many} ${word}${many === 1 ? "" : "s"}`).join(", ") : "No problems";
  }

  /** Whether the key is part of the message anyhow. */
  line(it) {
    const where = it.line ? html`<button class="link" @click=${() => this.goTo(it.line)}>line ${it.line}</button>: ` : nothing;
    return html`<li class=${it.severity}>${where}${it.key && !it.message.includes(it.key) ? html`<code>${it.key}</code>: ` : nothing}${it.message}</li>`;
  }

  editor() {
    const { told, text } = this;
    const changed = text !== told.text;
    return html`<p class="dim">The file is <code>${told.file}</code>. Nothing is written from here: save the text there by hand, and reload the plugin.</p>
      <div class="editor">
        <pre aria-hidden="true">${gutter(text, this.problems ?? [])}</pre>
        <textarea
          aria-label="Text of ${this.name}"
          aria-describedby="manifest-verdict"
          wrap="off"
          spellcheck="false"
          autocomplete="off"
          .value=${text}
          @input=${(event) => this.typed(event.target.value)}
          @scroll=${(event) => (event.target.previousElementSibling.scrollTop = event.target.scrollTop)}
        ></textarea>
      </div>
      <p id="manifest-verdict" role="status" class=${this.problems?.some((it) => it.severity === "error") ? "wrong" : "dim"}>${this.verdict()}${changed ? html`, changed` : nothing}</p>
      ${this.problems?.length ? html`<ul class="problems" aria-label="Problems">${this.problems.map((it) => this.line(it))}</ul>` : nothing}`;
  }

  render() {
    const { told, text } = this;
    return html`<button @click=${this.open}>Manifest…</button>
      <dialog class="manifest" aria-labelledby="manifest-title" @close=${() => (this.told = undefined)}>
        <h2 id="manifest-title">${told ? this.name : "Manifest"} of ${this.plugin.called}</h2>
        ${this.problem ? html`<div class="note" role="alert">${this.problem}</div>` : nothing}
        ${told ? this.editor() : this.problem ? nothing : html`<p class="dim">Reading…</p>`}
        <div class="buttons">
          ${told
            ? html`<button ?disabled=${text === told.text} @click=${this.undo}>As in the file</button>
                <button @click=${(event) => copy(text, event.target)}>Copy</button>
                <button @click=${() => save(new Blob([text], { type: "text/plain" }), this.name)}>Download</button>`
            : nothing}
          <button class="primary" @click=${() => this.dialog.close()}>Close</button>
        </div>
      </dialog>`;
  }
}

customElements.define("plugin-manifest", Manifest);
