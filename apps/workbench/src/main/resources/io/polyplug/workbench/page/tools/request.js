// What is to be sent to one tool: as a form and as JSON, which are the same thing, with headers, target and time. What was typed for a
// tool stays while one looks at others.

import { LitElement, html, nothing } from "lit";
import { isLine, markdown } from "/markdown.js";
import { asCommand, asJava, asMcp } from "/tools/copy-as.js";
import { copy } from "/tools/files.js";
import { form } from "/tools/form.js";
import { parse, pretty } from "/tools/json-text.js";
import { options } from "/tools/request-options.js";
import { asObject } from "/tools/pairs.js";
import { firstValue, missing, takesSeveral } from "/tools/schema.js";
import { wrong } from "/tools/json-edit.js";
import "/tools/json-view.js";

const drafts = new Map();

const template = (tool) => pretty(firstValue(tool.inputSchema, tool.inputSchema));

export function draftOf({ plugin, target }, tool) {
  const key = `${plugin.key}\n${target}\n${tool.name}`;
  if (!drafts.has(key)) {
    drafts.set(key, {
      input: template(tool),
      metadata: [],
      context: [],
      target,
      timeoutMs: "",
      as: "form",
    });
  }
  return drafts.get(key);
}

/** Puts in what was sent before. */
export function redraft(source, tool, made) {
  Object.assign(draftOf(source, tool), {
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

/** Said beside the form; it is sent all the same, for somebody may want to see what the plugin says. */
function notes(tool, input) {
  const lacks = wrong(input) ? [] : missing(tool.inputSchema, tool.inputSchema, parse(input.trim() || "{}"));
  return html`${lacks.length ? html`<p class="bad" role="status">Required and not there: ${lacks.join(", ")}</p>` : nothing}
    ${takesSeveral(tool.inputSchema) ? html`<p class="dim">This plugin has no channels: the messages go out together, in this order.</p>` : nothing}`;
}

class ToolRequest extends LitElement {
  static properties = { source: { attribute: false }, tool: { attribute: false }, busy: { type: Boolean } };

  createRenderRoot() {
    return this;
  }

  get plugin() {
    return this.source.plugin;
  }

  get draft() {
    return draftOf(this.source, this.tool);
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
    if (as === "schema") {
      return html`<p class="dim">What the plugin says about the input:</p><json-view .value=${this.tool.inputSchema}></json-view>`;
    }
    if (as === "json") {
      return html`<json-edit .text=${input} @typed=${(e) => this.change({ input: e.detail })}></json-edit>`;
    }
    const problem = wrong(input);
    return problem
      ? html`<p class="bad">The JSON cannot be shown as a form: ${problem.message}</p>`
      : html`${notes(this.tool, input)}${form(this.tool.inputSchema, parse(input.trim() ? input : "{}"), (value) => this.change({ input: pretty(value ?? {}) }))}`;
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
        <div role="tablist" class="tabs">${tab("form", "Form")}${tab("json", "JSON")}${tab("schema", "Schema")}</div>
        <span class="grow"></span>
        ${this.busy && kind === "call" ? html`<button class="danger" @click=${() => this.dispatchEvent(new CustomEvent("give-up"))}>Cancel</button>` : nothing}
        <button class="primary" title="Ctrl+Enter" ?disabled=${bad || timeWrong} @click=${this.send}>${kind === "channel" ? "Open" : "Send"}</button>
      </div>
      <div class="request-body">
        ${isLine(this.tool.description) ? nothing : markdown(this.tool.description)}
        ${this.input()}
        ${options(this.plugin, draft, timeWrong, (values) => this.change(values))}
        <div class="copy-as">
          <span class="dim">Copy as</span>
          <button class="small" ?disabled=${bad} @click=${(e) => this.copyAs(e, (made) => asCommand(kind, { ...made, plugin: this.plugin.called }))}>command</button>
          <button class="small" ?disabled=${bad} @click=${(e) => this.copyAs(e, (made) => asJava(kind, { ...made, plugin: this.plugin.called }))}>Java</button>
          <button class="small" ?disabled=${bad} @click=${(e) => this.copyAs(e, (made) => asMcp(this.plugin.id, kind, made))}>MCP</button>
          <span class="grow"></span>
          <button class="small" title="the input as the schema begins it" @click=${() => this.change({ input: template(this.tool) })}>Reset</button>
        </div>
      </div>`;
  }
}

customElements.define("tool-request", ToolRequest);
