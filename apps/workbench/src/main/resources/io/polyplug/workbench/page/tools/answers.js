// The last answer at each place, to be compared with the next one. In the memory of this tab, and nowhere else.

const MOST_PLACES = 50;

/** Of a longer answer only that there was one is known. */
export const MOST_CHARACTERS = 1 << 20;

export const TOO_LONG = Symbol("too long");

const answers = new Map();

/** Keeps the text of an answer, and gives the one before at the same place; undefined if there was none. */
export function exchange(place, text) {
  const before = answers.get(place);
  answers.delete(place);
  answers.set(place, text.length > MOST_CHARACTERS ? TOO_LONG : text);
  if (answers.size > MOST_PLACES) {
    answers.delete(answers.keys().next().value);
  }
  return before;
}
