// The one event stream of this page. A browser has six connections for all its tabs, so views share it and say what they want to hear.

import { ask, follow } from "/api.js";

const listeners = new Set();
let running;
let id;
let told = "";
let sending;

function wanted() {
  return [...new Set([...listeners].flatMap((it) => it.kinds))].sort().join(",");
}

/**
 * Hears events of these kinds until `signal` is aborted: `on(kind, data)`, which is also told `connected`, `disconnected` and `dropped`.
 * The promise ends with the listening, or fails if the host does not want to be listened to.
 */
export function listen(kinds, on, { signal } = {}) {
  if (signal?.aborted) {
    return Promise.resolve();
  }
  const one = { kinds, on };
  listeners.add(one);
  const left = new Promise((resolve) =>
    signal?.addEventListener("abort", () => {
      listeners.delete(one);
      agree();
      resolve();
    }),
  );
  running ??= begin();
  agree();
  return Promise.race([running, left]);
}

function begin() {
  const first = wanted();
  return follow(`/api/events?kinds=${first}`, (kind, data) => hear(kind, data, first)).finally(() => {
    running = undefined;
    id = undefined;
  });
}

function hear(kind, data, first) {
  if (kind === "open") {
    id = data.id;
    told = first;
    agree();
    return;
  }
  if (kind === "disconnected") {
    id = undefined;
  }
  const forAll = kind === "connected" || kind === "disconnected" || kind === "dropped";
  for (const one of [...listeners]) {
    if (forAll || one.kinds.includes(kind)) {
      one.on(kind, data);
    }
  }
}

/** Tells the host what is wanted now. A view that goes and one that comes in the same moment are one change; one is under way at a time. */
function agree() {
  sending ??= Promise.resolve()
    .then(async () => {
      while (id && told !== wanted()) {
        const now = wanted();
        const whose = id;
        await ask("PUT", `/api/events/${encodeURIComponent(whose)}`, { kinds: now ? now.split(",") : [] });
        if (whose === id) {
          told = now;
        }
      }
    })
    .catch(() => {
      // The stream is over, which it says itself; the next one begins with an agreement.
    })
    .finally(() => {
      sending = undefined;
    });
}
