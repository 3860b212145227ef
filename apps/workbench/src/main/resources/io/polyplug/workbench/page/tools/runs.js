// What was sent and what came of it: calls, streams and channels. They live here and not in the view, so they go on while one looks
// elsewhere. Everything is bounded: the newest messages are kept, all are counted.

import { ask, follow } from "/api.js";
import { exchange } from "/tools/answers.js";
import { note } from "/tools/console.js";
import { parse, readable, write } from "/tools/json-text.js";
import { answered, filled } from "/tools/variables.js";

const MOST_MESSAGES = 5_000;
const MOST_CHARACTERS = 16 << 20;
const MOST_RUNS = 30;

/** A browser keeps six connections to one host, and the page itself needs some: more would make everything wait. */
const MOST_UNDER_WAY = 3;

const SILENT_AFTER = 1_500;

/** Where the number stands in `{"index":0,…}`: messages are not read as JSON just to count them. */
const INDEX_AT = '{"index":'.length;

/** The body of a request; the input goes in as it was typed, digit for digit. */
export function requestText(id, made) {
  const { input, ...others } = made;
  const start = JSON.stringify({ id, ...others });
  return `${start.slice(0, -1)},"input":${write(parse(input || "{}"))}}`;
}

class Run extends EventTarget {
  constructor(made, place) {
    super();
    this.place = place;
    this.id = crypto.randomUUID();
    this.made = made;
    this.state = "under way";
    this.from = performance.now();
    this.abort = new AbortController();
  }

  get isOver() {
    return this.state === "done" || this.state === "failed";
  }

  /** Told a little later, and once for many changes. */
  changed() {
    if (!this.due) {
      this.due = true;
      setTimeout(() => {
        this.due = false;
        this.dispatchEvent(new Event("change"));
      });
    }
  }

  finish(state, values) {
    if (!this.isOver) {
      this.took = performance.now() - this.from;
      Object.assign(this, values, { state });
      this.noteEnd();
      this.changed();
    }
  }

  noteEnd() {
    if (this.error) {
      note("ERR", this.made, `${this.error.code}: ${this.error.message}`);
    } else {
      note(...this.ended());
    }
  }

  /** What is sent: with the names in it replaced. */
  get request() {
    return requestText(this.id, filled(this.made));
  }

  fail(problem) {
    this.finish("failed", { error: { code: problem.code ?? "connection", message: problem.message } });
  }
}

/** One input, one result. */
export class CallRun extends Run {
  ended() {
    return ["RES", this.made, this.output === undefined ? "" : write(this.output)];
  }

  async start() {
    try {
      const text = await ask("POST", "/api/calls", this.request, { raw: true });
      const answer = parse(text);
      if (answer.ok) {
        answered(answer.output);
      }
      if (answer.output !== undefined) {
        this.before = exchange(this.place, readable(answer.output));
      }
      this.finish(answer.ok ? "done" : "failed", {
        error: answer.error,
        status: answer.status,
        output: answer.output,
        metadata: answer.metadata,
        attachments: answer.attachments,
        durationMs: answer.durationMs,
        bytes: answer.bytes,
      });
    } catch (problem) {
      this.fail(problem);
    }
  }

  stop() {
    return ask("DELETE", `/api/calls/${this.id}`).catch(() => {});
  }
}

/** Any number of messages. */
export class StreamRun extends Run {
  path = "/api/streams";
  messages = [];
  characters = 0;
  count = 0;
  bytes = 0;
  rate = 0;
  lastCounts = { at: 0, count: 0 };

  ended() {
    return ["STR", this.made, `${this.count} messages, ${this.bytes} bytes`];
  }

  async start() {
    try {
      await follow(this.path, (kind, data) => this.heard(kind, data), {
        method: "POST",
        body: this.request,
        signal: this.abort.signal,
        raw: true,
      });
      this.finish("done", this.stopped ? { note: "stopped" } : { error: { code: "connection", message: "the connection ended" } });
    } catch (problem) {
      this.fail(problem);
    }
  }

  heard(kind, data) {
    switch (kind) {
      case "message":
        this.keep({ text: data });
        this.count = Math.max(this.count, parseInt(data.slice(INDEX_AT, INDEX_AT + 16), 10) + 1);
        break;
      case "counters":
        this.counted(JSON.parse(data));
        break;
      case "dropped":
        this.dropped = (this.dropped ?? 0) + JSON.parse(data).count;
        break;
      case "open":
        note("CH", this.made, "open");
        this.state = "open";
        this.from = performance.now();
        break;
      case "end":
        this.counted(JSON.parse(data));
        this.finish("done", { rate: 0 });
        break;
      case "error": {
        const error = parse(data);
        this.counted(error);
        this.finish("failed", { error, rate: 0 });
        break;
      }
    }
    this.changed();
  }

  counted({ count, bytes }) {
    const now = performance.now();
    const past = (now - this.lastCounts.at) / 1000;
    if (this.lastCounts.at && past > 0.05) {
      const latest = Math.max(0, (count - this.lastCounts.count) / past);
      this.rate = this.rate ? 0.8 * this.rate + 0.2 * latest : latest;
    }
    this.lastCounts = { at: now, count };
    this.count = count;
    this.bytes = bytes;
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.fellSilent(), SILENT_AFTER);
  }

  /** Counts are told when they change: that nothing comes any more is not told. */
  fellSilent() {
    this.rate = 0;
    this.changed();
  }

  /** Texts are read when somebody looks at them, not before: most are never looked at. */
  keep(message) {
    this.messages.push(message);
    this.characters += message.text.length;
    if (this.messages.length > MOST_MESSAGES * 1.2 || this.characters > MOST_CHARACTERS) {
      const gone = this.messages.splice(0, Math.max(1, this.messages.length - MOST_MESSAGES));
      this.characters -= gone.reduce((sum, it) => sum + it.text.length, 0);
    }
  }

  stop() {
    this.stopped = true;
    return ask("DELETE", `/api/calls/${this.id}`).catch(() => this.abort.abort());
  }
}

/** Messages both ways. */
export class ChannelRun extends StreamRun {
  path = "/api/channels";
  sent = 0;

  ended() {
    return ["CH", this.made, `closed: ${this.sent} sent, ${this.count} received`];
  }

  async send(text) {
    const data = parse(text);
    const message = { sent: true, atMs: Math.round(performance.now() - this.from), data, text: write(data) };
    // First, since an answer may overtake what says that it was sent.
    this.keep(message);
    try {
      await ask("POST", `/api/channels/${this.id}/messages`, `{"message":${message.text}}`);
      this.sent++;
      note("SND", this.made, message.text);
    } catch (problem) {
      this.messages = this.messages.filter((it) => it !== message);
      throw problem;
    } finally {
      this.changed();
    }
  }

  async closeInput() {
    await ask("POST", `/api/channels/${this.id}/close-input`);
    this.inputClosed = true;
    this.changed();
  }

  stop() {
    this.stopped = true;
    return ask("DELETE", `/api/channels/${this.id}`).catch(() => this.abort.abort());
  }
}

/** The content of a message, read the first time. */
export function opened(message) {
  if (!("data" in message)) {
    Object.assign(message, parse(message.text));
  }
  return message;
}

const KINDS = { call: CallRun, stream: StreamRun, channel: ChannelRun };
const runs = new Map();

/** The last run at a place, if it is still known. */
export const runOf = (place) => runs.get(place);

/** The runs of all tools, the newest last. */
export const allRuns = () => [...runs.values()];

/** Sends; `place` is where it is shown, one run at a time. */
export function begin(kind, made, key) {
  const before = runs.get(key);
  if (before && !before.isOver) {
    before.stop();
  }
  const run = new KINDS[kind](made, key);
  const others = allRuns().filter((it) => it !== before && !it.isOver);
  runs.delete(key);
  runs.set(key, run);
  for (const [other, old] of runs) {
    if (runs.size > MOST_RUNS && old.isOver) {
      runs.delete(other);
    }
  }
  if (others.length < MOST_UNDER_WAY) {
    note(kind === "channel" ? "CH" : "REQ", made, made.input);
    run.start();
  } else {
    const names = others.map((it) => it.made.tool).join(", ");
    run.fail({ code: "busy", message: `A browser has room for ${MOST_UNDER_WAY} at once; stop one of ${names} first` });
  }
  return run;
}
