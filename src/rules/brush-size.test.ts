import { expect, test } from "vitest";
import { brushLimits, firstSize, radiusAt, sizeAt, steppedSize, stepOf } from "./brush-size.ts";

test("the slider reaches every size from the smallest to the largest, in growing steps", () => {
  expect(sizeAt(0)).toBe(brushLimits.min);
  expect(sizeAt(100)).toBe(brushLimits.max);
  for (let step = 1; step <= 100; step += 1) {
    expect(sizeAt(step)).toBeGreaterThanOrEqual(sizeAt(step - 1));
    expect(Math.abs(stepOf(sizeAt(step)) - step)).toBeLessThanOrEqual(2);
  }
});

test("each press of a key changes the size, up to the limits", () => {
  for (let size: number = brushLimits.min; size < brushLimits.max;) {
    const next = steppedSize(size, 1);
    expect(next).toBeGreaterThan(size);
    size = next;
  }
  expect(steppedSize(brushLimits.max, 1)).toBe(brushLimits.max);
  expect(steppedSize(brushLimits.min, -1)).toBe(brushLimits.min);
  expect(steppedSize(100, -1)).toBe(90);
});

test("a pen paints by its pressure, a mouse and a finger at full size", () => {
  expect(radiusAt(100, "mouse", 0.5)).toBe(50);
  expect(radiusAt(100, "touch", 0)).toBe(50);
  expect(radiusAt(100, "pen", 1)).toBe(50);
  expect(radiusAt(100, "pen", 0.5)).toBeCloseTo(28.75);
  expect(radiusAt(100, "pen", 0)).toBeCloseTo(7.5);
  expect(firstSize({ width: 1200, height: 2400 })).toBe(100);
});
