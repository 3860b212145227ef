// Lets node load what bun loads by itself: TypeScript, imports without extension, text and JSON.
//
// Older nodes run load hooks on a thread of their own, which then has this file as its module and asks the main thread
// for the JavaScript of a file; newer ones run them where the import is.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';

const TYPESCRIPT = ['.ts', '.tsx', '.mts', '.cts'];
const SCRIPTS = new Set([...TYPESCRIPT, '.js', '.jsx']);
const TRIED = [...TYPESCRIPT, '.js', '.jsx', '.mjs', '.cjs', '.json'];
const WRITTEN_FOR = { '.js': '.ts', '.jsx': '.tsx', '.mjs': '.mts', '.cjs': '.cts' };

/** Has all imports from now on go through the two functions that give the JavaScript of a file. */
export function install(transpile, transpileSync) {
  if (module.registerHooks) {
    module.registerHooks({
      resolve: (specifier, context, next) => located(specifier, context) ?? next(specifier, context),
      load(url, context, next) {
        const kind = kindOf(url, context);
        if (kind === 'script') {
          return script(url, transpileSync(url), true);
        }
        return kind ? data(url, kind) : next(url, context);
      },
    });
    return;
  }
  const { port1, port2 } = new MessageChannel();
  port1.on('message', async ({ id, url }) => {
    try {
      port1.postMessage({ id, done: await transpile(url) });
    } catch (failure) {
      port1.postMessage({ id, failed: failure.message });
    }
  });
  module.register(import.meta.url, { data: { port: port2 }, transferList: [port2] });
  for (const extension of TYPESCRIPT) {
    module._extensions[extension] = (loaded, file) => {
      const { kind, code } = transpileSync(pathToFileURL(file).href);
      loaded._compile(code, file, kind);
    };
  }
}

// From here to the end of load(): on the thread of the hooks.

const asked = new Map();
let main;
let lastId = 0;

export function initialize({ port }) {
  main = port;
  main.on('message', ({ id, done, failed }) => {
    const { resolve: give, reject } = asked.get(id);
    asked.delete(id);
    return done ? give(done) : reject(new Error(failed));
  });
}

export async function resolve(specifier, context, next) {
  return located(specifier, context) ?? next(specifier, context);
}

export async function load(url, context, next) {
  const kind = kindOf(url, context);
  if (kind !== 'script') {
    return kind ? data(url, kind) : next(url, context);
  }
  const answer = await new Promise((resolve, reject) => {
    asked.set(++lastId, { resolve, reject });
    main.postMessage({ id: lastId, url });
  });
  return script(url, answer, false);
}

/** What a relative specifier means, tried as bun tries it; undefined to leave it to node. */
function located(specifier, { parentURL }) {
  if (!/^(?:\.{0,2}\/|\.{1,2}$|file:)/.test(specifier)) {
    return undefined;
  }
  const wanted = new URL(specifier, parentURL?.startsWith('file:') ? parentURL : undefined);
  for (const candidate of candidates(fileURLToPath(wanted))) {
    if (statSync(candidate, { throwIfNoEntry: false })?.isFile()) {
      const found = pathToFileURL(realpathSync(candidate));
      found.search = wanted.search;
      return { url: found.href, shortCircuit: true };
    }
  }
  return undefined;
}

function* candidates(file) {
  const extension = path.extname(file);
  yield file;
  if (WRITTEN_FOR[extension]) {
    yield file.slice(0, -extension.length) + WRITTEN_FOR[extension];
  }
  yield* TRIED.map((tried) => file + tried);
  yield* TRIED.map((tried) => path.join(file, 'index' + tried));
}

function kindOf(url, { importAttributes }) {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) {
    return undefined;
  }
  const extension = path.extname(new URL(url).pathname);
  if (importAttributes?.type === 'text' || extension === '.txt') {
    return 'text';
  }
  if (extension === '.json') {
    return 'json';
  }
  return SCRIPTS.has(extension) ? 'script' : undefined;
}

function data(url, kind) {
  const text = JSON.stringify(readFileSync(fileURLToPath(url), 'utf8'));
  const source = kind === 'json' ? `export default JSON.parse(${text});` : `export default ${text};`;
  return { format: 'module', source, shortCircuit: true };
}

/** Of CommonJS the older nodes want to load the file themselves, which then comes by its extension. */
function script(url, { kind, code }, withSource) {
  if (kind === 'commonjs') {
    return { format: kind, source: withSource ? code : null, shortCircuit: true };
  }
  const file = fileURLToPath(url);
  const dir = path.dirname(file);
  const meta = JSON.stringify({ dir, dirname: dir, path: file, filename: file, file: path.basename(file) });
  // On the first line, since the source map counts lines.
  const source = `Object.assign(import.meta, ${meta}); ${code.replace(/^#!/, '//')}`;
  return { format: kind, source, shortCircuit: true };
}
