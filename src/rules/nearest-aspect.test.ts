import { expect, test } from "vitest";
import { aspects, aspectSizes } from "./aspects.ts";
import { nearestAspect } from "./nearest-aspect.ts";

test.each(aspects)("a picture cast at %s is nearest to it", (aspect) => {
  const { width, height } = aspectSizes[aspect];
  expect(nearestAspect(width, height)).toBe(aspect);
});

test.each([
  [4000, 1000, "16:9"],
  [300, 2000, "9:16"],
  [1000, 990, "1:1"],
])("%i by %i is nearest to %s", (width, height, aspect) => {
  expect(nearestAspect(width, height)).toBe(aspect);
});
