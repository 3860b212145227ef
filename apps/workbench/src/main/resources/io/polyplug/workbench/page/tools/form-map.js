// Fields of a schema that names none: any number of members, each with a name that is typed.

import { html } from "lit";
import { body } from "/tools/form.js";
import { firstValue, resolve, simplified } from "/tools/schema.js";

const MOST = 100;

export function map(where, schema, value, change) {
  const entries = Object.entries(value ?? {});
  const member = simplified(resolve(schema.additionalProperties, where.root));
  const put = (all) => change(Object.assign(Object.create(null), Object.fromEntries(all)));
  const inner = (name) => ({ ...where, depth: where.depth + 1, path: `${where.path}.${name}` });
  const rename = (index, to) => !entries.some(([name], i) => i !== index && name === to) && put(entries.with(index, [to, entries[index][1]]));
  return html`${entries.slice(0, MOST).map(
      ([name, it], index) => html`<div class="item pair">
        <input aria-label="name in ${where.path}" .value=${name} @change=${(e) => rename(index, e.target.value)} />
        <div>${body(inner(name), member, it, (to) => put(entries.with(index, [name, to ?? null])))}</div>
        <button type="button" class="small" aria-label="remove ${name}" @click=${() => put(entries.toSpliced(index, 1))}>×</button>
      </div>`,
    )}
    <button type="button" class="small" @click=${() => put([...entries, [free(entries), firstValue(member, where.root)]])}>add member</button>`;
}

function free(entries) {
  let number = entries.length + 1;
  while (entries.some(([name]) => name === `name${number}`)) {
    number++;
  }
  return `name${number}`;
}
