// Removes what a plugin has stored, after somebody saw which folder that is.

import { LitElement, html } from "lit";
import { ask } from "/api.js";
import { attempt, bytes, toast } from "/page.js";

class Storage extends LitElement {
  static properties = { plugin: { attribute: false }, folder: { attribute: false }, busy: { state: true } };

  createRenderRoot() {
    return this;
  }

  get dialog() {
    return this.querySelector("dialog");
  }

  async reset() {
    const { called, key } = this.plugin;
    this.busy = true;
    const freed = await attempt(() => ask("POST", `/api/plugins/${encodeURIComponent(key)}/reset-storage`));
    this.busy = false;
    this.dialog.close();
    if (freed) {
      const what = freed.files ? `${freed.files} ${freed.files === 1 ? "file" : "files"}, ${bytes(freed.bytes)}` : "there was nothing";
      toast(`The storage of ${called} is empty: ${freed.files ? `freed ${what}` : what}`, "good");
    }
  }

  render() {
    return html`<button class="danger" @click=${() => this.dialog.showModal()}>Reset storage…</button>
      <dialog class="storage" aria-labelledby="storage-title">
        <h2 id="storage-title">Reset the storage of ${this.plugin.called}?</h2>
        <p>It is ended, and everything in this folder is deleted for good:</p>
        <pre>${this.folder}</pre>
        <p class="dim">What links in it lead to stays. It begins anew with its next start.</p>
        <div class="buttons">
          <button autofocus @click=${() => this.dialog.close()}>Keep it</button>
          <button class="danger" ?disabled=${this.busy} aria-busy=${Boolean(this.busy)} @click=${this.reset}>Delete it all</button>
        </div>
      </dialog>`;
  }
}

customElements.define("plugin-storage", Storage);
