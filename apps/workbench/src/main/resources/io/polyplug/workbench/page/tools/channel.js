// A channel as a conversation: what is sent and what comes, in one list, and a line to say more.

import { LitElement, html, nothing } from "lit";
import { wrong } from "/tools/json-edit.js";
import "/tools/stream-list.js";

class ToolChannel extends LitElement {
  static properties = { run: { attribute: false }, text: { state: true }, problem: { state: true } };

  constructor() {
    super();
    this.text = '"hello"';
  }

  createRenderRoot() {
    return this;
  }

  heard = () => {
    if (this.run.state !== this.state) {
      this.state = this.run.state;
      this.requestUpdate();
    }
  };

  connectedCallback() {
    super.connectedCallback();
    this.run?.addEventListener("change", this.heard);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.run?.removeEventListener("change", this.heard);
  }

  willUpdate(changed) {
    if (changed.has("run")) {
      changed.get("run")?.removeEventListener("change", this.heard);
      this.run?.addEventListener("change", this.heard);
      this.problem = undefined;
    }
  }

  async send() {
    try {
      await this.run.send(this.text);
      this.problem = undefined;
    } catch (problem) {
      this.problem = problem.message;
    }
  }

  async closeInput() {
    try {
      await this.run.closeInput();
    } catch (problem) {
      this.problem = problem.message;
    }
    this.requestUpdate();
  }

  key(e) {
    if (e.key === "Enter" && !e.shiftKey) {
      e.preventDefault();
      e.stopPropagation();
      this.send();
    }
  }

  render() {
    const run = this.run;
    const open = run && run.state === "open" && !run.inputClosed;
    const problem = this.problem ?? (this.text ? wrong(this.text)?.message : undefined);
    return html`<stream-list .run=${run}></stream-list>
      ${run && !run.isOver
        ? html`<div class="composer">
            <textarea class="code" rows="2" spellcheck="false" aria-label="message as JSON" .value=${this.text} ?disabled=${!open}
              @input=${(e) => ((this.text = e.target.value), (this.problem = undefined))} @keydown=${this.key}></textarea>
            <button class="primary" ?disabled=${!open} title="Enter" @click=${this.send}>Send</button>
            <button ?disabled=${!open} title="nothing more will be sent" @click=${this.closeInput}>Close input</button>
          </div>
          ${run.inputClosed ? html`<p class="dim">The input is closed; what still comes is shown.</p>` : problem ? html`<p class="bad" role="alert">${problem}</p>` : nothing}`
        : nothing}`;
  }
}

customElements.define("tool-channel", ToolChannel);
