// What a call gave: read, raw, copied, kept; or why there is nothing.

import { LitElement, html, nothing } from "lit";
import { bytes } from "/page.js";
import { copy, download } from "/tools/files.js";
import { pretty, readable, write } from "/tools/json-text.js";
import "/tools/changes.js";
import "/tools/json-view.js";

/** What somebody can do about a failure of the host, by its code. */
const ADVICE = {
  launch_failed: "Is the program installed, and may it be run? The details of the plugin show its command line.",
  handshake_failed: "The program runs but does not speak its contract. Look at what it wrote, and at its frames.",
  timeout: "Give it more time, or look at its log for what it waits for.",
  crashed: "Look at what it wrote before it ended. The next call starts it anew.",
  malformed_response: "The plugin breaks its contract. Its frames show what it wrote.",
  tool_not_exposed: "Load the list of tools again: the plugin may have changed.",
  protocol_version_mismatch: "Update the plugin or this program.",
  capability_not_allowed: "Allow it in the configuration if you trust the plugin.",
  capability_denied: "Grant it in the configuration if you trust the plugin.",
  quarantined: "It failed too often. Reload it when the cause is gone.",
  overloaded: "Send less at once, or wait for what is under way.",
  unsupported: "The contract of this plugin has no such thing.",
  unavailable: "Is it enabled? Reload it, or look at its state.",
  disconnected: "Is the service there that it talks to?",
  invalid_input: "Compare the input with what the form asks for.",
  invalid_configuration: "Correct what the configuration says of this plugin and reload.",
  unknown_plugin: "It was removed. Choose another one.",
  connection: "The host is gone, or was started anew. Is it still up?",
};

export function failure(error) {
  const advice = error.plugin ? "" : ADVICE[error.code];
  return html`<div class="failure" role="alert">
    <p><strong class="code-word">${error.code || "error"}</strong> ${error.plugin ? html`<span class="badge">the plugin's answer</span>` : nothing}</p>
    <p class="failure-text">${error.message}</p>
    ${advice ? html`<p class="advice">${advice}</p>` : nothing}
    ${error.data === undefined ? nothing : html`<json-view .value=${error.data}></json-view>`}
    ${error.stderr?.length ? html`<details open><summary>standard error</summary><pre class="stderr">${error.stderr.join("\n")}</pre></details>` : nothing}
  </div>`;
}

class CallResult extends LitElement {
  static properties = { run: { attribute: false }, as: { state: true } };

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    if (changed.has("run")) {
      changed.get("run")?.removeEventListener("change", this.redraw);
      this.run?.addEventListener("change", this.redraw);
    }
  }

  redraw = () => this.requestUpdate();

  disconnectedCallback() {
    super.disconnectedCallback();
    this.run?.removeEventListener("change", this.redraw);
  }

  connectedCallback() {
    super.connectedCallback();
    this.run?.addEventListener("change", this.redraw);
  }

  shown() {
    const { output, before } = this.run;
    if (this.as === "raw") {
      return html`<pre class="raw">${write(output)}</pre>`;
    }
    if (this.as === "changes" && before !== undefined) {
      return html`<result-changes .before=${before} .now=${readable(output)}></result-changes>`;
    }
    return typeof output === "string" ? html`<pre class="raw" aria-label="text">${output}</pre>` : html`<json-view .value=${output}></json-view>`;
  }

  toggle(as, title) {
    return html`<button class="small" aria-pressed=${this.as === as} @click=${() => (this.as = this.as === as ? "" : as)}>${title}</button>`;
  }

  output() {
    return pretty(this.run.output);
  }

  render() {
    const run = this.run;
    if (!run) {
      return html`<p class="dim empty">Nothing was sent yet. Ctrl+Enter sends.</p>`;
    }
    if (!run.isOver) {
      return html`<p class="dim empty" role="status"><span class="spinner"></span> waiting for ${run.made.plugin}</p>`;
    }
    const has = run.output !== undefined;
    return html`<div class="bar">
        <span class=${run.error ? "bad" : "good"} role="status">${run.error ? "failed" : "ok"}</span>
        ${run.status && run.status.toLowerCase() !== "ok" ? html`<span class="badge">${run.status}</span>` : nothing}
        <span class="dim">${run.durationMs ?? Math.round(run.took)} ms${run.bytes === undefined ? "" : ` · ${bytes(run.bytes)}`}</span>
        <span class="grow"></span>
        ${has
          ? html`${run.before === undefined ? nothing : this.toggle("changes", "Changes")}${this.toggle("raw", "Raw")}
              <button class="small" @click=${(e) => copy(this.output(), e.target)}>Copy</button>
              <button class="small" @click=${() => download(`${run.made.tool}.json`, this.output())}>Download</button>`
          : nothing}
      </div>
      <div class="result-body">
        ${run.error ? failure(run.error) : nothing}
        ${has ? this.shown() : nothing}
        ${run.metadata ? html`<details><summary>metadata</summary><json-view .value=${run.metadata}></json-view></details>` : nothing}
        ${Object.entries(run.attachments ?? {})
          .filter(([, text]) => text)
          .map(([name, text]) => html`<details><summary>${name}</summary><pre class="stderr">${text}</pre></details>`)}
      </div>`;
  }
}

customElements.define("call-result", CallResult);
