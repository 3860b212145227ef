// One event stream for all who want to hear something. They say what; the host is told what all of them want together.

export class Hub {
  listeners = new Set();
  told = new Set();
  connected = undefined;

  constructor(client) {
    this.client = client;
  }

  /**
   * Hears events of these kinds: `on(kind, text)`, where the text is JSON. Told to all, besides: `connected`, `disconnected`, `dropped`;
   * `listening`, from when on nothing of these kinds is missed; and `failed`, which is the last. Gives what ends it.
   */
  listen(kinds, on) {
    const one = { kinds, on, listening: false };
    this.listeners.add(one);
    if (this.connected !== undefined) {
      on(this.connected ? "connected" : "disconnected", "{}");
    }
    if (this.stop) {
      this.agreed();
      this.agree();
    } else {
      this.begin();
    }
    return () => {
      this.listeners.delete(one);
      if (this.listeners.size) {
        this.agree();
      } else {
        this.stop?.abort();
        this.stop = undefined;
      }
    };
  }

  wanted() {
    return [...new Set([...this.listeners].flatMap((it) => it.kinds))].sort();
  }

  async begin() {
    const stop = new AbortController();
    this.stop = stop;
    const first = this.wanted();
    const hear = (kind, text) => {
      if (stop === this.stop) {
        this.hear(kind, text, first);
      }
    };
    try {
      await this.client.follow(`/api/events?kinds=${first.join(",")}`, hear, { signal: stop.signal, raw: true });
    } catch (problem) {
      if (stop === this.stop) {
        this.fail(problem);
      }
    }
  }

  fail({ status, code, message }) {
    const all = [...this.listeners];
    this.listeners.clear();
    this.stop = this.id = this.connected = undefined;
    all.forEach((it) => it.on("failed", JSON.stringify({ status, code, message })));
  }

  hear(kind, text, first) {
    switch (kind) {
      case "open":
        this.id = JSON.parse(text).id;
        this.told = new Set(first);
        this.agreed();
        this.agree();
        break;
      case "connected":
      case "disconnected":
        this.connected = kind === "connected";
        this.id = undefined;
        this.told = new Set();
        this.listeners.forEach((it) => (it.listening = false));
        this.tell(kind, "{}", () => true);
        break;
      default:
        this.tell(kind, text, (it) => kind === "dropped" || it.kinds.includes(kind));
    }
  }

  tell(kind, text, who) {
    for (const one of [...this.listeners]) {
      if (who(one)) {
        one.on(kind, text);
      }
    }
  }

  /** Says so to whom the host now tells all that they want. */
  agreed() {
    for (const one of [...this.listeners]) {
      if (!one.listening && this.id && one.kinds.every((it) => this.told.has(it))) {
        one.listening = true;
        one.on("listening", "{}");
      }
    }
  }

  isAgreed() {
    return this.wanted().join() === [...this.told].join();
  }

  /** Tells the host what is wanted now. Who goes and who comes in the same moment are one change; one is under way at a time. */
  agree() {
    this.sending ??= Promise.resolve()
      .then(async () => {
        while (this.id && this.listeners.size && !this.isAgreed()) {
          const whose = this.id;
          const kinds = this.wanted();
          await this.client.ask("PUT", `/api/events/${encodeURIComponent(whose)}`, { kinds });
          if (whose === this.id) {
            this.told = new Set(kinds);
            this.agreed();
          }
        }
      })
      .catch(() => {
        // The stream is over, which it says itself; the next one begins with an agreement.
      })
      .finally(() => {
        this.sending = undefined;
      });
  }
}
