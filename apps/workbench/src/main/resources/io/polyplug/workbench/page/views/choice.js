// Chooses a plugin, or all of them.

import { html } from "lit";

export function pluginChoice(plugins, chosen, on) {
  return html`<select aria-label="Plugin" @change=${(event) => on(event.target.value)}>
    <option value="" ?selected=${!chosen}>All plugins</option>
    ${plugins.map((it) => html`<option value=${it.key} ?selected=${it.key === chosen}>${it.called}</option>`)}
  </select>`;
}
