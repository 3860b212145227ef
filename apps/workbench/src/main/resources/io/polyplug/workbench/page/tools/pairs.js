// Rows of names and values, such as headers. An empty row at the end is for the next one.

import { html } from "lit";

/** With `hides(name)` the values of some names are not shown as they are typed. */
export function pairs(label, rows, change, hides = () => false) {
  const all = [...rows, ["", ""]];
  const set = (index, at, text) => {
    const copy = all.map((it) => [...it]);
    copy[index][at] = text;
    change(copy.filter(([name, value]) => name || value));
  };
  return html`<div class="pairs">
    ${all.map(
      ([name, value], index) =>
        html`<input placeholder="name" aria-label="${label} name" .value=${name} @input=${(e) => set(index, 0, e.target.value)} /><input
            placeholder="value" type=${hides(name) ? "password" : "text"} autocomplete="off" aria-label="${label} value" .value=${value} @input=${(e) => set(index, 1, e.target.value)} />`,
    )}
  </div>`;
}

/** The rows that have a name, as an object; undefined if there are none. */
export function asObject(rows) {
  const named = rows.filter(([name]) => name.trim());
  return named.length ? Object.fromEntries(named.map(([name, value]) => [name.trim(), value])) : undefined;
}
