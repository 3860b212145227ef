// The tools that somebody wants at hand, in this browser.

import { keep, kept } from "/tools/kept.js";

const KEY = "polyplug-favourites";
const MOST = 200;
const all = new Set(kept(KEY, []));

const name = (plugin, tool) => `${plugin}\n${tool}`;

export const isFavourite = (plugin, tool) => all.has(name(plugin, tool));

export function toggleFavourite(plugin, tool) {
  const it = name(plugin, tool);
  if (!all.delete(it) && all.size < MOST) {
    all.add(it);
  }
  keep(KEY, [...all]);
}
