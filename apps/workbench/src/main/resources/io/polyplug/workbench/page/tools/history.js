// What was sent before, in this browser: the last 200, bounded in characters too. Metadata that looks like a secret is not kept.

import { looksSecret } from "/tools/secrets.js";

const KEY = "polyplug-history";
const MOST = 200;
const MOST_CHARACTERS = 1 << 20;
const LONGEST_ENTRY = 64 << 10;

export function past() {
  try {
    const read = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(read) ? read.filter((it) => typeof it?.made?.tool === "string") : [];
  } catch {
    return [];
  }
}

/** Adds what was sent, in front; the same thing again moves there. */
export function remember(kind, made, shape = kind) {
  const kept = { ...made, metadata: harmless(made.metadata), context: harmless(made.context) };
  const entry = { at: new Date().toISOString(), kind, shape, made: kept };
  const same = JSON.stringify(kept);
  if (same.length > LONGEST_ENTRY) {
    return;
  }
  const all = [entry, ...past().filter((it) => JSON.stringify(it.made) !== same)].slice(0, MOST);
  let text = JSON.stringify(all);
  while (text.length > MOST_CHARACTERS) {
    all.splice(-Math.max(1, all.length >> 3));
    text = JSON.stringify(all);
  }
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // A browser that keeps nothing still sends.
  }
}

function harmless(pairs) {
  return pairs && Object.fromEntries(Object.entries(pairs).filter(([name]) => !looksSecret(name)));
}

export function forget() {
  localStorage.removeItem(KEY);
}
