// Light, dark, or as the system says; kept for this browser.

const KEY = "polyplug-theme";
const ORDER = ["auto", "light", "dark"];

export function theme() {
  const kept = localStorage.getItem(KEY);
  return ORDER.includes(kept) ? kept : "auto";
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

/** The next of the three; gives its name. */
export function nextTheme() {
  const next = ORDER[(ORDER.indexOf(theme()) + 1) % ORDER.length];
  localStorage.setItem(KEY, next);
  applyTheme();
  return next;
}
