// Signs a token here, in the page, and shows what the token at hand says.

import { html, nothing } from "lit";
import { ago } from "/page.js";
import { wrong } from "/tools/json-edit.js";
import { kindOf, parse, pretty, write } from "/tools/json-text.js";
import { ALGORITHMS, decode, sign, timed, validity } from "/tools/jwt.js";
import { TokenDialog } from "/tools/token-dialog.js";
import { value } from "/tools/variables.js";

const USUAL = { algorithm: "HS256", secret: "", claims: '{\n  "sub": "me"\n}', lifetime: "3600" };

const LONGEST_SECONDS = 100 * 365 * 86_400;

const isObject = (text) => !wrong(text) && kindOf(parse(text.trim() || "{}")) === "object";

const STATES = {
  early: (at) => html`<span class="badge warn">not valid before ${new Date(at).toLocaleString()}</span>`,
  expired: (at) => html`<span class="badge bad">expired ${ago(new Date(at).toISOString())} ago</span>`,
  valid: (at) => html`<span class="badge good">${at === undefined ? "does not expire" : `valid until ${new Date(at).toLocaleString()}`}</span>`,
};

class JwtDialog extends TokenDialog {
  constructor() {
    super("polyplug-jwt", USUAL);
  }

  token() {
    const { algorithm, secret, claims, lifetime } = this.draft;
    if (!crypto.subtle) {
      throw new Error("This browser signs only on pages of https or of this machine.");
    }
    return sign(algorithm, secret, timed(parse(claims.trim() || "{}"), Number(lifetime)));
  }

  /** What the token at hand says, if it is one of this kind. */
  current() {
    const token = decode(value("token") ?? "");
    if (!token) {
      return nothing;
    }
    const { state, at } = validity(token.claims);
    return html`<section class="decoded" aria-label="the token at hand">
      <h3>The token at hand ${STATES[state](at)}</h3>
      <pre>${write(token.header)}</pre>
      <pre>${pretty(token.claims)}</pre>
      <p class="dim">Read, not checked: whether the signature is right is for who gets it.</p>
    </section>`;
  }

  called = "Sign a JWT";

  content() {
    const { algorithm, secret, claims, lifetime } = this.draft;
    const timeWrong = !/^\d*$/.test(lifetime) || Number(lifetime) > LONGEST_SECONDS;
    const claimsWrong = !isObject(claims);
    const fields = html`<div class="halves">
        <label class="field"><span class="field-name">algorithm</span>
          <select name="algorithm" @change=${(e) => this.put("algorithm", e.target.value)}>
            ${ALGORITHMS.map((it) => html`<option ?selected=${it === algorithm}>${it}</option>`)}
          </select></label>
        <label class="field"><span class="field-name">lifetime in seconds</span>
          <input name="lifetime" inputmode="numeric" aria-invalid=${timeWrong} placeholder="without an end" .value=${lifetime} @input=${(e) => this.put("lifetime", e.target.value.trim())} /></label>
      </div>
      ${this.field("secret", "secret", { type: "password", first: true })}
      <label class="field"><span class="field-name">claims</span> <span class="field-type">JSON</span>
        <textarea class="code" name="claims" rows="4" spellcheck="false" aria-invalid=${claimsWrong} .value=${claims} @input=${(e) => this.put("claims", e.target.value)}></textarea>
        <small class="field-note">The lifetime fills in iat and exp where the claims have none.</small></label>
      ${claimsWrong ? html`<p class="bad" role="status">The claims are no object of JSON${wrong(claims) ? `: ${wrong(claims).message}` : ""}</p>` : nothing}`;
    return this.frame(fields, secret && !claimsWrong && !timeWrong, "Sign and use", this.current());
  }
}

customElements.define("jwt-dialog", JwtDialog);
