import * as fc from "fast-check";
import { expect, test } from "vitest";
import { headerAfterScroll, headerAtRest, isNearTop } from "./header-scroll.ts";

const bar = 64;
const after = (steps: number[], held = false) =>
  steps.reduce((state, y) => headerAfterScroll(state, { y, bar, held }), headerAtRest);

test.each([
  ["down past the bar and 20 px", [85], true],
  ["down to the bar and 20 px, not past it", [84], false],
  ["in steps that count only together", [80, 85, 90, 95], true],
  ["down, then a change of 14 px", [300, 314], true],
  ["down, then up by 14 px", [300, 286], true],
  ["down, then up by 15 px", [300, 285], false],
  ["down, then up, then down by 15 px", [300, 200, 215], true],
  ["down, then home in a jump", [300, 0], false],
  ["down, then up into the room below the bar in small steps", [95, 90, 84], false],
  ["within what is no scrolling", [14, 10, 12], false],
])("NV-09 scrolled %s, the bar hides: %s", (_what, steps, hidden) => {
  expect(after(steps).hidden).toBe(hidden);
});

test("NV-09 while focus is inside the bar never hides, and one that was hidden shows", () => {
  expect(after([300, 600], true).hidden).toBe(false);
  const hidden = after([300]);
  expect(headerAfterScroll(hidden, { y: 301, bar, held: true }).hidden).toBe(false);
});

test.each([
  [0, false],
  [80, false],
  [81, true],
])("NV-09 scrolled %i px, it casts a shadow: %s", (y, shadow) => {
  expect(after([y]).shadow).toBe(shadow);
});

test.each([
  [0, true],
  [50, true],
  [51, false],
])("NV-09 the pointer at %i px brings it back: %s", (y, near) => {
  expect(isNearTop(y)).toBe(near);
});

test("NV-09 at the top of the page the bar is always there", () => {
  const scroll = fc.integer({ min: 0, max: 5000 });
  fc.assert(
    fc.property(fc.array(scroll), (steps) => {
      expect(after([...steps, 0]).hidden).toBe(false);
    }),
  );
});
