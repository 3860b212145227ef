// What goes with an input: where to, who one is, how long, and names that stand for values.

import { html, nothing } from "lit";
import { pairs } from "/tools/pairs.js";
import { WITH_TARGET } from "/tools/sources.js";
import { AUTH, BEARER, setVariable, wantVariables } from "/tools/variables.js";
import "/tools/jwt-dialog.js";
import "/tools/oauth-dialog.js";
import "/tools/variable-editor.js";

function authorize(draft, how, change) {
  const [row, names] = AUTH[how];
  wantVariables(names);
  change({ metadata: [...draft.metadata.filter(([name]) => name.toLowerCase() !== row[0].toLowerCase()), row] });
}

/** A button for a dialog that makes a token, and the dialog. */
function maker(title, dialog) {
  const open = (e) => e.currentTarget.nextElementSibling.open();
  return html`<button type="button" class="small" @click=${open}>${title}</button>${dialog}`;
}

function makers(draft, change) {
  const use = (e) => {
    setVariable("token", e.detail);
    authorize(draft, BEARER, change);
  };
  return html`${maker("JWT…", html`<jwt-dialog @token=${use}></jwt-dialog>`)}${maker("OAuth…", html`<oauth-dialog @token=${use}></oauth-dialog>`)}`;
}

export function options(plugin, draft, timeWrong, change) {
  const used = draft.metadata.length || draft.target || draft.timeoutMs || draft.context.length;
  return html`<details class="options" ?open=${used}>
    <summary>Target, metadata, time, variables</summary>
    ${WITH_TARGET.includes(plugin.contract)
      ? html`<label class="field"><span class="field-name">target URL</span>
          <input type="url" .value=${draft.target} placeholder="what the plugin is to talk to" @input=${(e) => change({ target: e.target.value })} /></label>`
      : nothing}
    <label class="field"><span class="field-name">timeout in ms</span>
      <input inputmode="numeric" aria-invalid=${timeWrong} .value=${draft.timeoutMs} placeholder="the plugin's own" @input=${(e) => change({ timeoutMs: e.target.value.trim() })} /></label>
    <div class="field"><span class="field-name">metadata</span> <span class="field-type">headers of the call</span>
      ${pairs("metadata", draft.metadata, (metadata) => change({ metadata }))}
      <div class="auth">${Object.keys(AUTH).map((it) => html`<button type="button" class="small" @click=${() => authorize(draft, it, change)}>${it}</button>`)}${makers(draft, change)}</div>
    </div>
    <div class="field"><span class="field-name">context</span> <span class="field-type">where the call comes from</span>${pairs("context", draft.context, (context) => change({ context }))}</div>
    <div class="field"><span class="field-name">variables</span> <span class="field-type">names for values</span><variable-editor></variable-editor></div>
  </details>`;
}
