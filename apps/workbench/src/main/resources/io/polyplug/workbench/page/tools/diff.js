// What differs between two texts, line by line.

/** More lines than this on one side are not compared: the work grows with the product of both. */
export const MOST_LINES = 2_000;

/** So many lines around a change are shown with it. */
const AROUND = 3;

/** Numbers for lines, the same for the same, since they are compared many times. */
function numbered(...texts) {
  const numbers = new Map();
  return texts.map((lines) => lines.map((it) => numbers.get(it) ?? numbers.set(it, numbers.size).get(it)));
}

/** How long the longest common part is of what is left from each pair of places on, row by row. */
function lengths(one, other) {
  const width = other.length + 1;
  const table = new Uint16Array((one.length + 1) * width);
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const at = i * width + j;
      table[at] = one[i] === other[j] ? table[at + width + 1] + 1 : Math.max(table[at + width], table[at + 1]);
    }
  }
  return (i, j) => table[i * width + j];
}

/**
 * The lines of both, in their order: `sign` is "-" for what was, "+" for what is, " " for what is in both. As few as possible are
 * marked. Undefined if one of them has too many lines.
 */
export function diff(before, after) {
  const was = before.split("\n");
  const is = after.split("\n");
  if (was.length > MOST_LINES || is.length > MOST_LINES) {
    return undefined;
  }
  const [one, other] = numbered(was, is);
  const left = lengths(one, other);
  const rows = [];
  for (let i = 0, j = 0; i < one.length || j < other.length; ) {
    if (i < one.length && j < other.length && one[i] === other[j]) {
      rows.push({ sign: " ", text: is[j++] });
      i++;
    } else if (i < one.length && (j === other.length || left(i + 1, j) >= left(i, j + 1))) {
      rows.push({ sign: "-", text: was[i++] });
    } else {
      rows.push({ sign: "+", text: is[j++] });
    }
  }
  return rows;
}

/** The rows in stretches, in their order; one is `folded` if nothing in it or close to it has changed, and it is worth folding. */
export function stretches(rows) {
  const close = new Uint8Array(rows.length);
  rows.forEach(({ sign }, at) => sign !== " " && close.fill(1, Math.max(0, at - AROUND), at + AROUND + 1));
  const all = [];
  for (let from = 0, to = 0; from < rows.length; from = to) {
    while (to < rows.length && close[to] === close[from]) {
      to++;
    }
    all.push({ folded: !close[from] && to - from > 1, rows: rows.slice(from, to) });
  }
  return all;
}
