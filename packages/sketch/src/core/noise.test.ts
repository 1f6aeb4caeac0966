import { expect, test } from "vitest";
import { coarseField, makeNoise } from "./noise.ts";
import { makeRng } from "./rng.ts";

const noise = makeNoise(12, "test");
const rng = makeRng(1, "points");
const points = Array.from({ length: 4000 }, () => [rng.range(-300, 300), rng.range(-300, 300)]);

test.for([
  ["n2", (x: number, y: number) => noise.n2(x, y), -1.15, 1.15],
  ["fbm", (x: number, y: number) => noise.fbm(x, y), -1.1, 1.1],
  ["ridged", (x: number, y: number) => noise.ridged(x, y), 0, 1],
  ["eroded", (x: number, y: number) => noise.eroded(x, y), -1, 1],
  ["worley", (x: number, y: number) => noise.worley(x, y).f1, 0, 1.5],
] as const)("%s keeps within its bounds and uses most of them", ([, at, low, high]) => {
  const values = points.map(([x, y]) => at(x, y));
  expect(Math.min(...values)).toBeGreaterThanOrEqual(low);
  expect(Math.max(...values)).toBeLessThanOrEqual(high);
  expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan((high - low) * 0.4);
});

test("noise is continuous across cells", () => {
  for (const [x, y] of points) {
    const edge = Math.round(x);
    expect(Math.abs(noise.n2(edge - 1e-6, y) - noise.n2(edge + 1e-6, y))).toBeLessThan(1e-4);
  }
});

test("the analytic slope is the measured slope", () => {
  for (const [x, y] of points.slice(0, 200)) {
    const [, dx, dy] = noise.nd(x, y);
    const e = 1e-4;
    const measuredX = (noise.nd(x + e, y)[0] - noise.nd(x - e, y)[0]) / (2 * e);
    const measuredY = (noise.nd(x, y + e)[0] - noise.nd(x, y - e)[0]) / (2 * e);
    expect(dx).toBeCloseTo(measuredX, 3);
    expect(dy).toBeCloseTo(measuredY, 3);
  }
});

test("the nearest cell point is nearer than the second", () => {
  for (const [x, y] of points.slice(0, 500)) {
    const { f1, f2 } = noise.worley(x, y);
    expect(f1).toBeLessThanOrEqual(f2);
  }
});

test("a coarse field reads a plane exactly", () => {
  const field = coarseField(40, 30, 4, (x, y) => 2 * x - y);
  for (const [x, y] of [
    [0, 0],
    [39, 29],
    [13.5, 7.25],
  ]) {
    expect(field(x, y)).toBeCloseTo(2 * x - y, 4);
  }
});
