import { expect, test } from "vitest";
import { addUpsampled, boxBlur, downsample, upsampleAt } from "./blur.ts";
import { makeRng } from "./rng.ts";

const noise = (length: number) => {
  const rng = makeRng(3, "blur");
  return Float32Array.from({ length }, () => rng());
};
const sum = (values: Float32Array) => values.reduce((total, value) => total + value, 0);

test.for([
  [1, 1],
  [7, 5],
  [3, 40],
] as const)("blurring an even %ix%i image leaves it even", ([w, h]) => {
  const image = new Float32Array(w * h * 3).fill(0.4);
  for (const value of boxBlur(image, w, h, 6)) expect(value).toBeCloseTo(0.4, 5);
});

test("blurring spreads a point evenly to all sides and keeps its light", () => {
  const size = 41;
  const image = new Float32Array(size * size);
  image[20 * size + 20] = 1;
  boxBlur(image, size, size, 4, 1, 2);
  expect(sum(image)).toBeCloseTo(1, 4);
  for (const d of [1, 3, 6]) {
    expect(image[20 * size + 20 + d]).toBeCloseTo(image[20 * size + 20 - d], 6);
    expect(image[20 * size + 20 + d]).toBeCloseTo(image[(20 + d) * size + 20], 6);
  }
});

test("shrinking takes means and drops the rest at the edge", () => {
  const image = Float32Array.from([1, 3, 9, 5, 7, 9, 9, 9, 9]);
  expect(downsample(image, 3, 3, 2, 1)).toEqual({ data: Float32Array.of(4), w: 1, h: 1 });
});

test("a shrunk image read and added back at full size agree", () => {
  const [w, h, k] = [24, 16, 4];
  const plane = downsample(noise(w * h * 3), w, h, k);
  const target = { rgb: new Float32Array(w * h * 3), w, h };
  addUpsampled(target, plane, k);
  const read = [0, 0, 0];
  for (const [x, y] of [
    [0, 0],
    [23, 15],
    [11, 7],
  ]) {
    upsampleAt(plane, x, y, k, read);
    for (let c = 0; c < 3; c++) expect(target.rgb[(y * w + x) * 3 + c]).toBeCloseTo(read[c], 5);
  }
});
