import assert from "node:assert";
import test from "node:test";
import { menu, toLines } from "../src/menu.js";

test("a line begins with the price", () => {
  assert.equal(toLines([{ name: "rice", cents: 120 }]), "120 rice\n");
});

test("every price is a number of cents", () => {
  assert.ok(menu.every(({ cents }) => Number.isInteger(cents) && cents > 0));
});
