export const menu = [
  { name: "onigiri", cents: 250 },
  { name: "miso soup", cents: 320 },
  { name: "green tea", cents: 180 },
];

/** One line for each dish, the price in cents first. */
export function toLines(dishes) {
  return dishes.map(({ name, cents }) => `${cents} ${name}\n`).join("");
}
