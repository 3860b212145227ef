// Has the host fetch a token with the credentials of a client; the page itself may ask nobody else.

import { html } from "lit";
import { ask } from "/api.js";
import { toast } from "/page.js";
import { TokenDialog } from "/tools/token-dialog.js";

const USUAL = { tokenUrl: "", clientId: "", clientSecret: "", scope: "" };

class OauthDialog extends TokenDialog {
  constructor() {
    super("polyplug-oauth", USUAL);
  }

  async token() {
    const { accessToken, tokenType, expiresIn } = await ask("POST", "/api/oauth/token", this.draft);
    if (tokenType.toLowerCase() !== "bearer") {
      throw new Error(`The token is of the type ${tokenType}, which is not a bearer's.`);
    }
    if (this.shown) {
      toast(`There is a token now${expiresIn === undefined ? "" : `, for ${expiresIn} seconds`}`, "good");
    }
    return accessToken;
  }

  called = "Fetch a token by OAuth";

  content() {
    const { tokenUrl, clientId, clientSecret } = this.draft;
    const fields = html`${this.field("tokenUrl", "token URL", { type: "url", placeholder: "https://…/token", first: true })}
      ${this.field("clientId", "client id")}${this.field("clientSecret", "client secret", { type: "password" })}
      ${this.field("scope", "scope", { placeholder: "what the server gives without one" })}
      <p class="dim">By the grant of client credentials. The host of this page asks for it; neither keeps the secret beyond this tab.</p>`;
    return this.frame(fields, tokenUrl && clientId && clientSecret, "Fetch and use");
  }
}

customElements.define("oauth-dialog", OauthDialog);
