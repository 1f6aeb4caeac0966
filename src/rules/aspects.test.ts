import { expect, test } from "vitest";
import { aspects, aspectSizes } from "./aspects.ts";

test("the nine aspects of the decisions, in their order", () => {
  expect(aspects).toEqual(["1:1", "4:5", "3:4", "2:3", "9:16", "5:4", "4:3", "3:2", "16:9"]);
});

test.each(aspects)("%s is exact, about one megapixel, in multiples of 8", (aspect) => {
  const [across, down] = aspect.split(":").map(Number);
  const { width, height } = aspectSizes[aspect];
  expect(width / height).toBe(across / down);
  expect(width % 8).toBe(0);
  expect(height % 8).toBe(0);
  expect((width * height) / 2 ** 20).toBeGreaterThan(0.9);
  expect((width * height) / 2 ** 20).toBeLessThan(1.1);
});
