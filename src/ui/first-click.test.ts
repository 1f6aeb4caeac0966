import { expect, test } from "vitest";
import { firstClick } from "./first-click.ts";

test.each([
  ["a first click", 1, 1],
  ["a key", 0, 1],
  ["the second click of a double-click", 2, 0],
  ["the third click of three", 3, 0],
])("a button of consequence acts on %s as it should", (_what, detail, times) => {
  let acted = 0;
  firstClick(() => (acted += 1))({ detail });
  expect(acted).toBe(times);
});
