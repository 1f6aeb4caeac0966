import { expect, test } from "vitest";
import { softened } from "./mask-softness.ts";

const size = { width: 41, height: 31 };
const middle = { x: 20, y: 15 };

/** A mask of a disc around the middle. */
function disc(radius: number): Uint8Array {
  return Uint8Array.from({ length: size.width * size.height }, (_, at) => {
    const [x, y] = [at % size.width, Math.floor(at / size.width)];
    return Math.hypot(x - middle.x, y - middle.y) <= radius ? 255 : 0;
  });
}
const count = (mask: Uint8Array) => mask.reduce((sum, value) => sum + (value > 0 ? 1 : 0), 0);
/** The values from the middle to the right. */
const toTheRight = (mask: Uint8Array) =>
  Array.from({ length: 20 }, (_, step) => mask[middle.y * size.width + middle.x + step]);

test("a mask grows and shrinks by whole pixels in all directions", () => {
  expect(softened(disc(0), size, 6, 0)).toEqual(disc(6));
  expect(toTheRight(softened(disc(5), size, 4, 0)).lastIndexOf(255)).toBe(9);
  expect(toTheRight(softened(disc(9), size, -4, 0)).lastIndexOf(255)).toBe(5);
  expect(count(softened(disc(5), size, -8, 0))).toBe(0);
  expect(count(softened(new Uint8Array(size.width * size.height), size, 20, 8))).toBe(0);
});

test("a feathered edge falls from the mask to nothing within its reach, on both sides", () => {
  const values = toTheRight(softened(disc(8), size, 0, 6));
  expect(values[0]).toBe(255);
  for (let at = 1; at < values.length; at += 1) {
    expect(values[at]).toBeLessThanOrEqual(values[at - 1]);
  }
  expect(values.filter((value) => value > 0 && value < 255).length).toBeGreaterThan(4);
  expect(values.slice(8 + 7)).toEqual(values.slice(8 + 7).map(() => 0));
});

test("nothing is changed by neither", () => {
  const mask = disc(4);
  expect(softened(mask, size, 0, 0)).toBe(mask);
});
