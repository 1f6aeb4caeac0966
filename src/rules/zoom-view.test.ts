import * as fc from "fast-check";
import { expect, test } from "vitest";
import { boundView, fitted, fittedSize, largestScale, zoomAt } from "./zoom-view.ts";

const size = fc.record({
  width: fc.integer({ min: 1, max: 6000 }),
  height: fc.integer({ min: 1, max: 6000 }),
});
const point = fc.record({
  x: fc.integer({ min: -3000, max: 3000 }),
  y: fc.integer({ min: -3000, max: 3000 }),
});

test("a picture is fitted and not enlarged", () => {
  const window = { width: 1000, height: 500 };
  expect(fittedSize({ width: 2000, height: 2000 }, window)).toEqual({ width: 500, height: 500 });
  expect(fittedSize({ width: 100, height: 80 }, window)).toEqual({ width: 100, height: 80 });
});

test("the point under the pointer does not move", () => {
  const picture = { width: 4000, height: 4000 };
  const window = { width: 1000, height: 1000 };
  const view = zoomAt(fitted, 2, { x: 100, y: -50 }, picture, window);
  expect(view).toEqual({ scale: 2, x: -100, y: 50 });
});

test("every view is within its bounds", () => {
  fc.assert(
    fc.property(size, size, point, fc.double({ min: 0.01, max: 50, noNaN: true }), (...given) => {
      const [picture, window, at, factor] = given;
      const view = zoomAt(zoomAt(fitted, factor, at, picture, window), factor, at, picture, window);
      expect(view).toEqual(boundView(view, picture, window));
      expect(view.scale).toBeGreaterThanOrEqual(1);
      expect(view.scale).toBeLessThanOrEqual(largestScale(picture, window));
    }),
  );
});

test("a fitted picture is centred", () => {
  const picture = { width: 3000, height: 2000 };
  const window = { width: 800, height: 600 };
  const large = zoomAt(fitted, 3, { x: 200, y: 100 }, picture, window);
  expect(zoomAt(large, 0.01, { x: 0, y: 0 }, picture, window)).toEqual(fitted);
});
