import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createProjection } from "./projection.ts";

const project = createProjection(1792, 128);

/** Non-negative and different for each number, as the network's features are. */
const wave = (step: number) =>
  Float32Array.from({ length: 1792 }, (_, i) => 1 + Math.sin(i * step));
const dot = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, i) => sum + value * b[i], 0);

test("the same vector gives the same unit vector on every machine", () => {
  // Whole numbers, so that no sine of this machine is in the digest.
  const vector = Float32Array.from({ length: 1792 }, (_, i) => (i * 7919) % 101);
  const short = project(vector);
  expect(short).toHaveLength(128);
  expect(Math.hypot(...short)).toBeCloseTo(1, 6);
  const digest = createHash("sha256").update(short).digest("hex");
  // A change here needs a new FEATURES_VERSION.
  expect(digest).toMatchInlineSnapshot(
    `"e4db6dcb78efc573b662d5ddc92a1124b6334b23ccb19eb3d500803b7c529b99"`,
  );
});

test("what all vectors have in common is left out, and scale does not matter", () => {
  const vector = wave(0.37);
  const brighter = vector.map((value) => 3 * value + 5);
  expect(dot(project(vector), project(brighter))).toBeCloseTo(1, 4);
});

test("near vectors stay near and far ones far", () => {
  const vector = wave(0.37);
  const near = vector.map((value, i) => value + 0.2 * Math.cos(i * 1.7));
  expect(dot(project(vector), project(near))).toBeGreaterThan(0.95);
  expect(Math.abs(dot(project(vector), project(wave(0.91))))).toBeLessThan(0.3);
});

test("a vector of equal numbers has no direction left", () => {
  expect(project(new Float32Array(1792)).every((value) => value === 0)).toBe(true);
});
