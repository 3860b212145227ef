// The picture that a plugin brings. It comes from the host without anything that could act, and is shown as an image, in which a browser runs
// and loads nothing.

import { html, nothing } from "lit";
import { until } from "lit/directives/until.js";
import { ask } from "/api.js";

const MOST = 200;
const known = new Map();

function picture(plugin) {
  const place = `${plugin.key}\n${plugin.icon}`;
  if (!known.has(place)) {
    if (known.size >= MOST) {
      known.delete(known.keys().next().value);
    }
    const one = {};
    one.loaded = load(plugin).then((src) => (one.src = src));
    known.set(place, one);
  }
  return known.get(place);
}

const image = (src) => (src ? html`<img class="plugin-icon" alt="" width="18" height="18" src=${src} />` : nothing);

async function load(plugin) {
  try {
    const svg = await ask("GET", `/api/plugins/${encodeURIComponent(plugin.key)}/icon`, undefined, { raw: true });
    const bytes = new TextEncoder().encode(svg);
    return `data:image/svg+xml;base64,${btoa(Array.from(bytes, (it) => String.fromCodePoint(it)).join(""))}`;
  } catch {
    return undefined;
  }
}

/** An image, or nothing for a plugin that has none. */
export function pluginIcon(plugin) {
  if (!plugin.icon) {
    return nothing;
  }
  const one = picture(plugin);
  return one.src ? image(one.src) : until(one.loaded.then(image), nothing);
}
