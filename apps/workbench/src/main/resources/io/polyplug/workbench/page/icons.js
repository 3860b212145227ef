// The signs of the page, drawn here so that nothing is fetched.

import { svg, html } from "lit";

const PATHS = {
  plugins: svg`<path d="M9 3v5M15 3v5M6 8h12v4a6 6 0 0 1-12 0zM12 18v3" />`,
  tools: svg`<path d="M5 5l14 7-14 7 3-7z" />`,
  frames: svg`<path d="M4 8h13m-4-4 4 4-4 4M20 16H7m4-4-4 4 4 4" />`,
  bus: svg`<path d="M3 12h18" /><circle cx="7" cy="5" r="2" /><circle cx="17" cy="5" r="2" /><circle cx="12" cy="19" r="2" /><path d="M7 7v5M17 7v5M12 12v5" />`,
  logs: svg`<path d="M5 6h14M5 10h9M5 14h14M5 18h7" />`,
  metrics: svg`<path d="M4 4v16h16" /><path d="m7 15 4-5 3 3 5-7" />`,
  screens: svg`<rect x="3" y="4" width="18" height="13" rx="2" /><path d="M8 21h8M12 17v4M7 9l2.5 2L7 13" />`,
  search: svg`<circle cx="11" cy="11" r="6.5" /><path d="m16 16 4.5 4.5" />`,
  sun: svg`<circle cx="12" cy="12" r="4" /><path d="M12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2" />`,
  moon: svg`<path d="M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z" />`,
  auto: svg`<circle cx="12" cy="12" r="8.5" /><path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="currentColor" />`,
  help: svg`<circle cx="12" cy="12" r="9" /><path d="M9.5 9.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .9-1 1.7M12 16.8v.2" />`,
  close: svg`<path d="m6 6 12 12M18 6 6 18" />`,
  plus: svg`<path d="M12 5v14M5 12h14" />`,
};

export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${PATHS[name]}</svg>`;
}
