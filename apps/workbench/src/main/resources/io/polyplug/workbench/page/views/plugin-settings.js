// What a plugin lets be set: a field for each, by its type.

import { LitElement, html, nothing } from "lit";
import { ask } from "/api.js";
import { markdown } from "/markdown.js";
import { attempt, toast } from "/page.js";

class Settings extends LitElement {
  static properties = { plugin: { attribute: false }, told: { state: true }, problem: { state: true }, draft: { state: true }, busy: { state: true } };

  createRenderRoot() {
    return this;
  }

  willUpdate(changed) {
    const before = changed.get("plugin");
    if (changed.has("plugin") && (before?.key !== this.plugin.key || before?.state !== this.plugin.state)) {
      this.learn();
    }
  }

  get address() {
    return `/api/plugins/${encodeURIComponent(this.plugin.key)}/settings`;
  }

  async learn() {
    const { key } = this.plugin;
    try {
      const told = await ask("GET", this.address);
      if (key === this.plugin.key) {
        this.problem = "";
        this.take(told);
      }
    } catch (problem) {
      if (key === this.plugin.key) {
        this.told = undefined;
        this.problem = problem.message;
      }
    }
  }

  /** What was typed and not saved stays, unless it is another plugin's. */
  take(told, anew = this.of !== this.plugin.key) {
    this.told = told;
    if (anew || !this.draft) {
      this.of = this.plugin.key;
      this.draft = new Map(told.settings.filter((it) => it.from === "kept").map((it) => [it.key, it.value]));
    }
  }

  put(key, value) {
    this.draft = new Map(this.draft);
    if (value === undefined) {
      this.draft.delete(key);
    } else {
      this.draft.set(key, value);
    }
  }

  async save(event) {
    event.preventDefault();
    this.busy = true;
    const told = await attempt(() => ask("PUT", this.address, { values: Object.fromEntries(this.draft) }));
    this.busy = false;
    if (told) {
      this.take(told, true);
      toast(`${this.plugin.called} was started anew with its settings`, "good");
    }
  }

  input(it) {
    const id = `setting-${it.key}`;
    const fixed = it.from === "configuration" || !this.told.kept;
    const value = fixed ? it.value : this.draft.get(it.key);
    const usual = it.default === undefined ? "not set" : `${it.default} unless set`;
    if (it.type === "bool" || it.type === "select") {
      const choices = it.type === "bool" ? [true, false].map((one) => ({ value: one, label: one ? "yes" : "no" })) : it.choices ?? [];
      return html`<select id=${id} ?disabled=${fixed} @change=${(event) => this.put(it.key, choices[event.target.selectedIndex - 1]?.value)}>
        <option ?selected=${value === undefined}>${usual}</option>
        ${choices.map((one) => html`<option ?selected=${value === one.value}>${one.label}</option>`)}
      </select>`;
    }
    const number = it.type === "number";
    return html`<input id=${id} type=${number ? "number" : "text"} step=${number ? "any" : nothing} ?disabled=${fixed} placeholder=${usual} .value=${String(value ?? "")}
      @input=${(event) => this.put(it.key, event.target.value === "" ? undefined : number ? event.target.valueAsNumber : event.target.value)} />`;
  }

  render() {
    if (this.problem) {
      return html`<section class="settings"><h3>Settings</h3><div class="note" role="alert">${this.problem}</div></section>`;
    }
    if (!this.told?.settings.length) {
      return nothing;
    }
    return html`<section class="settings"><h3>Settings</h3>
      <form class="fields" @submit=${this.save}>
        ${this.told.settings.map(
          (it) => html`<label for="setting-${it.key}">${it.label}${it.required ? " (needed)" : ""}</label>
            ${this.input(it)}
            ${it.description ? html`<div class="dim">${markdown(it.description)}</div>` : nothing}
            ${it.from === "configuration" ? html`<p class="dim">Set in the plugin's polyplug.toml; change it there.</p>` : nothing}`,
        )}
        <div class="buttons"><button ?disabled=${this.busy || !this.told.kept} aria-busy=${Boolean(this.busy)}>Save and start anew</button></div>
      </form>
    </section>`;
  }
}

customElements.define("plugin-settings", Settings);
