import { expect, test } from "vitest";
import { type Frame, createFrame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import { makeRng } from "../core/rng.ts";
import type { FinishName, Rgb, SceneSpec, SceneState } from "../types.ts";
import { finishes } from "./finishes.ts";

const names = Object.keys(finishes) as FinishName[];

/** A picture with calm sky, sharp shapes and busy ground, some of it above display white. */
function testPicture(w: number, h: number): Frame {
  const frame = createFrame(w, h);
  const noise = makeNoise(7, "test");
  for (let y = 0, j = 0; y < h; y++) {
    for (let x = 0; x < w; x++, j += 3) {
      const ground = y > h * 0.6;
      const disc = Math.hypot(x - w * 0.5, y - h * 0.45) < Math.min(w, h) * 0.2;
      const busy = Math.max(0, 0.3 + 0.5 * noise.fbm(x / 9, y / 9, 4));
      frame.rgb[j] = disc ? 0.8 : ground ? busy * 0.5 : 0.1 + (0.5 * y) / h;
      frame.rgb[j + 1] = disc ? 0.1 : ground ? busy : 0.2 + (0.5 * y) / h;
      frame.rgb[j + 2] = disc ? 0.05 : ground ? busy * 0.2 : 1.2 - (0.6 * y) / h;
    }
  }
  return frame;
}

function testState(change: Partial<SceneState> = {}, spec: Partial<SceneSpec> = {}): SceneState {
  return {
    seed: 11,
    spec: { palette: null, ...spec } as SceneSpec,
    rng: (label) => makeRng(11, label),
    progress: () => undefined,
    check: () => undefined,
    ...change,
  };
}

function finished(name: FinishName, w: number, h: number, state = testState()): Frame {
  const frame = testPicture(w, h);
  finishes[name](frame, state);
  return frame;
}

function meanDistance(a: Frame, b: Frame): number {
  return a.rgb.reduce((sum, value, i) => sum + Math.abs(value - b.rgb[i]), 0) / a.rgb.length;
}

test("there are at least 22 finishes", () => {
  expect(names.length).toBeGreaterThanOrEqual(22);
});

/** The reference drawing of each finish, and how often it asked for a cancel. */
const reference = new Map(
  names.map((name) => {
    let checks = 0;
    const frame = finished(name, 192, 192, testState({ check: () => void checks++ }));
    return [name, { frame, checks }] as const;
  }),
);

test.each(names)("%s draws the same picture for the same seed", (name) => {
  const again = finished(name, 192, 192);
  expect(again.toRGB8().equals(reference.get(name)!.frame.toRGB8())).toBe(true);
});

test.each(names)("%s changes the picture and keeps its size and range", (name) => {
  const { frame } = reference.get(name)!;
  expect(frame.rgb).toHaveLength(192 * 192 * 3);
  expect(frame.rgb.every((value) => value >= 0 && value < 3)).toBe(true);
  expect(meanDistance(frame, testPicture(192, 192))).toBeGreaterThan(0.005);
});

test.each(names)("%s leaves no pixel unpainted at an odd size and shape", (name) => {
  const [w, h] = [83, 161];
  const frame = finished(name, w, h);
  expect(frame.rgb.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
  const lastRow = frame.rgb.slice((h - 1) * w * 3);
  expect(lastRow.some((value) => value > 0)).toBe(true);
});

test.each(names)("%s obeys a cancel at any of its checks", (name) => {
  const { checks } = reference.get(name)!;
  expect(checks).toBeGreaterThan(3);
  for (const last of [0, checks >> 1]) {
    let seen = 0;
    const check = () => {
      if (seen++ === last) throw new Error("cancelled");
    };
    expect(() => finished(name, 192, 192, testState({ check }))).toThrow("cancelled");
    expect(seen).toBe(last + 1);
  }
});

test.each(names)("%s survives a picture that is flat, half grey and half black", (name) => {
  const frame = createFrame(96, 96);
  frame.rgb.fill(0.4, 0, frame.rgb.length / 2);
  finishes[name](frame, testState());
  expect(frame.rgb.every((value) => Number.isFinite(value) && value >= 0)).toBe(true);
});

test("coloured pencil keeps the hues that graphite drops", () => {
  const redness = (frame: Frame) => {
    let sum = 0;
    for (let i = 80 * 192 + 90; i < 80 * 192 + 110; i++) {
      sum += frame.rgb[i * 3] - frame.rgb[i * 3 + 1];
    }
    return sum / 20;
  };
  const coloured = finished("pencil", 192, 192, testState({}, { colorPencil: true }));
  expect(redness(coloured)).toBeGreaterThan(0.15);
  expect(redness(reference.get("pencil")!.frame)).toBeLessThan(0.08);
});

test("risograph prints with the inks of the palette", () => {
  const palette: Rgb[] = [
    [0.02, 0.3, 0.02],
    [0.6, 0.02, 0.3],
  ];
  const own = finished("risograph", 192, 192, testState({}, { palette }));
  expect(meanDistance(own, reference.get("risograph")!.frame)).toBeGreaterThan(0.05);
});
