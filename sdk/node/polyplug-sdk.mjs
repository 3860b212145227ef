// @ts-check
/**
 * Write a plugin once and let every host run it: rune, bowire, ainb, bento, bab, MCP, or your own.
 *
 * Copy this file (and polyplug-sdk.d.mts, if you want types) beside your plugin; it needs Node 20 or
 * Bun and nothing else. The first bytes that a host sends tell which contract it speaks. Standard
 * output belongs to the contract: whatever the plugin prints goes to standard error.
 */

/** @typedef {any} Json */
/** @typedef {{ method: string, params: Json, idText: string, send: (message: object) => void }} Request */

const MOST_BYTES = 64 << 20; // of one message that is read
const AINB_FRAME = 16 << 20; // of one frame that ainb takes
const MOST_QUEUED = 10_000; // messages that wait in a channel for its handler
const FAREWELL = 2_000; // milliseconds that calls have to end when the host is gone
const HOST_ANSWER = 30_000; // milliseconds that the host has to answer a call of ours
const AINB_CAPABILITIES = ["event_bus", "network", "read_sessions", "read_claude_logs",
  "read_codex_logs", "read_paths", "write_plugin_data", "spawn_subprocess"];

/** The tool's own error; the caller sees code and message as they are. */
export class ToolError extends Error {
  /** @param {string} code @param {string} message */
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

/** What a language adapter fails with: a code of bento's list, such as 2001, and its data. */
export class AdapterError extends Error {
  /** @param {number} code @param {string} message @param {Json} [data] */
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** An error answer of JSON-RPC. */
class RpcError extends AdapterError {
  get body() {
    const error = { code: this.code, message: this.message };
    return this.data === undefined ? error : { ...error, data: this.data };
  }
}

/** Input that cannot be read on from. */
class BadInput extends Error {}

/** @param {unknown} failure */
const toolError = (failure) => failure instanceof ToolError ? failure
  : new ToolError("internal", (failure instanceof Error && failure.message) || String(failure));
/** @param {Json} value */
const dump = (value) => JSON.stringify(value === undefined ? null : value);
/** @param {string} text */
const parsed = (text) => { try { return { value: JSON.parse(text) }; } catch { return undefined; } };
/** @param {Json} value @returns {value is Record<string, Json>} */
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
/** @param {string | Uint8Array} data */
const base64 = (data) => Buffer.from(/** @type {any} */ (data)).toString("base64");

/** Reads base64, or the older form: an array of numbers. @param {Json} value */
function toBytes(value) {
  if (!Array.isArray(value) && (typeof value !== "string" || !/^[A-Za-z0-9+/]*=*$/.test(value))) {
    throw new RpcError(-32602, "payload must be base64");
  }
  return typeof value === "string" ? Buffer.from(value, "base64") : Buffer.from(value);
}

// --- Input: whether a value fits -------------------------------------------------------------------

/** @param {Json} value */
function jsonType(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

/**
 * What is wrong with a value, as a sentence that names the member; undefined if it fits.
 * @param {Json} schema @param {Json} value @param {string} name @returns {string | undefined}
 */
function misfit(schema, value, name) {
  const seen = jsonType(value);
  const kinds = schema.type === undefined ? [] : [schema.type].flat();
  if (kinds.length && !kinds.includes(seen) && !(seen === "integer" && kinds.includes("number"))) {
    return `${name} must be of type ${kinds.join(" or ")}, but is of type ${seen}`;
  }
  if (schema.enum && !schema.enum.some((/** @type {Json} */ one) => dump(one) === dump(value))) {
    return `${name} must be one of ${dump(schema.enum)}`;
  }
  if (schema.anyOf?.every((/** @type {Json} */ one) => misfit(one, value, name))) {
    return misfit(schema.anyOf[0], value, name);
  }
  if (isObject(value)) {
    const prefix = name === "the input" ? "" : name + ".";
    for (const member of schema.required ?? []) {
      if (!Object.hasOwn(value, member)) return `${prefix}${member} is missing`;
    }
    for (const [member, inner] of Object.entries(schema.properties ?? {})) {
      const wrong = Object.hasOwn(value, member) && misfit(inner, value[member], prefix + member);
      if (wrong) return wrong;
    }
  }
  if (Array.isArray(value) && isObject(schema.items)) {
    for (const [index, item] of value.entries()) {
      const wrong = misfit(schema.items, item, `${name}[${index}]`);
      if (wrong) return wrong;
    }
  }
  return undefined;
}

/** One thing that a plugin can do: unary, stream or channel. */
class Tool {
  /** @param {string} name @param {string} kind @param {Json} options @param {Function} handler */
  constructor(name, kind, options, handler) {
    this.name = name;
    this.kind = kind;
    this.handler = handler;
    this.description = options.description ?? "";
    this.schema = { type: "object", ...(options.input ?? { properties: {} }) };
  }

  /** Refuses what does not fit, before the handler runs. @param {Json} value */
  check(value) {
    const wrong = misfit(this.schema, value, "the input");
    if (wrong) throw new ToolError("invalid_input", wrong);
  }

  /** A stream's messages, for as long as somebody wants them. @param {Json} value @param {Call} call */
  async *messages(value, call) {
    for await (const message of this.handler(value, call)) {
      if (call.cancelled) return;
      yield message;
    }
  }

  /** The output; that of a stream is the list of its messages. @param {Json} value @param {Call} call */
  async run(value, call) {
    this.check(value);
    if (this.kind !== "stream") return this.handler(value, call);
    const all = [];
    for await (const message of this.messages(value, call)) all.push(message);
    return all;
  }
}

// --- What handlers are given -----------------------------------------------------------------------

/** One call while it runs. `log` and `progress` do nothing where the contract has no place. */
class Call {
  #controller = new AbortController();
  #back;
  /** Whether the answer is not sent. */
  unwanted = false;

  /**
   * @param {string} contract
   * @param {{ host?: Json, log?: Function, progress?: Function, output?: Function,
   *   metadata?: Json, target?: string }} [back]
   */
  constructor(contract, back = {}) {
    this.#back = back;
    this.metadata = back.metadata ?? {};
    this.target = back.target;
    this.host = back.host ?? noHost(contract);
  }

  /** Whether nobody waits for the answer any more. */
  get cancelled() { return this.signal.aborted; }

  /** Aborts when nobody waits for the answer any more. */
  get signal() { return this.#controller.signal; }

  cancel() { this.#controller.abort(); }

  /** @param {string} level @param {string} message @param {Json} [fields] */
  log(level, message, fields) {
    if (this.#back.log) this.#back.log(level, message, fields);
    else process.stderr.write(`${level}: ${message}${fields ? " " + dump(fields) : ""}\n`);
  }

  /** @param {number} done @param {number} [total] @param {string} [message] */
  progress(done, total, message) { this.#back.progress?.(done, total, message); }

  /** What a tool printed, for bento. @param {"stdout" | "stderr"} stream @param {string} text */
  output(stream, text) {
    if (this.#back.output) this.#back.output(stream, text);
    else process.stderr.write(text);
  }
}

/** Reverse calls where the contract has none: each is refused by name. @param {string} contract */
function noHost(contract) {
  const names = ["snapshot", "publish", "subscribe", "invoke", "readFile", "readDir", "fetch"];
  return Object.fromEntries(names.map((name) => [name, async () => {
    throw new ToolError("unsupported", `host.${name} is not possible under ${contract}`);
  }]));
}

/** Reverse calls to an ainb host; what it refuses is a ToolError. @param {Session} peer */
function ainbHost(peer) {
  /** @type {Record<number, string>} */
  const codes = { [-32001]: "capability_denied", [-32002]: "timeout", [-32601]: "not_found" };
  /** @param {string} method @param {object} params @param {number} [timeout] */
  const ask = async (method, params, timeout) => {
    try {
      return await peer.ask(method, params, timeout);
    } catch (failure) {
      if (!(failure instanceof RpcError)) throw failure;
      throw new ToolError(codes[failure.code] ?? "host_error", failure.message);
    }
  };
  return {
    /** @param {string} topic */
    async snapshot(topic) {
      const { payload, version } = await ask("host/snapshot/get", { topic });
      return { payload: payload == null ? null : toBytes(payload), version: version ?? 0 };
    },
    /** @param {string} topic @param {string | Uint8Array} payload */
    async publish(topic, payload) {
      peer.tell("host/snapshot/publish", { topic, payload: base64(payload) });
    },
    /** @param {string} topic */
    async subscribe(topic) { await ask("host/snapshot/subscribe", { topic }); },
    /** @param {string} action @param {string | Uint8Array} payload @param {number} [timeout] */
    async invoke(action, payload = "", timeout = HOST_ANSWER) {
      const params = { action, payload: base64(payload), timeout_ms: timeout };
      return toBytes((await ask("host/action/invoke", params, timeout + 1_000)).payload);
    },
    /** @param {string} path */
    async readFile(path) { return toBytes((await ask("host/fs/read_file", { path })).bytes); },
    /** @param {string} path */
    async readDir(path) { return (await ask("host/fs/read_dir", { path })).entries; },
    /** Any status is a result. @param {string} url @param {Json} [options] */
    async fetch(url, { method = "GET", headers = [], body = null } = {}) {
      const pairs = Array.isArray(headers) ? headers : Object.entries(headers);
      const params = { url, method, headers: pairs, body: body === null ? null : base64(body) };
      const found = await ask("host/network/fetch", params, HOST_ANSWER + 5_000);
      return { ...found, body: toBytes(found.body ?? "") };
    },
  };
}

/** Both directions of a conversation; iterating ends when the other side has closed. */
class Channel {
  /** @type {Json[]} */
  #inbox = [];
  #closed = false;
  #wake = () => {};

  /** @param {(message: Json) => void} send */
  constructor(send) { this.send = send; }

  async *[Symbol.asyncIterator]() {
    while (true) {
      if (this.#inbox.length) yield this.#inbox.shift();
      else if (this.#closed) return;
      else await new Promise((wake) => { this.#wake = () => wake(undefined); });
    }
  }

  /** Puts one in for the handler; tells whether there was room. @param {Json} message */
  offer(message) {
    const room = this.#inbox.length < MOST_QUEUED;
    if (room) this.#inbox.push(message);
    this.#wake();
    return room;
  }

  /** No message follows. */
  close() {
    this.#closed = true;
    this.#wake();
  }
}

/** The cells of a screen; what is painted outside is cut off. */
class Picture {
  /** @type {Map<number, Json>} */
  #cells = new Map();

  /** @param {{ width: number, height: number }} size */
  constructor(size) { this.size = size; }

  /**
   * One cell: colours are { r, g, b } or [r, g, b].
   * @param {number} x @param {number} y @param {string} symbol @param {Json} [style]
   */
  put(x, y, symbol, style = {}) {
    const { width, height } = this.size;
    if (x < 0 || y < 0 || x >= width || y >= height) return;
    /** @type {Json} */
    const cell = { symbol };
    for (const side of ["fg", "bg"]) {
      if (Array.isArray(style[side])) [cell[side]] = [style[side]].map(([r, g, b]) => ({ r, g, b }));
      else if (style[side]) cell[side] = style[side];
    }
    cell.modifier = ["bold", "dim", "italic", "underlined", "reversed"]
      .reduce((bits, name, bit) => bits | (style[name] ? 1 << bit : 0), 0);
    this.#cells.set(y * width + x, cell);
  }

  /**
   * A text from here to the right, a cell for each code point.
   * @param {number} x @param {number} y @param {string} text @param {Json} [style]
   */
  text(x, y, text, style) {
    for (const symbol of text) this.put(x++, y, symbol, style);
  }

  buffer() {
    const { width, height } = this.size;
    const cells = [...this.#cells].sort(([a], [b]) => a - b)
      .filter(([, cell]) => dump(cell) !== '{"symbol":" ","modifier":0}')
      .map(([at, cell]) => [{ x: at % width, y: Math.floor(at / width) }, cell]);
    return { width, height, cells };
  }
}

// --- The plugin ------------------------------------------------------------------------------------

/** What a plugin is and does. Declare first, then `serve()`. */
class Plugin {
  /** @type {Map<string, Tool>} */
  tools = new Map();
  /** @type {Map<string, Json>} */
  screens = new Map();
  /** @type {Record<string, true | string[]>} */
  asked = {};
  /** @type {string[]} */
  topics = [];
  /** @type {Map<string, Function>} */
  listeners = new Map();
  /** @type {Json} */
  language = undefined;
  /** @type {Json} */
  own = undefined;
  lifecycle = { spawn: "lazy", idle_reap_secs: 600 };

  /** @param {string} name @param {Json} options */
  constructor(name, { version = "0.1.0", title = name, description = "" } = {}) {
    this.name = name;
    this.version = version;
    this.title = title;
    this.description = description;
  }

  /** @param {string} kind @param {string} name @param {Json} options @param {Function} handler */
  #declare(kind, name, options, handler) {
    if (this.tools.has(name)) throw new Error(`${this.name} has two tools that are called ${name}`);
    this.tools.set(name, new Tool(name, kind, options, handler));
    return this;
  }

  /** A function of its input. @param {string} name @param {Json} options @param {Function} handler */
  tool(name, options, handler) { return this.#declare("unary", name, options, handler); }

  /** A generator of messages. @param {string} name @param {Json} options @param {Function} handler */
  stream(name, options, handler) { return this.#declare("stream", name, options, handler); }

  /** Talks until it returns. @param {string} name @param {Json} options @param {Function} handler */
  channel(name, options, handler) { return this.#declare("channel", name, options, handler); }

  /** @param {string} name @param {Json} face with render(size, picture), and key, mouse if it likes */
  screen(name, face) {
    this.screens.set(name, face);
    return this;
  }

  /** A language of bento. @param {Json} language */
  adapter(language) {
    this.language = language;
    return this;
  }

  /** Wants a capability, or only these values of it. @param {string} name @param {string[]} values */
  asks(name, ...values) {
    this.asked[name] = values.length ? values : true;
    return this;
  }

  /** @param {string[]} topics */
  publishes(...topics) {
    this.topics.push(...topics);
    return this;
  }

  /** @param {string} topic @param {(payload: Buffer) => unknown} handler */
  hears(topic, handler) {
    this.listeners.set(topic, handler);
    return this;
  }

  eager() {
    this.lifecycle.spawn = "eager";
    return this;
  }

  /** @param {number} seconds */
  idleReap(seconds) {
    this.lifecycle.idle_reap_secs = seconds;
    return this;
  }

  /**
   * Implements a contract of one's own; gives back how to call its host.
   * @param {string} contract @param {number} version @param {Record<string, Function>} methods
   */
  implement(contract, version, methods) {
    this.own = { contract, version, methods, peer: undefined };
    const connected = () => {
      if (this.own.peer) return this.own.peer;
      throw new ToolError("unsupported", "no host of the own contract is connected");
    };
    return {
      /** @param {string} method @param {Json[]} args */
      call: async (method, ...args) => {
        try {
          return await connected().ask(method, args);
        } catch (failure) {
          if (!(failure instanceof RpcError)) throw failure;
          throw new ToolError(String(failure.data?.code ?? "host_error"), failure.message);
        }
      },
      /** @param {string} method @param {Json[]} args */
      notify: (method, ...args) => connected().tell(method, args),
    };
  }

  unaryAndStreams() {
    const all = [...this.tools.values()];
    return ["unary", "stream"].flatMap((kind) => all.filter((tool) => tool.kind === kind));
  }

  /** @param {Json} name */
  callableTool(name) {
    const tool = this.tools.get(name);
    if (!tool || tool.kind === "channel") {
      throw new ToolError("not_found", `${this.name} has no tool ${name}`);
    }
    return tool;
  }

  runeCapabilities() {
    const names = Object.keys(this.asked).filter((name) => !AINB_CAPABILITIES.includes(name));
    return names.length ? names : ["tool.execute"];
  }

  ainbManifest() {
    const { name, version, description } = this;
    const asked = AINB_CAPABILITIES.filter((one) => one in this.asked);
    return {
      plugin: { name, version, abi_version: 2, description },
      capabilities: Object.fromEntries(asked.map((one) => [one, this.asked[one]])),
      provides: {
        screens: [...this.screens.keys()], commands: [],
        cli_namespaces: this.unaryAndStreams().length ? [name] : [], snapshots: this.topics,
      },
      subscribes: { snapshots: [...this.listeners.keys()] },
      lifecycle: this.lifecycle,
    };
  }

  describe() {
    const tools = [...this.tools.values()].map(({ name, kind, description, schema }) =>
      ({ name, kind, description, inputSchema: schema }));
    const { name, version, title, description } = this;
    const screens = [...this.screens.keys()];
    return { name, version, title, description, tools, screens, adapter: !!this.language };
  }

  /** Serves whoever started the program; the process ends with it. @param {string[]} [args] */
  async serve(args = process.argv.slice(2)) {
    /** @param {string} option */
    const after = (option) => args[args.indexOf(option) + 1];
    const words = args.includes("--command") ? args.slice(args.indexOf("--command") + 1) : [];
    if (args.includes("--write")) {
      const [contract, folder] = args.slice(args.indexOf("--write") + 1);
      if (!folder) return leave(2, "--write wants a contract and a folder");
      await writeFiles(this, contract, folder, words.length ? words : process.argv.slice(0, 2));
    } else if (args.includes("--describe")) {
      process.stdout.write(dump(this.describe()) + "\n");
    } else if (args.includes("--tool")) {
      await runAsCommand(this, after("--tool"));
    } else if (args.includes("--http")) {
      await serveHttp(this, Number(after("--http") ?? 0));
    } else {
      await serveStdio(this);
    }
  }
}

/** @param {string} name @param {{ version?: string, title?: string, description?: string }} [about] */
export const plugin = (name, about) => new Plugin(name, about);

/** Ends the process when all that was written is out. @param {number} code @param {string} [sentence] */
async function leave(code, sentence) {
  await new Promise((out) => process.stderr.write(sentence ? sentence + "\n" : "", out));
  process.exit(code);
}

/** From here on what is printed goes to stderr; gives back how to write to stdout. */
function takeOutput() {
  const write = process.stdout.write.bind(process.stdout);
  process.stdout.write = /** @type {any} */ (process.stderr.write.bind(process.stderr));
  process.stdout.on("error", () => {}); // nobody reads any more: the end of input follows
  return write;
}

/** One tool as a command-line program. @param {Plugin} plugin @param {string} name */
async function runAsCommand(plugin, name) {
  const write = takeOutput();
  let text = "";
  for await (const chunk of process.stdin.setEncoding("utf8")) text += chunk;
  try {
    const tool = plugin.callableTool(name);
    let value = text.trim() ? parsed(text)?.value : {};
    if (!isObject(value)) {
      const wanted = (tool.schema.required ?? []).filter(
        (/** @type {string} */ one) => tool.schema.properties?.[one]?.type === "string");
      value = { [wanted.length === 1 ? wanted[0] : "prompt"]: text };
    }
    const result = await tool.run(value, new Call("a command line"));
    write((typeof result === "string" ? result : dump(result)) + "\n", () => process.exit(0));
  } catch (failure) {
    const { code, message } = toolError(failure);
    await leave(1, `${code}: ${message}`);
  }
}

// --- The wire --------------------------------------------------------------------------------------

/** Frames over stdin and stdout. */
class Wire {
  #write = takeOutput();
  #first = true;
  #length = -1; // that the header block tells
  #header = 0; // bytes of the header block so far
  #body = -1; // bytes of the body that is awaited; negative for a line
  lines = true;

  /** All messages until the end of input; the first tells the framing. */
  async *messages() {
    /** @type {Buffer[]} */
    let pending = []; // joined only when a message may be whole, so that a long one costs no more
    let size = 0;
    for await (const chunk of process.stdin) {
      pending.push(chunk);
      size += chunk.length;
      if (size > MOST_BYTES + 65_536) throw new BadInput(`a message has more than ${MOST_BYTES} bytes`);
      if (this.#body < 0 ? !chunk.includes(10) : size < this.#body) continue;
      let rest = Buffer.concat(pending);
      while (this.#body < 0 ? rest.includes(10) : rest.length >= this.#body) {
        const cut = this.#body < 0 ? rest.indexOf(10) + 1 : this.#body;
        const message = this.#part(rest.subarray(0, cut).toString("utf8"));
        rest = rest.subarray(cut);
        if (message !== undefined) yield message;
      }
      pending = [rest];
      size = rest.length;
    }
    const last = Buffer.concat(pending).toString("utf8");
    if (last.trim() && (this.lines || this.#first)) yield this.#part(last) ?? "";
  }

  /** One line, or one body; gives back a message if it is one. @param {string} text */
  #part(text) {
    if (this.#body >= 0) {
      [this.#body, this.#length, this.#header] = [-1, -1, 0];
      return text;
    }
    if (this.#first && text.trim()) {
      this.lines = text.trimStart().startsWith("{");
      this.#first = false;
    }
    if (this.lines) return text.trim() ? text : undefined;
    this.#header += text.length;
    const colon = text.indexOf(":");
    if (text.trim() === "") {
      if (this.#length < 0 || this.#length > MOST_BYTES) {
        throw new BadInput("expected a header block with a Content-Length");
      }
      this.#body = this.#length;
    } else if (colon < 0 || this.#header > 8192) {
      throw new BadInput("expected a JSON object in a line, or a Content-Length header");
    } else if (text.slice(0, colon).trim().toLowerCase() === "content-length") {
      const value = text.slice(colon + 1).trim();
      this.#length = /^\d+$/.test(value) ? Number(value) : -1;
    }
    return undefined;
  }

  /** Writes one message whole; one that nobody reads is lost. @param {string} text */
  send(text) {
    this.#write(this.lines ? text + "\n" : `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  }

  /** Waits until all is written. */
  flush() { return new Promise((out) => this.#write("", () => out(undefined))); }
}

/**
 * The id as the host wrote it: neither large numbers nor 1e2 change.
 * @param {Json} id @param {string} text
 */
function idText(id, text) {
  if (typeof id !== "number") return dump(id);
  if (Number.isSafeInteger(id) && text.includes(`"id":${id},`)) return String(id);
  let depth = 0;
  for (const found of text.matchAll(/"((?:[^"\\]|\\.)*)"\s*(:?)|[[{]|[\]}]/g)) {
    if (found[0] === "{" || found[0] === "[") depth++;
    else if (found[0] === "}" || found[0] === "]") depth--;
    else if (depth === 1 && found[1] === "id" && found[2]) {
      const number = /^\s*(-?\d[\d.eE+-]*)/.exec(text.slice(found.index + found[0].length));
      if (number) return number[1];
    }
  }
  return String(id);
}

// --- Conversations: one class for each contract ----------------------------------------------------

/** A result, and what is to be done once it is sent. */
class Then {
  /** @param {Json} result @param {() => unknown} work */
  constructor(result, work) {
    this.result = result;
    this.work = work;
  }
}

/**
 * A member of the params, which must be of this type; an optional one may be missing.
 * @param {Request} request @param {string} name @param {string} type @param {Json} [otherwise]
 */
function member(request, name, type, otherwise) {
  const value = isObject(request.params) ? request.params[name] : undefined;
  if (value === undefined && otherwise !== undefined) return otherwise;
  if (jsonType(value) === type) return value;
  throw new RpcError(-32602, `params.${name} must be of type ${type}`);
}

/** One JSON-RPC conversation: requests run side by side, unless a contract says otherwise. */
class Session {
  contract = "";
  /** @type {string[]} answered one after another, in order */
  inTurn = [];
  /** @type {Map<string, Call>} */
  calls = new Map();
  /** @type {Map<number, { resolve: Function, reject: Function }>} */
  #asked = new Map();
  #number = 0;
  /** @type {Promise<unknown>} */
  #line = Promise.resolve();
  /** @type {Set<Promise<unknown>>} */
  #open = new Set();
  /** Resolves when the conversation is over from our side. @type {Promise<void>} */
  ended;
  end = () => {};

  /** @param {Plugin} plugin @param {{ send(text: string): void }} wire */
  constructor(plugin, wire) {
    this.plugin = plugin;
    this.wire = wire;
    this.ended = new Promise((end) => { this.end = end; });
  }

  /** @param {object} message */
  send(message) { this.wire.send(dump(message)); }

  /** @param {string} method @param {Json} params */
  tell(method, params) { this.send({ jsonrpc: "2.0", method, params }); }

  /** Calls the host; rejects if it does not answer in time. @param {string} method @param {Json} params */
  async ask(method, params, timeout = HOST_ANSWER) {
    const id = ++this.#number;
    /** @type {NodeJS.Timeout | undefined} */
    let late;
    try {
      return await new Promise((resolve, reject) => {
        this.#asked.set(id, { resolve, reject });
        late = setTimeout(() => reject(
          new ToolError("timeout", `the host did not answer ${method} in time`)), timeout);
        this.send({ jsonrpc: "2.0", id, method, params });
      });
    } finally {
      clearTimeout(late);
      this.#asked.delete(id);
    }
  }

  /** One message of the host. @param {string} text */
  take(text) {
    const message = parsed(text)?.value;
    if (!isObject(message)) return this.stray();
    const { id, method, params } = message;
    if (typeof method !== "string") {
      const waiting = this.#asked.get(id);
      if (message.error == null) return waiting?.resolve(message.result);
      const { code = 0, message: sentence, data } = message.error;
      return waiting?.reject(new RpcError(code, String(sentence), data));
    }
    if (id === undefined || id === null) return this.notified(method, params ?? {});
    /** @type {Request} */
    const request = { method, params: params ?? {}, idText: idText(id, text), send: (one) => this.send(one) };
    const respond = () => this.respond(request);
    if (this.inTurn.includes(method)) this.queue(respond);
    else this.run(respond);
  }

  /** Does it now, beside all else. @param {() => unknown} work */
  run(work) {
    const done = Promise.resolve().then(work).catch(
      (failure) => process.stderr.write(`${failure?.stack ?? failure}\n`)).finally(() => this.#open.delete(done));
    this.#open.add(done);
    return done;
  }

  /** Does it after what was queued before. @param {() => unknown} work */
  queue(work) {
    const before = this.#line;
    this.#line = this.run(async () => {
      await before;
      await work();
    });
  }

  /** @param {Request} request */
  async respond(request) {
    const { text, work } = await this.reply(request);
    if (text !== undefined) this.wire.send(text);
    await work?.();
  }

  /**
   * The answer as a text, undefined if nobody wants it; and what follows.
   * @param {Request} request @returns {Promise<{ text?: string, work?: () => unknown }>}
   */
  async reply(request, call = this.newCall(request)) {
    this.calls.set(request.idText, call);
    let body, work;
    try {
      let result = await this.answer(request, call);
      if (result instanceof Then) ({ result, work } = result);
      body = `"result":${dump(result)}`;
    } catch (failure) {
      body = `"error":${dump(this.error(failure).body)}`;
    }
    this.calls.delete(request.idText);
    if (call.unwanted) return {};
    return { text: this.bounded(`{"jsonrpc":"2.0","id":${request.idText},${body}}`, request), work };
  }

  /** @param {string} text @param {Request} request */
  bounded(text, request) { return text; }

  /** @param {Request} request */
  newCall(request) { return new Call(this.contract); }

  /** @param {unknown} failure @returns {RpcError} */
  error(failure) {
    if (failure instanceof RpcError) return failure;
    const { code, message } = toolError(failure);
    const number = code === "invalid_input" && this.contract === "bowire" ? -32602 : -32000;
    return new RpcError(number, message, { code });
  }

  /** @param {Request} request @param {Call} call @returns {Json} */
  answer(request, call) { throw new RpcError(-32601, `method not found: ${request.method}`); }

  /** Unknown notifications are ignored. @param {string} method @param {Json} params */
  notified(method, params) {}

  /** A message that is none is passed over. */
  stray() {}

  /** The host is gone: what runs is cancelled, what waits is woken. */
  over() {
    for (const call of this.calls.values()) call.cancel();
    for (const { reject } of this.#asked.values()) reject(new RpcError(-32603, "the host is gone"));
  }

  /** Waits for what runs, but not for long. */
  async finish() {
    this.over();
    const all = (async () => { while (this.#open.size) await Promise.all(this.#open); })();
    await Promise.race([all, new Promise((late) => setTimeout(late, FAREWELL))]);
  }
}

class Rune extends Session {
  /** @param {string} text */
  take(text) {
    const message = parsed(text)?.value;
    if (message?.type === "handshake") {
      const tools = this.plugin.unaryAndStreams().map((tool) => tool.name);
      if (!tools.length) process.stderr.write(`${this.plugin.name} has no tools that rune could call\n`);
      const manifest = {
        plugin_id: this.plugin.name, plugin_version: this.plugin.version,
        protocol_version: "rterm.plugin.v1", exposed_tools: tools,
        capabilities: this.plugin.runeCapabilities(),
      };
      this.send({ type: "handshake", manifest });
    } else if (message?.type === "request") {
      this.run(() => this.#execute(message));
    }
  }

  /** @param {Json} request */
  async #execute(request) {
    const call = new Call("rune", { metadata: request.context });
    this.calls.set("rune", call);
    const answer = { type: "response", request_id: request.request_id };
    let text;
    try {
      const input = request.input === undefined ? {} : request.input;
      const output = await this.plugin.callableTool(request.tool_name).run(input, call);
      text = dump({ ...answer, status: "ok", output: output === undefined ? null : output });
    } catch (failure) {
      const { code, message } = toolError(failure);
      text = dump({ ...answer, status: "error", error: { code, message: message || code } });
    }
    this.wire.send(text);
    this.end();
  }
}

class Bowire extends Session {
  contract = "bowire";
  /** @type {Map<string, Channel>} */
  #channels = new Map();

  /** @param {object} message */
  send(message) { this.wire.send(ascii(dump(message))); }

  /** @param {string} text */
  bounded(text) { return ascii(text); }

  /** @param {Request} request */
  newCall({ params }) {
    return new Call("bowire", { metadata: params?.metadata, target: params?.serverUrl });
  }

  /** @param {Request} request @param {Call} call @returns {Json} */
  answer(request, call) {
    const { plugin } = this;
    switch (request.method) {
      case "initialize": {
        const kinds = new Set([...plugin.tools.values()].map((tool) => tool.kind));
        if (!kinds.size) throw new RpcError(-32000, `${plugin.name} has no tools`);
        const capabilities = {
          discover: true, invoke: kinds.has("unary"), invokeStream: kinds.has("stream"),
          channels: kinds.has("channel"),
        };
        const shown = { id: plugin.name, name: plugin.title, iconSvg: "", settings: [] };
        return { ...shown, protocolVersion: 1, capabilities };
      }
      case "ping": return "pong";
      case "shutdown": return new Then(true, () => this.calls.size || this.end());
      case "discover": return [this.#service(member(request, "serverUrl", "string", ""))];
      case "invoke": return this.#invoke(request, call);
      case "invokeStream": {
        const tool = this.#tool(request, "stream");
        const input = this.#input(request);
        const streamId = member(request, "streamId", "string");
        tool.check(input);
        return new Then({ streamId }, () => this.#stream(streamId, tool.messages(input, call), call));
      }
      case "openChannel": {
        const tool = this.#tool(request, "channel");
        const channelId = member(request, "channelId", "string");
        const channel = new Channel((message) =>
          this.tell("$/channel/data", { channelId, message: dump(message) }));
        this.#channels.set(channelId, channel);
        return new Then({ channelId }, () => this.#talk(channelId, tool, channel, call));
      }
      case "channel.send":
      case "channel.close": {
        const channel = this.#channels.get(member(request, "channelId", "string"));
        if (!channel) throw new RpcError(-32000, "no such channel");
        if (request.method === "channel.close") return channel.close();
        const text = member(request, "message", "string");
        const found = parsed(text);
        if (!channel.offer(found ? found.value : text)) throw new RpcError(-32000, "the channel is full");
        return null;
      }
      default: return super.answer(request, call);
    }
  }

  /** @param {Request} request @param {Call} call */
  async #invoke(request, call) {
    const start = performance.now();
    const output = await this.#tool(request, "unary").run(this.#input(request), call);
    const durationMs = Math.floor(performance.now() - start);
    return { response: dump(output), durationMs, status: "OK", metadata: {} };
  }

  /** @param {Request} request @param {string} kind */
  #tool(request, kind) {
    const service = member(request, "service", "string");
    const name = member(request, "method", "string");
    const tool = this.plugin.tools.get(name);
    if (service !== this.plugin.name || tool?.kind !== kind) {
      throw new RpcError(-32601, `${service}/${name} is no ${kind} method of ${this.plugin.name}`);
    }
    return tool;
  }

  /** @param {Request} request */
  #input(request) {
    const [text] = member(request, "jsonMessages", "array", []);
    const found = text === undefined ? { value: {} } : parsed(text);
    if (!found) throw new ToolError("invalid_input", "the input is not JSON");
    return found.value;
  }

  /** @param {string} streamId @param {AsyncIterable<Json>} messages @param {Call} call */
  async #stream(streamId, messages, call) {
    this.calls.set("stream " + streamId, call);
    let error = null;
    try {
      for await (const message of messages) this.tell("$/stream/data", { streamId, message: dump(message) });
    } catch (failure) {
      error = this.error(failure).body;
    }
    this.calls.delete("stream " + streamId);
    this.tell("$/stream/end", { streamId, error });
  }

  /** @param {string} channelId @param {Tool} tool @param {Channel} channel @param {Call} call */
  async #talk(channelId, tool, channel, call) {
    this.calls.set("channel " + channelId, call);
    let ended = {};
    try {
      await tool.handler(channel, call);
    } catch (failure) {
      ended = { error: this.error(failure).body };
    }
    this.calls.delete("channel " + channelId);
    this.#channels.delete(channelId);
    this.tell("$/channel/closed", { channelId, ...ended });
  }

  over() {
    super.over();
    for (const channel of this.#channels.values()) channel.close();
  }

  /** @param {string} originUrl */
  #service(originUrl) {
    const { name, description } = this.plugin;
    const types = { unary: "Unary", stream: "ServerStreaming", channel: "Duplex" };
    const methods = [...this.plugin.tools.values()].map((tool) => ({
      name: tool.name, fullName: `${name}/${tool.name}`, description: tool.description,
      clientStreaming: tool.kind === "channel", serverStreaming: tool.kind !== "unary",
      methodType: types[/** @type {keyof typeof types} */ (tool.kind)],
      inputType: this.#message(tool.name + "Input", tool.schema),
      outputType: this.#message(tool.name + "Output", {}),
    }));
    return { name, package: "", source: name, originUrl, description, methods };
  }

  /** @param {string} name @param {Json} schema @returns {Json} */
  #message(name, schema) {
    /** @type {Record<string, string>} */
    const types = { integer: "int64", number: "double", boolean: "bool" };
    const fields = Object.entries(schema.properties ?? {}).map(([one, kind], index) => {
      const isRepeated = kind.type === "array";
      const inner = isRepeated ? kind.items ?? {} : kind;
      const required = (schema.required ?? []).includes(one);
      const label = isRepeated ? "repeated" : required ? "required" : "optional";
      const nested = inner.properties && { messageType: this.#message(`${name}.${one}`, inner) };
      return {
        name: one, number: index + 1, type: nested ? "message" : types[inner.type] ?? "string",
        label, required, isRepeated, isMap: false, ...nested,
        ...(kind.description && { description: kind.description }),
      };
    });
    return { name, fullName: `${this.plugin.name}.${name}`, fields };
  }
}

/** The same JSON in ASCII, which survives every reader of lines. @param {string} text */
const ascii = (text) => text.replace(/[\u007f-\uffff]/g,
  (unit) => "\\u" + unit.charCodeAt(0).toString(16).padStart(4, "0"));

/** A level of the five that ainb and bento know. @param {string} level */
function levelOf(level) {
  if (["trace", "debug", "info", "warn", "error"].includes(level)) return level;
  if (level === "warning") return "warn";
  return ["critical", "alert", "emergency"].includes(level) ? "error" : "info";
}

class Ainb extends Session {
  contract = "ainb";
  inTurn = ["plugin/render"];
  /** @type {string | undefined} */
  #focus = this.plugin.screens.keys().next().value;

  /** @param {object} message */
  send(message) {
    const text = dump(message);
    if (Buffer.byteLength(text) > AINB_FRAME) {
      throw new ToolError("too_large", "a message to the host exceeds the frame limit");
    }
    this.wire.send(text);
  }

  /** @param {string} text @param {Request} request */
  bounded(text, request) {
    if (Buffer.byteLength(text) <= AINB_FRAME) return text;
    const error = new RpcError(-32603, "response exceeds frame limit").body;
    return `{"jsonrpc":"2.0","id":${request.idText},"error":${dump(error)}}`;
  }

  newCall() {
    /** @param {string} level @param {string} message @param {Json} fields */
    const log = (level, message, fields) => this.tell("host/log",
      { level: levelOf(level), message, ...(fields && { fields }) });
    return new Call("ainb", { host: ainbHost(this), log });
  }

  /** @param {Request} request @param {Call} call @returns {Promise<Json>} */
  async answer(request, call) {
    const { plugin } = this;
    switch (request.method) {
      case "plugin/init": {
        const abi = member(request, "abi_version", "integer");
        if (abi === 2) return { manifest: plugin.ainbManifest(), abi_version: 2 };
        throw new RpcError(-32003, `${plugin.name} speaks abi_version 2, the host ${abi}`);
      }
      case "plugin/shutdown": return {};
      case "plugin/render": {
        const { width, height } = member(request, "viewport", "object");
        if (!Number.isInteger(width) || !Number.isInteger(height)) {
          throw new RpcError(-32602, "params.viewport must have a width and a height");
        }
        const screen = plugin.screens.get(this.#focus ?? "");
        const picture = new Picture(screen ? { width, height } : { width: 0, height: 0 });
        await screen?.render(picture.size, picture);
        return { buffer: picture.buffer(), redraw: false, captures_text: false };
      }
      case "plugin/cli_dispatch": {
        const [out, err, code] = await this.#command(member(request, "argv", "array"), call);
        return { stdout: base64(out), stderr: base64(err), exit_code: code };
      }
      case "host/action/invoke": {
        const action = member(request, "action", "string");
        if (action !== plugin.name) throw new RpcError(-32601, `method not found: ${action}`);
        const wanted = parsed(toBytes(request.params.payload).toString("utf8"))?.value;
        if (!isObject(wanted)) throw new RpcError(-32602, 'payload must be {"tool":…,"input":…}');
        const output = await plugin.callableTool(wanted.tool).run(wanted.input ?? {}, call);
        return { payload: base64(dump(output)) };
      }
      default: return super.answer(request, call);
    }
  }

  /**
   * A tool as a command: what goes to stdout and stderr, and the exit code.
   * @param {string[]} argv @param {Call} call @returns {Promise<[string, string, number]>}
   */
  async #command([name, text], call) {
    const tools = this.plugin.unaryAndStreams();
    if (name === undefined || name === "--help") {
      const lines = tools.map((tool) => `  ${tool.name}  ${tool.description}\n`);
      return [`usage: ${this.plugin.name} TOOL [JSON]\n${lines.join("")}`, "", 0];
    }
    const tool = tools.find((one) => one.name === name);
    if (!tool) return ["", `${this.plugin.name} has no tool ${name}; try --help\n`, 2];
    const input = text === undefined ? { value: {} } : parsed(text);
    if (!input) return ["", `the input of ${name} must be JSON\n`, 2];
    try {
      const output = await tool.run(input.value, call);
      const messages = tool.kind === "stream" ? output : [output];
      return [messages.map((/** @type {Json} */ one) => dump(one) + "\n").join(""), "", 0];
    } catch (failure) {
      const { code, message } = toolError(failure);
      return ["", `${code}: ${message}\n`, 1];
    }
  }

  /** Keys, mouse and events, in the order in which they came. @param {string} method @param {Json} params */
  notified(method, params) {
    this.queue(async () => {
      if (method === "plugin/handle_event") {
        await this.plugin.listeners.get(params.topic)?.(toBytes(params.payload));
      }
      const screen = this.plugin.screens.get(params.screen_id);
      if (!screen || !/^plugin\/handle_(key|mouse)$/.test(method)) return;
      this.#focus = params.screen_id;
      if (method === "plugin/handle_mouse") return screen.mouse?.(params.mouse);
      const { code, mods = 0, kind = "press" } = params.key;
      await screen.key?.({ ...code, text: code.ch ?? code.type, mods, kind });
    });
  }
}

class Bento extends Session {
  contract = "bento";
  /** @type {Record<string, string[]>} */
  #methods = {
    detect: ["dir"], requiredToolchain: ["dir"], resolvedToolchainFingerprint: [],
    install: ["dish_dir", "dish_name"],
    parseDiagnostics: ["task_name", "stdout", "stderr", "dish_dir", "workspace_root"],
  };
  inTurn = ["initialize", "shutdown", ...Object.keys(this.#methods)];

  newCall() {
    /** @param {string} level @param {string} message @param {Json} fields */
    const log = (level, message, fields) => this.tell("notifications/log",
      { level: levelOf(level), message: message + (fields ? " " + dump(fields) : "") });
    /** @param {string} stream @param {string} message */
    const output = (stream, message) =>
      this.tell("notifications/log", { level: "info", stream, message });
    return new Call("bento", { log, output });
  }

  /** @param {unknown} failure */
  error(failure) {
    if (failure instanceof AdapterError) return new RpcError(failure.code, failure.message, failure.data);
    const { message } = toolError(failure);
    return new RpcError(2099, `${this.plugin.name} failed: ${message}`, { detail: message });
  }

  /** @param {Request} request @param {Call} call @returns {Promise<Json>} */
  async answer(request, call) {
    const { name, language } = this.plugin;
    const { method } = request;
    if (method === "shutdown") return new Then(null, () => this.end());
    if (!language) throw new RpcError(-32601, `${name} is no language adapter`);
    if (method === "initialize") {
      const version = member(request, "protocol_version", "integer");
      if (version !== 1) {
        throw new RpcError(-32600, `${name} speaks protocol_version 1, the host ${version}`);
      }
      return {
        protocol_version: 1, adapter_id: name, display_name: language.displayName,
        fingerprint_files: language.fingerprintFiles ?? [], default_tasks: language.tasks ?? [],
        capabilities: {
          detect: !!language.detect, required_toolchain: !!language.requiredToolchain,
          resolved_toolchain_fingerprint: !!language.fingerprint, install: !!language.install,
        },
        diagnostic_hooks: language.hooks ?? {},
      };
    }
    const known = this.#methods[method];
    const handler = known && language[method === "resolvedToolchainFingerprint" ? "fingerprint" : method];
    if (!handler) return super.answer(request, call);
    for (const one of known) member(request, one, "string");
    const result = await handler.call(language, request.params, call);
    if (method === "detect") return { matches: !!result };
    if (method === "parseDiagnostics") return { diagnostics: [...result] };
    return method === "install" ? null : result ?? null;
  }
}

class Own extends Session {
  contract = "own";

  /** @param {Request} request @param {Call} call @returns {Json} */
  answer(request, call) {
    const { name, version: plugin_version, asked, own } = this.plugin;
    if (request.method === "shutdown") return null;
    if (request.method === "initialize") {
      const { contract, version } = request.params;
      if (contract !== own?.contract || version !== own?.version) {
        const mine = own ? `${own.contract} ${own.version}` : "no contract";
        throw new RpcError(-32001, `${name} implements ${mine}, not ${contract} ${version}`);
      }
      own.peer = this;
      const asks = Object.keys(asked);
      return { contract, version, name, plugin_version, asks, methods: Object.keys(own.methods) };
    }
    return this.#method(request.method, request.params) ?? super.answer(request, call);
  }

  /** The method's promise; undefined if there is none. @param {string} name @param {Json} params */
  #method(name, params) {
    const { own } = this.plugin;
    if (!own || !Object.hasOwn(own.methods, name)) return undefined;
    return (async () => own.methods[name](...(Array.isArray(params) ? params : [])))();
  }

  /** @param {string} method @param {Json} params */
  notified(method, params) { this.run(() => this.#method(method, params)); }
}

const MODERN = "2026-07-28";
const LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
const LEVELS = ["debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"];
const META = "io.modelcontextprotocol/";

/** @param {Json} params */
const metaOf = (params) => (isObject(params?._meta) ? params._meta : {});

class Mcp extends Session {
  contract = "mcp";
  #greeted = false;
  #level = "debug";

  /** @param {Request} request */
  newCall(request) {
    const meta = metaOf(request.params);
    /** @param {string} method @param {Json} params */
    const back = (method, params) => {
      if (!call.unwanted) request.send({ jsonrpc: "2.0", method, params });
    };
    /** @param {string} said @param {string} message @param {Json} fields */
    const log = (said, message, fields) => {
      const known = said === "warn" ? "warning" : said === "trace" ? "debug" : said;
      const level = LEVELS.includes(known) ? known : "info";
      const least = META + "protocolVersion" in meta ? meta[META + "logLevel"] : this.#level;
      if (least === undefined || LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
      const data = fields ? { message, fields } : message;
      back("notifications/message", { level, logger: this.plugin.name, data });
    };
    const progressToken = meta.progressToken;
    /** @param {number} done @param {number} [total] @param {string} [message] */
    const progress = (done, total, message) => progressToken !== undefined
      && back("notifications/progress", { progressToken, progress: done, total, message: message || undefined });
    const call = new Call("mcp", { log, progress });
    return call;
  }

  /** @param {Request} request @param {Call} call @returns {Promise<Json>} */
  async answer(request, call) {
    const { method, params } = request;
    if (!isObject(params)) throw new RpcError(-32602, "params must be an object");
    const meta = metaOf(params);
    if (!(META + "protocolVersion" in meta)) {
      if (method === "initialize") {
        const asked = member(request, "protocolVersion", "string");
        this.#greeted = true;
        const protocolVersion = LEGACY.includes(asked) ? asked : LEGACY[0];
        return { protocolVersion, capabilities: this.#capabilities(), serverInfo: this.#info() };
      }
      if (method === "ping") return {};
      if (this.#greeted && method === "logging/setLevel") {
        this.#level = knownLevel(member(request, "level", "string"));
        return {};
      }
      if (this.#greeted) return this.#serve(request, call);
    }
    checkTerms(meta);
    let result;
    if (method === "server/discover") {
      result = { supportedVersions: [MODERN, ...LEGACY], capabilities: this.#capabilities() };
    } else if (method === "subscriptions/listen") {
      result = await this.#listen(request, call);
    } else {
      result = await this.#serve(request, call);
    }
    const lasts = ["server/discover", "tools/list"].includes(method);
    return {
      resultType: "complete", _meta: { [META + "serverInfo"]: this.#info() },
      ...(lasts && { ttlMs: 0, cacheScope: "private" }), ...result,
    };
  }

  #capabilities() {
    return { ...(this.plugin.unaryAndStreams().length && { tools: {} }), logging: {} };
  }

  #info() {
    const { name, title, version } = this.plugin;
    return { name, title, version };
  }

  /** Nothing here ever changes: a subscription is acknowledged and waits. @param {Request} request @param {Call} call */
  async #listen(request, call) {
    const _meta = { [META + "subscriptionId"]: JSON.parse(request.idText) };
    const params = { _meta, notifications: {} };
    request.send({ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params });
    await new Promise((over) => call.signal.addEventListener("abort", over));
    return { _meta };
  }

  /** @param {Request} request @param {Call} call */
  async #serve(request, call) {
    const tools = this.plugin.unaryAndStreams();
    if (!tools.length || !["tools/list", "tools/call"].includes(request.method)) {
      throw new RpcError(-32601, `method not found: ${request.method}`);
    }
    if (request.method === "tools/list") {
      return { tools: tools.map(({ name, description, schema }) => ({ name, description, inputSchema: schema })) };
    }
    const name = member(request, "name", "string");
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw new RpcError(-32602, `unknown tool: ${name}`);
    const input = member(request, "arguments", "object", {});
    try {
      return await this.#execute(tool, input, call);
    } catch (failure) {
      const { code, message } = toolError(failure);
      return { content: [{ type: "text", text: `${code}: ${message}` }], isError: true };
    }
  }

  /** @param {Tool} tool @param {Json} input @param {Call} call */
  async #execute(tool, input, call) {
    let output;
    if (tool.kind === "stream") {
      tool.check(input);
      output = [];
      for await (const message of tool.messages(input, call)) {
        output.push(message);
        call.progress(output.length, undefined, dump(message));
      }
    } else {
      output = await tool.run(input, call);
    }
    const text = typeof output === "string" ? output : dump(output);
    const structured = tool.kind === "stream" ? { messages: output } : isObject(output) && output;
    return {
      content: [{ type: "text", text }], ...(structured && { structuredContent: structured }), isError: false,
    };
  }

  /** @param {string} method @param {Json} params */
  notified(method, params) {
    const call = this.calls.get(dump(params.requestId));
    if (method !== "notifications/cancelled" || !call) return;
    call.unwanted = true;
    call.cancel();
  }

  stray() { this.send({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } }); }
}

/** @param {Json} level @returns {string} */
function knownLevel(level) {
  if (LEVELS.includes(level)) return level;
  throw new RpcError(-32602, `unknown log level: ${level}`);
}

/** What a request that has no session must bring. @param {Json} meta */
function checkTerms(meta) {
  const requested = meta[META + "protocolVersion"];
  if (requested !== undefined && requested !== MODERN) {
    throw new RpcError(-32022, "Unsupported protocol version", { supported: [MODERN, ...LEGACY], requested });
  }
  if (requested === undefined || !isObject(meta[META + "clientCapabilities"])) {
    throw new RpcError(-32602, `params._meta lacks ${META}protocolVersion or clientCapabilities; `
      + "start with initialize, or send them with every request");
  }
  if (META + "logLevel" in meta) knownLevel(meta[META + "logLevel"]);
}

// --- Serving ---------------------------------------------------------------------------------------

/** @param {Plugin} plugin */
async function serveStdio(plugin) {
  const wire = new Wire();
  /** @type {Session | undefined} */
  let session;
  let code = 0;
  // Over when the input ends, or before that by the session itself.
  await new Promise((over) => {
    const read = async () => {
      for await (const text of wire.messages()) {
        if (!session) {
          session = choose(plugin, wire, text);
          session?.ended.then(over);
        }
        session?.take(text);
      }
    };
    read().catch((failure) => {
      code = session ? 0 : 2;
      process.stderr.write(`${plugin.name}: ${failure.message}\n`);
    }).then(over);
  });
  await session?.finish();
  await wire.flush();
  await leave(code);
}

/**
 * Whose contract a message is of; requests that tell nothing are answered.
 * @param {Plugin} plugin @param {Wire} wire @param {string} text @returns {Session | undefined}
 */
function choose(plugin, wire, text) {
  const message = parsed(text)?.value;
  if (!isObject(message)) throw new BadInput("expected a JSON object as the first message");
  const { method, id } = message;
  const params = isObject(message.params) ? message.params : {};
  const initialize = method === "initialize";
  if (wire.lines) {
    if (message.type === "handshake") return new Rune(plugin, wire);
    if (initialize && ("expectedProtocolId" in params || "hostVersion" in params)) return new Bowire(plugin, wire);
  } else {
    if (method === "plugin/init") return new Ainb(plugin, wire);
    if (initialize && "bento_version" in params) return new Bento(plugin, wire);
  }
  if (initialize && typeof params.contract === "string") return new Own(plugin, wire);
  if (wire.lines && typeof method === "string") return new Mcp(plugin, wire);
  if (wire.lines) throw new BadInput("expected a handshake or a JSON-RPC request as the first line");
  if (typeof method === "string" && id != null) {
    const error = new RpcError(-32601, `method not found: ${method}`).body;
    wire.send(`{"jsonrpc":"2.0","id":${idText(id, text)},"error":${dump(error)}}`);
  }
  return undefined;
}

// --- HTTP: /mcp is MCP's streamable HTTP, every other path is bowire's ------------------------------

/** @param {Plugin} plugin @param {number} port */
async function serveHttp(plugin, port) {
  const { createServer } = await import("node:http");
  const { randomUUID } = await import("node:crypto");
  /** @type {Set<import("node:http").ServerResponse>} */
  const listeners = new Set();
  const event = (/** @type {string} */ text) => `data: ${text}\n\n`;
  const bowire = new Bowire(plugin, { send: (text) => listeners.forEach((one) => one.write(event(text))) });
  const modern = new Mcp(plugin, { send() {} });
  /** @type {Map<string, Mcp>} */
  const sessions = new Map();

  const server = createServer(async (request, response) => {
    /** @param {number} status @param {string} [text] @param {Record<string, string>} [headers] */
    const end = (status, text, headers = {}) => response.writeHead(status, {
      ...(text !== undefined && { "Content-Type": "application/json" }), ...headers,
    }).end(text);
    /** @param {number} status @param {number} code @param {string} message */
    const refuse = (status, code, message) => end(status, dump({ jsonrpc: "2.0", error: { code, message } }));
    try {
      if (!isLocal(request.headers.host) || (request.headers.origin && !isLocal(request.headers.origin))) {
        return refuse(403, -32600, "only programs of this machine may talk to the plugin");
      }
      const isMcp = new URL(request.url ?? "/", "http://localhost").pathname === "/mcp";
      if (request.method === "GET" && !isMcp) return listen(response);
      if (request.method === "DELETE" && isMcp) return forget(request, end, refuse);
      if (request.method !== "POST") return end(405, undefined, { Allow: isMcp ? "POST, DELETE" : "POST, GET" });
      const text = await body(request);
      const message = text === undefined ? undefined : parsed(text)?.value;
      if (text === undefined) return refuse(413, -32600, `a message has more than ${MOST_BYTES} bytes`);
      if (!isObject(message)) return refuse(400, message ? -32600 : -32700, "send one JSON object");
      if (isMcp) return await serveMcp(request, response, message, text, end, refuse);
      if (typeof message.method !== "string") return refuse(400, -32600, "send a request");
      const { text: reply, work } = await bowire.reply({
        method: message.method, params: message.params ?? {}, send() {}, idText: idText(message.id ?? null, text),
      });
      end(200, reply);
      if (message.method !== "shutdown") work?.(); // others may still use the service
    } catch (failure) {
      if (!response.headersSent) refuse(500, -32603, toolError(failure).message);
    }
  });

  /** @param {import("node:http").ServerResponse} response */
  function listen(response) {
    response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache" }).flushHeaders();
    listeners.add(response);
    response.on("close", () => listeners.delete(response));
  }

  /** @param {import("node:http").IncomingMessage} request @param {Function} end @param {Function} refuse */
  function forget(request, end, refuse) {
    const name = String(request.headers["mcp-session-id"]);
    if (!sessions.has(name)) return refuse(404, -32600, "Session not found");
    sessions.get(name)?.over();
    sessions.delete(name);
    end(204);
  }

  /**
   * @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response
   * @param {Json} message @param {string} text @param {Function} end @param {Function} refuse
   */
  async function serveMcp(request, response, message, text, end, refuse) {
    const { headers } = request;
    const accept = headers.accept ?? "application/json";
    const takes = { json: /json|\*\/\*|application\/\*/.test(accept), events: /event-stream|\*\/\*|text\/\*/.test(accept) };
    const { method, id } = message;
    if (!/^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "")) return refuse(415, -32600, "send application/json");
    if (!takes.json && !takes.events) return refuse(406, -32600, "accept application/json and text/event-stream");
    if (message.jsonrpc !== "2.0") return refuse(400, -32600, 'jsonrpc must be "2.0"');
    if (id !== undefined && typeof id !== "string" && typeof id !== "number") {
      return refuse(400, -32600, "id must be a string or a number");
    }
    const params = message.params ?? {};
    const meta = metaOf(params);
    const version = String(headers["mcp-protocol-version"] ?? "");
    const isModern = META + "protocolVersion" in meta || (version !== "" && !LEGACY.includes(version));
    let session = isModern ? modern : sessions.get(String(headers["mcp-session-id"]));
    const about = id === undefined ? "null" : idText(id, text);
    const failed = (/** @type {RpcError} */ error) => end(400, `{"jsonrpc":"2.0","id":${about},"error":${dump(error.body)}}`);
    /** @type {Record<string, string>} */
    const more = {};
    if (isModern && id !== undefined) {
      try {
        checkHeaders(headers, method, params, meta);
        checkTerms(meta);
      } catch (failure) {
        return failed(/** @type {RpcError} */ (failure));
      }
    } else if (!isModern && method === "initialize" && id !== undefined) {
      session = new Mcp(plugin, { send() {} });
      more["Mcp-Session-Id"] = randomUUID();
      if (sessions.size >= 1_000) sessions.delete(sessions.keys().next().value ?? "");
      sessions.set(more["Mcp-Session-Id"], session);
    }
    if (!session) {
      if (headers["mcp-session-id"]) return refuse(404, -32600, "Session not found");
      return failed(new RpcError(-32600, "no Mcp-Session-Id: start with initialize, or send _meta with every request"));
    }
    if (typeof method !== "string" || id === undefined) {
      if (typeof method === "string") session.notified(method, params);
      return end(202);
    }
    const send = (/** @type {object | string} */ one) => {
      if (!takes.events) return;
      if (!response.headersSent) response.writeHead(200, { "Content-Type": "text/event-stream", "Cache-Control": "no-cache", ...more });
      response.write(event(typeof one === "string" ? one : dump(one)));
    };
    /** @type {Request} */
    const asked = { method, params, idText: about, send };
    const call = session.newCall(asked);
    response.on("close", () => call.cancel());
    const { text: reply } = await session.reply(asked, call);
    if (reply === undefined) return response.headersSent ? response.end() : end(202);
    if (response.headersSent || !takes.json) {
      send(reply);
      return response.end();
    }
    end(isModern && reply.includes('"error":{"code":-32601') ? 404 : 200, reply, more);
  }

  await new Promise((ready) => server.listen(port, "127.0.0.1", () => ready(undefined)));
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  process.stderr.write(`listening on http://127.0.0.1:${address.port}\n`);
}

/** Whether a host or an origin is of this machine: pages of other sites must not reach the plugin. @param {string} [name] */
const isLocal = (name = "") => /^(https?:\/\/)?(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(name);

/** The body of a request; undefined if it is too large. @param {import("node:http").IncomingMessage} request */
async function body(request) {
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > MOST_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/**
 * The headers of a request without a session repeat parts of its body, and must say the same.
 * @param {Json} headers @param {string} method @param {Json} params @param {Json} meta
 */
function checkHeaders(headers, method, params, meta) {
  /** @param {string} name @param {Json} wanted */
  const same = (name, wanted) => {
    const sent = headers[name.toLowerCase()];
    const marked = /^=\?base64\?(.*)\?=$/.exec(sent ?? "");
    const value = marked ? Buffer.from(marked[1], "base64").toString("utf8") : sent;
    if (sent !== undefined && (wanted === undefined || value === wanted)) return;
    const wrong = sent === undefined ? "is missing" : "says something else than the body";
    throw new RpcError(-32020, `Header mismatch: ${name} ${wrong}`);
  };
  same("MCP-Protocol-Version", meta[META + "protocolVersion"]);
  if (META + "protocolVersion" in meta) checkTerms(meta);
  same("Mcp-Method", method);
  if (method === "tools/call") same("Mcp-Name", params.name);
}

// --- Files that contracts want beside a program ----------------------------------------------------

const MARK = "generated by polyplug-sdk";

/** @param {Plugin} plugin @param {string} contract @param {string} folder @param {string[]} words */
async function writeFiles(plugin, contract, folder, words) {
  const { mkdirSync, writeFileSync, readFileSync, existsSync, chmodSync } = await import("node:fs");
  const { join, normalize, relative, resolve } = await import("node:path");
  const home = join(resolve(folder), "/");
  const files = filesFor(plugin, contract, words.map((text) => {
    const path = normalize(text);
    return path.startsWith(home) ? { text, beside: relative(home, path) } : { text };
  }));
  if (!files) return leave(2, `there is no contract ${contract}; try rune, bowire, ainb, bento, mcp or bab`);
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if (existsSync(path)) {
      const there = readFileSync(path, "utf8");
      const ours = there.split("\n", 2).join().includes(MARK) || parsed(there)?.value?.generated_by === "polyplug-sdk";
      if (!ours && contract === "ainb" && name === plugin.name) continue; // a program of the author's own
      if (!ours) return leave(2, `${name} is there already and does not say that it was ${MARK}; remove it first`);
    }
    writeFileSync(path, text);
    if (text.startsWith("#!")) chmodSync(path, 0o755);
  }
}

/**
 * A word of a command line; what lies in the folder of the files is named from there where a
 * contract lets a file find its own place, so that the folder can be moved, packed and cloned.
 * @typedef {{ text: string, beside?: string }} Word
 */

/** @param {string} text */
const shellQuoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** @param {Word} word */
const inShell = ({ text, beside }) => beside ? `"$here"/${shellQuoted(beside)}` : shellQuoted(text);

/** @param {Word} word */
const inAdapter = ({ text, beside }) => beside ? `here + ${dump(beside)}` : dump(text);

const SCRIPT_HERE = `self=$0
if [ -h "$self" ]; then self=$(readlink -f "$self"); fi
case $self in */*) here=\${self%/*} ;; *) here=. ;; esac
`;

const ADAPTER_HERE = 'const here = decodeURIComponent(new URL(".", import.meta.url).pathname);\n\n';

/**
 * What a contract wants: the text of each file; undefined for a contract that is not known.
 * @param {Plugin} plugin @param {string} contract @param {Word[]} words
 * @returns {Record<string, string> | undefined}
 */
function filesFor(plugin, contract, words) {
  const { name, version, title, description } = plugin;
  const [command, ...args] = words.map((word) => word.text);
  const json = (/** @type {object} */ value) => JSON.stringify({ generated_by: "polyplug-sdk", ...value }, null, 2) + "\n";
  const here = words.some((word) => word.beside) ? SCRIPT_HERE : "";
  const script = `#!/bin/sh\n# ${MARK}\n${here}exec ${words.map(inShell).join(" ")} "$@"\n`;
  const tools = plugin.unaryAndStreams();
  switch (contract) {
    case "rune": return {
      "rterm-plugin.json": json({
        plugin_id: name, plugin_version: version, protocol_version: "rterm.plugin.v1",
        display_name: title, description, capabilities: plugin.runeCapabilities(),
        process: { command, args },
        tools: tools.map((tool) => ({ name: tool.name, description: tool.description, input_schema: tool.schema })),
      }),
    };
    case "bowire": return {
      "sidecar.json": json({
        packageId: name, version, protocol: { id: name, name: title }, transport: "stdio", executable: command, args,
      }),
    };
    case "ainb": return { "manifest.toml": toml(plugin.ainbManifest()), [name]: script };
    case "bento": return { [`bento-adapter-${name}`]: script };
    case "mcp": return { "mcp.json": json({ mcpServers: { [name]: { command, args } } }) };
    case "bab": {
      const role = (/** @type {string} */ called, /** @type {Tool} */ tool) => ({
        name: called, ...(tool.description && { description: tool.description }), args: { tool: tool.name },
      });
      const roles = [...tools.slice(0, 1).map((tool) => role("default", tool)), ...tools.map((tool) => role(tool.name, tool))];
      const manifest = { id: name, name: title, version, command: words[0].beside ? "sh" : command, roles };
      return {
        "manifest.yaml": `# ${MARK}\n` + Object.entries(manifest).map(([key, value]) => `${key}: ${dump(value)}\n`).join(""),
        "adapter.ts": babAdapter(words),
      };
    }
    default: return undefined;
  }
}

/** Each JSON value is a TOML value too, since no table is deeper than this. @param {Record<string, object>} tables */
const toml = (tables) => `# ${MARK}\n` + Object.entries(tables).map(([name, table]) =>
  `[${name}]\n` + Object.entries(table).map(([key, value]) => `${key} = ${dump(value)}\n`).join("")).join("\n");

/** @param {Word[]} words */
const babAdapter = ([program, ...words]) => `// ${MARK}
${[program, ...words].some((word) => word.beside) ? ADAPTER_HERE : ""}export default {
  buildCommand: (input) => ({
    ${program.beside ? `command: ${inAdapter(program)}, ` : ""}args: [...[${words.map(inAdapter).join(", ")}], "--tool", String(input.role.args.tool)],
    stdin: input.prompt,
  }),
  parseResult({ stdout, stderr, exitCode }) {
    if (exitCode !== 0) throw new Error(stderr.trim() || "it failed with exit code " + exitCode);
    return { content: stdout, metadata: {} };
  },
};
`;
