import { expect, test } from "vitest";
import { downsample } from "../core/blur.ts";
import { lum } from "../core/color.ts";
import { createFrame, type Frame } from "../core/frame.ts";
import { makeRng } from "../core/rng.ts";
import { parsePrompt } from "../prompt/parse.ts";
import type { SceneState } from "../types.ts";
import { rain, snowfall } from "../weather.ts";
import { drawScene } from "./scene.ts";

const PROMPTS = [
  "enchanted forest with fireflies",
  "bamboo forest in the snow",
  "cyberpunk city at night, rain",
  "city skyline at noon",
  "old town street at noon",
  "tokyo street at night, rain",
  "alley in the snow",
  "rooftops at sunset",
  "coral reef underwater",
  "synthwave grid",
  "ringed planet and nebula",
  "spiral galaxy",
  "bouquet of roses and tulips in a vase",
  "monstera leaves",
  "a single orchid",
  "living room in morning sun",
  "bedroom at night",
  "kitchen at noon",
  "old library at dusk",
];

type Drawn = { frame: Frame; state: SceneState };

async function draw(prompt: string, w: number, h: number, check = () => {}): Promise<Drawn> {
  const seed = 7;
  const frame = createFrame(w, h);
  const state: SceneState = {
    seed,
    spec: parsePrompt(prompt, { seed, aspect: w / h }),
    rng: (label) => makeRng(seed, label),
    progress: check,
    check,
  };
  await drawScene(frame, state);
  return { frame, state };
}

const bytes = ({ rgb }: Frame) => Buffer.from(rgb.buffer);

function luminances({ rgb }: Frame): number[] {
  return Array.from({ length: rgb.length / 3 }, (_, i) =>
    Math.min(1.5, lum([rgb[i * 3], rgb[i * 3 + 1], rgb[i * 3 + 2]])),
  );
}

const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;

function spread(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((v) => (v - middle) ** 2)));
}

test.each(PROMPTS)(
  "%s: the same seed draws the same picture, and it is not flat",
  async (prompt) => {
    const { frame, state } = await draw(prompt, 256, 256);
    const again = await draw(prompt, 256, 256);
    expect(Buffer.compare(bytes(again.frame), bytes(frame))).toBe(0);
    expect(frame.rgb.every((v) => Number.isFinite(v) && v >= 0)).toBe(true);
    expect(spread(luminances(frame))).toBeGreaterThan(0.03);
    expect(state.light).toBeDefined();
    expect(state.sky).toBeDefined();
    expect(state.groundY?.(0.5)).toBeGreaterThan(0);
  },
);

test.each([
  [256, 455],
  [456, 256],
])("%i by %i pixels: every scene fills the frame", async (w, h) => {
  const unpainted: string[] = [];
  for (const prompt of PROMPTS) {
    const { frame } = await draw(prompt, w, h);
    if (mean(luminances(frame).slice(-w)) === 0) unpainted.push(prompt);
  }
  expect(unpainted).toEqual([]);
});

test.each(PROMPTS)("%s: a larger size shows the same picture", async (prompt) => {
  const small = await draw(prompt, 256, 256);
  const large = await draw(prompt, 512, 512);
  const half = downsample(large.frame.rgb, 512, 512, 2);
  const a = luminances(small.frame);
  const b = luminances({ ...large.frame, rgb: half.data });
  const ma = mean(a);
  const mb = mean(b);
  const together = mean(a.map((v, i) => (v - ma) * (b[i] - mb)));
  expect(together / (spread(a) * spread(b))).toBeGreaterThan(0.85);
});

test.each(PROMPTS)("%s: a cancel is obeyed at the next look", async (prompt) => {
  let looks = 0;
  const counted = () => {
    looks++;
  };
  await draw(prompt, 256, 256, counted);
  expect(looks).toBeGreaterThan(5);
  const stop = Math.floor(looks / 2);
  let seen = 0;
  const cancelled = draw(prompt, 256, 256, () => {
    if (++seen > stop) throw new Error("cancelled");
  });
  await expect(cancelled).rejects.toThrow("cancelled");
  expect(seen).toBe(stop + 1);
});

test.each([
  ["rain", rain],
  ["snowfall", snowfall],
])("%s falls by its amount, the same way each time", async (_, fall) => {
  const { frame, state } = await draw("city skyline at night", 256, 256);
  const dry = frame.rgb.slice();
  const changed = (amount: number) => {
    frame.rgb.set(dry);
    fall(frame, state, amount);
    return frame.rgb.filter((v, i) => v !== dry[i]).length;
  };
  expect(changed(0)).toBe(0);
  const some = changed(0.3);
  expect(some).toBeGreaterThan(0);
  expect(changed(1)).toBeGreaterThan(some);
  expect(changed(0.3)).toBe(some);
});
