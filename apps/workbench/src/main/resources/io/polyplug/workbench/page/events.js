// What happens in the host, for the views of this tab: through a worker that all tabs share, or, in a browser that has none, through a stream
// of this tab's own.

import { TOKEN, ask, follow } from "/api.js";
import { Hub } from "/hub.js";

const listeners = new Map();
let next = 0;
let own;
let port = join();

/** The worker of this run of the host: one that was started for another has other files and another token. */
function join() {
  try {
    const worker = new SharedWorker("/events-worker.js", { type: "module", name: `polyplug-${TOKEN.slice(0, 8)}` });
    worker.onerror = () => alone();
    worker.port.onmessage = ({ data: { number, kind, text } }) => listeners.get(number)?.hear(kind, text);
    addEventListener("pagehide", () => port?.postMessage({ what: "bye" }));
    addEventListener("pageshow", (event) => event.persisted && port && listeners.forEach(begin));
    const name = `polyplug-tab-${Math.random()}`;
    navigator.locks?.request(name, () => {
      worker.port.postMessage({ what: "lock", name });
      return new Promise(() => {});
    });
    return worker.port;
  } catch {
    return undefined;
  }
}

function alone() {
  port = undefined;
  listeners.forEach(begin);
}

function begin(one, number) {
  if (port) {
    port.postMessage({ what: "listen", number, kinds: one.kinds, token: TOKEN });
  } else {
    own ??= new Hub({ ask, follow });
    one.leave = own.listen(one.kinds, one.hear);
  }
}

function end(number) {
  const one = listeners.get(number);
  listeners.delete(number);
  one?.leave?.();
  port?.postMessage({ what: "leave", number });
}

/**
 * Hears events of these kinds until `signal` is aborted: `on(kind, data)`, which is also told `connected`, `disconnected`, `dropped`, and
 * `listening` when nothing is missed any more: who then asks for what was before has all of it. The promise ends with the listening, or
 * fails if the host does not want to be listened to.
 */
export function listen(kinds, on, { signal } = {}) {
  if (signal?.aborted) {
    return Promise.resolve();
  }
  return new Promise((resolve, reject) => {
    const number = next++;
    const hear = (kind, text) => {
      const data = JSON.parse(text);
      if (kind === "failed") {
        listeners.delete(number);
        reject(Object.assign(new Error(data.message), data));
      } else {
        on(kind, data);
      }
    };
    const one = { kinds, hear };
    listeners.set(number, one);
    signal?.addEventListener("abort", () => {
      end(number);
      resolve();
    });
    begin(one, number);
  });
}
