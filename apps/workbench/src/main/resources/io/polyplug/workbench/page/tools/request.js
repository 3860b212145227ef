// What is to be sent to one tool: as a form and as JSON, which are the same thing, with headers, target and time. What was typed for a
// tool stays while one looks at others.

import { LitElement, html, nothing } from "lit";
import { asCommand, asJava, asMcp } from "/tools/copy-as.js";
import { copy } from "/tools/files.js";
import { form } from "/tools/form.js";
import { parse, pretty } from "/tools/json-text.js";
import { asObject, pairs } from "/tools/pairs.js";
import { firstValue } from "/tools/schema.js";
import { wrong } from "/tools/json-edit.js";

/** Contracts whose tools are called at an address. */
const WITH_TARGET = ["bowire"];

const drafts = new Map();

export function draftOf(plugin, tool) {
  const key = `${plugin}\n${tool.name}`;
  if (!drafts.has(key)) {
    drafts.set(key, {
      input: pretty(firstValue(tool.inputSchema, tool.inputSchema)),
      metadata: [],
      context: [],
      target: "",
      timeoutMs: "",
      as: "form",
    });
  }
  return drafts.get(key);
}

/** Puts in what was sent before. */
export function redraft(plugin, tool, made) {
  Object.assign(draftOf(plugin, tool), {
    input: made.input,
    metadata: Object.entries(made.metadata ?? {}),
    context: Object.entries(made.context ?? {}),
    target: made.target ?? "",
    timeoutMs: made.timeoutMs ? String(made.timeoutMs) : "",
  });
}

export function madeOf(plugin, tool, draft) {
  return {
    plugin,
    tool: tool.name,
    input: draft.input.trim() ? draft.input : "{}",
    target: draft.target.trim() || undefined,
    metadata: asObject(draft.metadata),
    context: asObject(draft.context),
    timeoutMs: Number(draft.timeoutMs) > 0 ? Math.round(Number(draft.timeoutMs)) : undefined,
  };
}

class ToolRequest extends LitElement {
  static properties = { plugin: { attribute: false }, tool: { attribute: false }, busy: { type: Boolean } };

  createRenderRoot() {
    return this;
  }

  get draft() {
    return draftOf(this.plugin.key, this.tool);
  }

  change(values) {
    Object.assign(this.draft, values);
    this.requestUpdate();
  }

  send() {
    const problem = wrong(this.draft.input);
    if (problem) {
      this.change({ as: "json" });
    } else {
      this.dispatchEvent(new CustomEvent("send", { detail: madeOf(this.plugin.key, this.tool, this.draft) }));
    }
  }

  input() {
    const { as, input } = this.draft;
    if (as === "json") {
      return html`<json-edit .text=${input} @typed=${(e) => this.change({ input: e.detail })}></json-edit>`;
    }
    const problem = wrong(input);
    return problem
      ? html`<p class="bad">The JSON cannot be shown as a form: ${problem.message}</p>`
      : form(this.tool.inputSchema, parse(input.trim() ? input : "{}"), (value) => this.change({ input: pretty(value ?? {}) }));
  }

  copyAs(e, how) {
    const made = { ...madeOf(this.plugin.key, this.tool, this.draft) };
    if (!wrong(made.input)) {
      copy(how(made), e.target);
    }
  }

  render() {
    const draft = this.draft;
    const bad = !!wrong(draft.input);
    const timeWrong = draft.timeoutMs !== "" && !/^\d+$/.test(draft.timeoutMs);
    const tab = (as, title) =>
      html`<button role="tab" aria-selected=${draft.as === as} @click=${() => this.change({ as })}>${title}</button>`;
    const kind = this.tool.kind;
    return html`<div class="bar">
        <div role="tablist" class="tabs">${tab("form", "Form")}${tab("json", "JSON")}</div>
        <span class="grow"></span>
        ${this.busy && kind === "call" ? html`<button class="danger" @click=${() => this.dispatchEvent(new CustomEvent("give-up"))}>Cancel</button>` : nothing}
        <button class="primary" title="Ctrl+Enter" ?disabled=${bad || timeWrong} @click=${this.send}>${kind === "channel" ? "Open" : "Send"}</button>
      </div>
      <div class="request-body">
        ${this.input()}
        <details class="options" ?open=${draft.metadata.length || draft.target || draft.timeoutMs || draft.context.length}>
          <summary>Target, metadata, time</summary>
          ${WITH_TARGET.includes(this.plugin.contract)
            ? html`<label class="field"><span class="field-name">target URL</span>
                <input type="url" .value=${draft.target} placeholder="what the plugin is to talk to" @input=${(e) => this.change({ target: e.target.value })} /></label>`
            : nothing}
          <label class="field"><span class="field-name">timeout in ms</span>
            <input inputmode="numeric" aria-invalid=${timeWrong} .value=${draft.timeoutMs} placeholder="the plugin's own" @input=${(e) => this.change({ timeoutMs: e.target.value.trim() })} /></label>
          <div class="field"><span class="field-name">metadata</span>${pairs("metadata", draft.metadata, (metadata) => this.change({ metadata }))}</div>
          <div class="field"><span class="field-name">context</span>${pairs("context", draft.context, (context) => this.change({ context }))}</div>
        </details>
        <div class="copy-as">
          <span class="dim">Copy as</span>
          <button class="small" ?disabled=${bad} @click=${(e) => this.copyAs(e, (made) => asCommand(kind, { ...made, plugin: this.plugin.called }))}>command</button>
          <button class="small" ?disabled=${bad} @click=${(e) => this.copyAs(e, (made) => asJava(kind, { ...made, plugin: this.plugin.called }))}>Java</button>
          <button class="small" ?disabled=${bad} @click=${(e) => this.copyAs(e, (made) => asMcp(this.plugin.id, kind, made))}>MCP</button>
        </div>
      </div>`;
  }
}

customElements.define("tool-request", ToolRequest);
