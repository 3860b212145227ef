// The bridge's end in the runtime: imports one adapter and calls its functions for the host.
//
// Standard input brings one JSON-RPC message per line, after a first line that is the token. What goes to the host is
// a line that begins with the token; only this file knows it, so whatever an adapter prints is never taken for a frame.
import { Console } from 'node:console';
import { readSync, writeSync } from 'node:fs';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { types } from 'node:util';

const FRAME_LIMIT = 16 * 1024 * 1024;
const DEPTH_LIMIT = 400;
const MESSAGE_LIMIT = 64 * 1024;
const THREW = 1;
const THREW_VALUE = 2;
const NOT_LOADED = 3;
const REFUSED = 4;
const FUNCTIONS = ['run', 'buildCommand', 'parseResult', 'validate', 'discover', 'listModels', 'cancel'];
/** Names that say no more than the message does. */
const PLAIN_NAMES = new Set(['Error', 'ResolveMessage', 'BuildMessage']);
const NO_METADATA = { _error: 'metadata_not_serializable' };

const underBun = typeof Bun !== 'undefined';
const channel = process.stdin;
const waiting = new Map();
let token;
let lastId = 0;
let adapter;
let heldPieces = [];

/** Said to the host as it is: no error of the adapter's. */
class Refusal extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

function pause(milliseconds) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Begins with a line break, since something else may have printed half a line before. */
function send(text) {
  const bytes = Buffer.from(`\n${token}${text}\n`);
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(1, bytes, at);
    } catch (failure) {
      if (failure.code !== 'EAGAIN') {
        process.exit(1);
      }
      pause(1);
    }
  }
}

/** Cuts what came into lines; keeps a line whose end has not come. */
function linesOf(chunk) {
  const lines = [];
  let from = 0;
  for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
    heldPieces.push(chunk.subarray(from, end));
    lines.push(Buffer.concat(heldPieces).toString());
    heldPieces = [];
    from = end + 1;
  }
  if (from < chunk.length) {
    heldPieces.push(chunk.subarray(from));
  }
  return lines;
}

function dispatch(line) {
  if (token === undefined) {
    token = line;
    return;
  }
  const message = JSON.parse(line);
  if (message.method !== undefined) {
    answer(message);
    return;
  }
  const call = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.error) {
    call?.failed(new Refusal(NOT_LOADED, message.error.message));
  } else {
    call?.done(message.result);
  }
}

/** Asks the host; what is given is called with the answer. */
function ask(method, params, done, failed) {
  const id = ++lastId;
  waiting.set(id, { done, failed });
  send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
}

function transpile(url) {
  return new Promise((done, failed) => ask('transpile', { url }, done, failed));
}

/** Reads the channel itself until the answer is there, for who cannot await; what else came waits its turn. */
function transpileSync(url) {
  let outcome;
  const later = [];
  ask('transpile', { url }, (value) => (outcome = { value }), (failure) => (outcome = { failure }));
  while (!outcome) {
    for (const line of linesOf(readSome())) {
      if (JSON.parse(line).method === undefined) {
        dispatch(line);
      } else {
        later.push(line);
      }
    }
  }
  setImmediate(() => later.forEach(dispatch));
  if (outcome.failure) {
    throw outcome.failure;
  }
  return outcome.value;
}

function readSome() {
  const bytes = Buffer.alloc(64 * 1024);
  while (true) {
    try {
      const count = readSync(0, bytes);
      if (count === 0) {
        process.exit(0);
      }
      return bytes.subarray(0, count);
    } catch (failure) {
      if (failure.code !== 'EAGAIN') {
        throw failure;
      }
      pause(1);
    }
  }
}

async function answer({ id, method, params }) {
  let text;
  try {
    const result = await METHODS[method](params);
    text = `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
    requireFits(text, `The result of ${params?.function ?? method}()`);
  } catch (thrown) {
    text = JSON.stringify({ jsonrpc: '2.0', id, error: describe(thrown) });
  }
  send(text);
}

function requireFits(text, what) {
  const size = Buffer.byteLength(text) + 256;
  if (size > FRAME_LIMIT) {
    throw new Refusal(REFUSED, `${what} has ${size} bytes as JSON, more than the ${FRAME_LIMIT} allowed.`);
  }
}

/** Must not throw itself, whatever was thrown: getters and conversions are the adapter's code, too. */
function describe(thrown) {
  try {
    if (thrown instanceof Refusal) {
      return { code: thrown.code, message: thrown.message };
    }
    if (thrown instanceof Error || types.isNativeError(thrown)) {
      return { code: THREW, message: short(thrown.message), data: { name: short(thrown.name) } };
    }
    return { code: THREW_VALUE, message: short(typeof thrown === 'string' ? thrown : JSON.stringify(thrown)) };
  } catch {
    return { code: THREW_VALUE, message: 'something that cannot be shown' };
  }
}

function short(value) {
  return String(value).slice(0, MESSAGE_LIMIT);
}

/** The host reads no deeper, and could not even tell whose answer it was. */
function requireFlat(text) {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x22: // "
        for (at = text.indexOf('"', at + 1); isEscaped(text, at); at = text.indexOf('"', at + 1));
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (++depth > DEPTH_LIMIT) {
          throw new Error(`it is nested more than ${DEPTH_LIMIT} deep`);
        }
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth--;
    }
  }
}

function isEscaped(text, quote) {
  let before = quote - 1;
  while (text[before] === '\\') {
    before--;
  }
  return (quote - before) % 2 === 0;
}

/** The JSON text of a value; metadata that has none becomes the marker, anything else is refused. */
function encode(value, what, metadataMayFail) {
  try {
    const text = JSON.stringify(value) ?? 'null';
    requireFlat(text);
    return text;
  } catch (failure) {
    if (metadataMayFail) {
      // What the host drops anyway may be what has no JSON: the rest of the metadata is kept then.
      const { events, raw_events, raw, ...kept } = value?.metadata ?? {};
      for (const metadata of [kept, NO_METADATA]) {
        try {
          const text = JSON.stringify({ ...value, metadata });
          requireFlat(text);
          return text;
        } catch {
          // It was not that part of it, or not the metadata: said below.
        }
      }
    }
    throw new Refusal(REFUSED, `${what} cannot be written as JSON: ${short(failure?.message)}`);
  }
}

/** How the module could not be loaded, with the place where there is one. */
function reasonOf(failure, url) {
  const first = failure?.errors?.[0] ?? failure;
  const place = first?.position;
  if (place?.file) {
    return `${place.file}:${place.line}:${place.column}: ${short(first.message)}`;
  }
  const { code, message, data } = describe(first);
  const where = /^(?:file:\/\/)?(\S+?:\d+)\n/.exec(first?.stack ?? '');
  const named = code === THREW && !PLAIN_NAMES.has(data.name) ? `${data.name}: ${message}` : message;
  if (where || first instanceof SyntaxError) {
    return `${where ? decodeURI(where[1]) : fileURLToPath(url)}: ${named}`;
  }
  return named;
}

const METHODS = {
  async load({ adapter: url, transpiled }) {
    if (!underBun) {
      globalThis.Bun = (await import('./bun.mjs')).default;
      if (transpiled) {
        (await import('./hooks.mjs')).install(transpile, transpileSync);
      }
    }
    let module;
    try {
      module = await import(url);
    } catch (failure) {
      if (!(failure instanceof Refusal)) {
        console.error(failure);
      }
      throw new Refusal(NOT_LOADED, reasonOf(failure, url));
    }
    adapter = module.default ?? module.adapter ?? module;
    const functions =
      typeof adapter === 'object' ? FUNCTIONS.filter((name) => typeof adapter[name] === 'function') : [];
    return JSON.stringify(functions);
  },

  async call({ function: name, arguments: values }) {
    const called = adapter[name];
    if (typeof called !== 'function') {
      throw new Refusal(REFUSED, `The adapter has no function ${name}().`);
    }
    const result = await Reflect.apply(called, adapter, values);
    return encode(result, `The result of ${name}()`, name === 'parseResult');
  },

  async run({ run, input }) {
    const events = await adapter.run(input);
    if (!Array.isArray(events) && typeof events?.[Symbol.asyncIterator] !== 'function') {
      throw new Refusal(REFUSED, 'run() must return a list of events or an async iterable');
    }
    for await (const event of events) {
      const text = encode(event, 'An event of run()', event?.type === 'done');
      requireFits(text, 'An event of run()');
      send(`{"jsonrpc":"2.0","method":"event","params":{"run":${run},"event":${text}}}`);
      // A generator that never waits would otherwise let no cancel in.
      await new Promise(setImmediate);
    }
    return 'null';
  },

  async ping() {
    return 'null';
  },
};

/** Everything that prints goes to standard error. */
function keepOutputClean() {
  const log = new Console(process.stderr, process.stderr);
  for (const name of Object.keys(console)) {
    if (typeof log[name] === 'function' && typeof console[name] === 'function') {
      console[name] = log[name].bind(log);
    }
  }
  Object.defineProperty(process, 'stdout', { value: process.stderr, configurable: true, enumerable: true });
  Object.defineProperty(process, 'stdin', { value: Readable.from([]), configurable: true, enumerable: true });
}

keepOutputClean();
// One that nobody waits for costs nobody else the process; an exception that nobody catches does.
process.on('unhandledRejection', (reason) => console.error('Unhandled rejection:', reason));
channel.on('data', (chunk) => linesOf(chunk).forEach(dispatch));
channel.on('end', () => process.exit(0));
