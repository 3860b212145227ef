// What plugins offer otherwise than before, as far as this page has asked them: the newest first, for this visit alone.

const MOST = 100;
const MOST_NAMES = 20;

export const toolChanges = [];

const few = (names) => (names.length > MOST_NAMES ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names);

/** The members in which two tools of one name differ. */
const differing = (one, other) => [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((it) => JSON.stringify(one[it]) !== JSON.stringify(other[it]));

/** Notes the difference between two lists of tools, if there is one. */
export function noteToolChanges(where, before, now) {
  const old = new Map(before.map((it) => [it.name, it]));
  const names = new Set(now.map((it) => it.name));
  const change = {
    at: new Date(),
    where,
    added: few(now.filter((it) => !old.has(it.name)).map((it) => it.name)),
    gone: few(before.filter((it) => !names.has(it.name)).map((it) => it.name)),
    different: few(
      now
        .filter((it) => old.has(it.name))
        .map((it) => [it.name, differing(old.get(it.name), it)])
        .filter(([, members]) => members.length)
        .map(([name, members]) => `${name} (${members.join(", ")})`),
    ),
  };
  if (change.added.length || change.gone.length || change.different.length) {
    toolChanges.unshift(change);
    toolChanges.length = Math.min(toolChanges.length, MOST);
  }
}
