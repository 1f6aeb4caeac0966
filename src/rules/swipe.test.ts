import { expect, test } from "vitest";
import { swipeLine, swipeOf, swipeShift } from "./swipe.ts";

test.each([
  ["too short to tell", { x: 5, y: 5 }, null],
  ["to the left", { x: -20, y: 3 }, "across"],
  ["to the right", { x: 20, y: -12 }, "across"],
  ["down", { x: 4, y: 20 }, "down"],
  ["up, which scrolls", { x: 2, y: -30 }, "none"],
  ["between across and down", { x: 20, y: 20 }, "none"],
] as const)("the line of a way %s", (_what, way, line) => {
  expect(swipeLine(way)).toBe(line);
});

test.each([
  ["a slow one over a quarter of the width", "across", { x: -98, y: 0 }, 900, "next"],
  ["a slow one a little shorter", "across", { x: -97, y: 0 }, 900, null],
  ["a flick to the right", "across", { x: 40, y: 0 }, 60, "previous"],
  ["a flick that is too short", "across", { x: 29, y: 0 }, 10, null],
  ["a slow pull down", "down", { x: 0, y: 120 }, 900, "close"],
  ["a slow pull down that is too short", "down", { x: 0, y: 119 }, 900, null],
  ["a flick down", "down", { x: 0, y: 45 }, 90, "close"],
  ["one that went down and came back", "down", { x: 0, y: -60 }, 90, null],
] as const)("what a swipe does: %s", (_what, line, way, ms, swipe) => {
  expect(swipeOf(line, way, 390, ms)).toBe(swipe);
});

test("the picture follows the finger, reluctantly where there is no neighbour, and never up", () => {
  expect(swipeShift("across", { x: -40, y: 9 }, true)).toEqual({ x: -40, y: 0 });
  expect(swipeShift("across", { x: 40, y: 9 }, false)).toEqual({ x: 10, y: 0 });
  expect(swipeShift("down", { x: 7, y: 50 }, false)).toEqual({ x: 0, y: 50 });
  expect(swipeShift("down", { x: 7, y: -50 }, false)).toEqual({ x: 0, y: 0 });
});
