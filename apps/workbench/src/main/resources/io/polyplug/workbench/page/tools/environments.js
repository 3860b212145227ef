// Sets of variables with names, such as one for tests and one for the real thing. They are kept for this browser; which of them is used, and
// every value that looks like a secret, is kept in this tab only.

import { keep, kept } from "/tools/kept.js";
import { looksSecret } from "/tools/secrets.js";

const SETS = "polyplug-environments";
const CHOSEN = "polyplug-environment";
const SECRETS = "polyplug-secrets";
const MOST = 50;
const LONGEST_NAME = 60;

/** The one that is there before there are others. */
export const USUAL = "usual";

const isRow = (it) => Array.isArray(it) && it.length === 2 && it.every((part) => typeof part === "string");

class Environments extends EventTarget {
  constructor() {
    super();
    addEventListener("storage", ({ key }) => key === SETS && this.changed());
  }

  changed() {
    this.dispatchEvent(new Event("change"));
  }

  /** Read anew each time: another tab may have changed them. */
  get sets() {
    const read = kept(SETS, {});
    const sets = Object.entries(read && typeof read === "object" ? read : {}).filter(([, rows]) => Array.isArray(rows) && rows.every(isRow));
    return new Map([[USUAL, []], ...sets]);
  }

  get names() {
    return [...this.sets.keys()];
  }

  get chosen() {
    const name = kept(CHOSEN, USUAL, sessionStorage);
    return this.sets.has(name) ? name : USUAL;
  }

  choose(name) {
    keep(CHOSEN, name, sessionStorage);
    this.changed();
  }

  get secrets() {
    return kept(SECRETS, {}, sessionStorage);
  }

  /** The variables that count now, as pairs. */
  get rows() {
    const secrets = this.secrets[this.chosen] ?? {};
    return this.sets.get(this.chosen).map(([name, value]) => [name, looksSecret(name) ? (secrets[name] ?? "") : value]);
  }

  set rows(rows) {
    this.write(this.chosen, rows);
    this.changed();
  }

  write(name, rows) {
    const hidden = rows.filter(([it]) => looksSecret(it));
    keep(SECRETS, { ...this.secrets, [name]: Object.fromEntries(hidden) }, sessionStorage);
    const open = rows.map(([it, value]) => [it, looksSecret(it) ? "" : value]);
    keep(SETS, Object.fromEntries(this.sets.set(name, open)));
  }

  /** What is wrong with a name for another one; nothing if it can be used. */
  problem(name) {
    if (!name || name.length > LONGEST_NAME) {
      return `A name has 1 to ${LONGEST_NAME} characters.`;
    }
    if (this.sets.has(name)) {
      return `There is an environment ${name} already.`;
    }
    return this.sets.size >= MOST ? `There are ${MOST} environments already.` : "";
  }

  /** Begins with the variables of the one that is chosen: mostly only values differ. */
  add(name) {
    this.write(name, this.rows);
    this.choose(name);
  }

  rename(name) {
    const { chosen, rows } = this;
    this.write(name, rows);
    this.drop(chosen);
    this.choose(name);
  }

  remove() {
    this.drop(this.chosen);
    this.choose(USUAL);
  }

  drop(name) {
    const { [name]: _, ...others } = this.secrets;
    keep(SECRETS, others, sessionStorage);
    const sets = this.sets;
    sets.delete(name);
    keep(SETS, Object.fromEntries(sets));
  }
}

export const environments = new Environments();
