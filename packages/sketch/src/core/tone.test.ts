import { expect, test } from "vitest";
import { oklab } from "./color.ts";
import { createFrame } from "./frame.ts";
import { grain, paletteGrade, vignette } from "./grade.ts";
import { bloom, tonemap } from "./tone.ts";

const even = (value: number, side = 16) => {
  const frame = createFrame(side, side);
  frame.rgb.fill(value);
  return frame;
};

test("more light never comes out darker, and all comes out within the display", () => {
  let before = -1;
  for (const light of [0, 0.01, 0.1, 0.18, 0.5, 1, 2, 6, 50]) {
    const frame = even(light, 1);
    tonemap(frame, { contrast: 1.05 });
    expect(frame.rgb[0]).toBeGreaterThanOrEqual(before);
    expect(frame.toRGB8()[0]).toBeLessThanOrEqual(255);
    before = frame.rgb[0];
  }
  expect(before).toBeGreaterThan(0.95);
});

test("bloom adds light around lamps and leaves dim pictures alone", () => {
  const dim = even(0.5, 32);
  bloom(dim);
  expect(dim.rgb.every((value) => value === 0.5)).toBe(true);
  const lamp = even(0, 64);
  for (let y = 28; y < 36; y++) lamp.rgb.fill(4, (y * 64 + 28) * 3, (y * 64 + 36) * 3);
  bloom(lamp, { radius: 12 });
  expect(lamp.rgb[(32 * 64 + 40) * 3]).toBeGreaterThan(0.01);
});

test("a palette turns hues and keeps lightness", () => {
  const frame = even(0, 1);
  frame.rgb.set([0.1, 0.4, 0.1]);
  const before = oklab([0.1, 0.4, 0.1]);
  paletteGrade(frame, [[0.5, 0.05, 0.05]], 1);
  const [r, g, b] = frame.rgb;
  const after = oklab([r, g, b]);
  expect(after[0]).toBeCloseTo(before[0], 2);
  expect(after[1]).toBeGreaterThan(0.05);
});

test("a vignette darkens corners only", () => {
  const frame = even(0.5, 65);
  vignette(frame, 0.4);
  expect(frame.rgb[(32 * 65 + 32) * 3]).toBeCloseTo(0.5, 5);
  expect(frame.rgb[0]).toBeLessThan(0.4);
});

test("grain keeps the mean and is the same for the same seed", () => {
  const [a, b, other] = [even(0.5, 128), even(0.5, 128), even(0.5, 128)];
  grain(a, 1);
  grain(b, 1);
  grain(other, 2);
  expect(a.rgb).toEqual(b.rgb);
  expect(a.rgb).not.toEqual(other.rgb);
  const mean = a.rgb.reduce((sum, value) => sum + value, 0) / a.rgb.length;
  expect(mean).toBeCloseTo(0.5, 2);
});
