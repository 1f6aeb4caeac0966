import { expect, test } from "vitest";
import { downsample } from "../core/blur.ts";
import { hex, oklab } from "../core/color.ts";
import { type Frame, createFrame } from "../core/frame.ts";
import { makeRng } from "../core/rng.ts";
import type { AbstractKind, SceneSpec, SceneState } from "../types.ts";
import { renderAbstract } from "./abstract.ts";
import { renderStudio } from "./studio.ts";

const KINDS: readonly AbstractKind[] = [
  "marble",
  "flow",
  "mesh",
  "glass",
  "bauhaus",
  "contour",
  "waves",
  "orbs",
];

function stateFor(spec: Partial<SceneSpec>, seed = 3, check = () => {}): SceneState {
  return {
    seed,
    spec: { palette: null, ...spec } as SceneSpec,
    rng: (label) => makeRng(seed, label),
    progress: () => check(),
    check,
  };
}

function drawn(spec: Partial<SceneSpec>, w = 128, h = 128, seed = 3): Frame {
  const frame = createFrame(w, h);
  renderAbstract(frame, stateFor(spec, seed));
  return frame;
}

const isPainted = (frame: Frame) =>
  frame.rgb.every((value) => Number.isFinite(value) && value >= 0);

test.each(KINDS)("%s fills the frame, the same for the same seed", (abstract) => {
  const frame = drawn({ abstract });
  expect(isPainted(frame)).toBe(true);
  expect(drawn({ abstract }).toRGB8().equals(frame.toRGB8())).toBe(true);
  expect(drawn({ abstract }, 128, 128, 4).toRGB8().equals(frame.toRGB8())).toBe(false);
  expect(isPainted(drawn({ abstract }, 97, 151))).toBe(true);
});

test.each(KINDS)("%s is the same composition at twice the size", (abstract) => {
  const small = downsample(drawn({ abstract }, 96, 96).rgb, 96, 96, 8);
  const large = downsample(drawn({ abstract }, 192, 192).rgb, 192, 192, 16);
  const mean = (data: Float32Array) => data.reduce((sum, v) => sum + v, 0) / data.length;
  const [a, b] = [mean(small.data), mean(large.data)];
  let both = 0;
  let first = 0;
  let second = 0;
  small.data.forEach((value, i) => {
    both += (value - a) * (large.data[i] - b);
    first += (value - a) ** 2;
    second += (large.data[i] - b) ** 2;
  });
  expect(both / Math.sqrt(first * second)).toBeGreaterThan(0.9);
});

test.each(KINDS)("%s takes its hues from the prompt's palette", (abstract) => {
  const palette = ["#0b2a5b", "#2f6fde", "#9cc4ff"].map(hex);
  const { rgb } = drawn({ abstract, palette });
  let blue = 0;
  for (let j = 0; j < rgb.length; j += 3) blue += oklab([rgb[j], rgb[j + 1], rgb[j + 2]])[2];
  expect(blue / (rgb.length / 3)).toBeLessThan(-0.015);
});

test.each([1, 2])("a palette of %i colours is enough for every family", (count) => {
  const palette = ["#c0392b", "#f1c40f"].slice(0, count).map(hex);
  for (const abstract of KINDS) expect(isPainted(drawn({ abstract, palette }, 64, 64))).toBe(true);
});

test.each(KINDS)("%s obeys a cancel", (abstract) => {
  const state = stateFor({ abstract }, 3, () => {
    throw new Error("cancelled");
  });
  expect(() => renderAbstract(createFrame(128, 128), state)).toThrow("cancelled");
});

test("flat families ask for no bloom, and all say where things stand", () => {
  for (const abstract of KINDS) {
    const state = stateFor({ abstract });
    renderAbstract(createFrame(64, 64), state);
    expect(state.flat).toBe(["bauhaus", "contour", "waves"].includes(abstract));
    expect(state.groundY?.(0.5)).toBeLessThan(64);
    expect(state.sky?.exposure).toBe(1);
    expect(state.light?.horizon).toBe(64);
  }
});

test("the studio takes the prompt's background and lights it from one side", () => {
  const frame = createFrame(120, 90);
  const state = stateFor({ background: hex("#2f6fde") });
  renderStudio(frame, state);
  expect(isPainted(frame)).toBe(true);
  const middle = (20 * 120 + 60) * 3;
  expect(frame.rgb[middle + 2]).toBeGreaterThan(frame.rgb[middle] * 2);
  expect(state.groundY?.(0.5)).toBeCloseTo(90 * 0.82);
  expect(Math.sign(state.light!.sunX - 60)).toBe(state.light!.flip);
  expect(Math.sign(state.light!.direction[0])).toBe(state.light!.flip);
});
