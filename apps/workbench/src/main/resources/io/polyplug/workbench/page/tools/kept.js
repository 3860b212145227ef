// What a browser keeps for this page. A browser that keeps nothing still works.

export function kept(key, usual, store = localStorage) {
  try {
    return JSON.parse(store.getItem(key)) ?? usual;
  } catch {
    return usual;
  }
}

export function keep(key, value, store = localStorage) {
  try {
    store.setItem(key, JSON.stringify(value));
  } catch {
    // It is there until the page is left.
  }
}
