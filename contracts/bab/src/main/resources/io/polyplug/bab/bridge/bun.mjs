// The members of bun's global object that adapters use, for node.
import { spawn as start, spawnSync as startSync } from 'node:child_process';
import { accessSync, constants, promises as files, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

function which(command, { PATH = process.env.PATH ?? '', cwd = process.cwd() } = {}) {
  if (command.includes('/')) {
    const file = path.resolve(cwd, command);
    return isProgram(file) ? file : null;
  }
  const found = PATH.split(':')
    .filter((folder) => folder !== '')
    .map((folder) => path.resolve(cwd, folder, command))
    .find(isProgram);
  return command !== '' && found ? found : null;
}

function pathOf(place) {
  return place instanceof URL || String(place).startsWith('file:') ? fileURLToPath(place) : String(place);
}

function file(place) {
  const name = pathOf(place);
  return {
    name,
    text: () => files.readFile(name, 'utf8'),
    json: async () => JSON.parse(await files.readFile(name, 'utf8')),
    bytes: async () => new Uint8Array(await files.readFile(name)),
    arrayBuffer: async () => new Uint8Array(await files.readFile(name)).buffer,
    exists: () => files.stat(name).then((found) => found.isFile(), () => false),
  };
}

async function write(place, content) {
  const bytes = await bytesOf(content);
  const name = place?.name ?? pathOf(place);
  await files.mkdir(path.dirname(name), { recursive: true });
  await files.writeFile(name, bytes);
  return bytes.length;
}

async function bytesOf(content) {
  if (typeof content === 'string') {
    return Buffer.from(content);
  }
  return Buffer.from(typeof content?.arrayBuffer === 'function' ? await content.arrayBuffer() : content);
}

/** The bridge's own standard streams are not for others: what would inherit them gets standard error or nothing. */
function streams({ stdin, stdout = 'pipe', stderr = 'inherit', stdio }) {
  const [first = stdin, second = stdout, third = stderr] = stdio ?? [];
  const out = (value) => (value === 'inherit' ? 2 : (value ?? 'ignore'));
  const given = typeof first === 'string' || ArrayBuffer.isView(first) || first instanceof ArrayBuffer;
  const named = ['pipe', 'ignore', 'inherit'].includes(first);
  const input = given && !named ? 'pipe' : first === 'pipe' ? 'pipe' : 'ignore';
  return { stdio: [input, out(second), out(third)], input: given && !named ? Buffer.from(first) : undefined };
}

function parts(command, given) {
  const options = Array.isArray(command) ? { ...given, cmd: command } : command;
  const [program, ...args] = options.cmd.map(String);
  const found = which(program, { PATH: options.env?.PATH, cwd: options.cwd });
  if (!found) {
    throw Object.assign(new Error(`Executable not found in $PATH: "${program}"`), { code: 'ENOENT' });
  }
  return { program: found, args, options, ...streams(options) };
}

/** A stream as bun gives it: the web's, with a few ways to read it whole. */
function readable(stream) {
  if (!stream) {
    return undefined;
  }
  const web = Readable.toWeb(stream);
  const text = () => new Response(web).text();
  return Object.assign(web, { text, json: async () => JSON.parse(await text()) });
}

function spawn(command, given = {}) {
  const { program, args, options, stdio, input } = parts(command, given);
  const { cwd, env = process.env, timeout, killSignal } = options;
  const child = start(program, args, { cwd, env, stdio, timeout, killSignal });
  if (input) {
    child.stdin.on('error', () => {});
    child.stdin.end(input);
  }
  const process_ = {
    pid: child.pid,
    stdin: child.stdin && Object.assign(child.stdin, { flush: () => {} }),
    stdout: readable(child.stdout),
    stderr: readable(child.stderr),
    exitCode: null,
    signalCode: null,
    get killed() {
      return child.killed;
    },
    kill: (signal) => void child.kill(signal),
    ref: () => child.ref(),
    unref: () => child.unref(),
  };
  process_.exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      process_.exitCode = code;
      process_.signalCode = signal;
      options.onExit?.(process_, code, signal);
      resolve(code ?? 128);
    });
  });
  return process_;
}

function spawnSync(command, given = {}) {
  const { program, args, options, stdio, input } = parts(command, { stderr: 'pipe', ...given });
  const { cwd, env = process.env, timeout, killSignal, maxBuffer = Infinity } = options;
  const ran = startSync(program, args, { cwd, env, stdio, input, timeout, killSignal, maxBuffer });
  return {
    pid: ran.pid,
    stdout: ran.stdout ?? undefined,
    stderr: ran.stderr ?? undefined,
    exitCode: ran.status,
    signalCode: ran.signal ?? undefined,
    success: ran.status === 0,
    exitedDueToTimeout: ran.error?.code === 'ETIMEDOUT' || undefined,
  };
}

function sleep(until) {
  const milliseconds = until instanceof Date ? until - Date.now() : until;
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const members = {
  which,
  file,
  write,
  spawn,
  spawnSync,
  sleep,
  env: process.env,
  argv: process.argv,
  version: '1.3.0',
};

export default new Proxy(members, {
  get(target, name) {
    if (typeof name === 'symbol' || Object.hasOwn(target, name)) {
      return target[name];
    }
    throw new Error(`Bun.${name} is not available under node; install bun to run this adapter as it is.`);
  },
});
