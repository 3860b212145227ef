// Out of the page: to the clipboard, or into a file.

import { save } from "/page.js";

export async function copy(text, button) {
  const before = button?.textContent;
  try {
    await navigator.clipboard.writeText(text);
    say(button, "copied", before);
  } catch {
    say(button, "not allowed", before);
  }
}

function say(button, word, before) {
  if (button) {
    button.textContent = word;
    setTimeout(() => (button.textContent = before), 1_200);
  }
}

export function download(name, text) {
  save(new Blob([text], { type: "application/json" }), name.replaceAll(/[^A-Za-z0-9._-]+/g, "-"));
}
