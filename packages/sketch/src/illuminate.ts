/** Light effects over a scene: side light, a pool of light, glow, colours. */
import { clamp, mix, oklab, smooth, unoklab } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { warm } from "./core/grade.ts";
import { eachRow } from "./core/rows.ts";
import { bloom } from "./core/tone.ts";
import type { LightMood } from "./prompt/light-moods.ts";
import type { SceneState } from "./types.ts";

/** Half the difference of the two sides under a full side light. */
const SIDE_SPAN = 0.62;
const GLOW_THRESHOLD = 0.42;
/** In a dark picture what is brighter than this share of its brightest glows. */
const GLOW_SHARE = 0.6;
const AIR = 0.72;

/** Shapes the light of a frame before its curve: side, light from behind, pool. */
export function shapeLight(frame: Frame, mood: LightMood, state: SceneState): void {
  const { w, h, rgb } = frame;
  const { side, back, pool } = mood;
  if (side === 0 && back === 0 && pool === 0) return;
  eachRow(state, 0, h, (y) => {
    const v = y / h - 0.46;
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const u = x / w - 0.5;
      const away = u * u + v * v;
      const lit = 1 + side * SIDE_SPAN * (2 * u) * (1 - 0.3 * Math.abs(v));
      // From behind: bright air around the middle, the foreground in its own shade.
      const behind = 1 + back * (0.55 * Math.exp(-away * 9) - 0.34 * smooth(0.1, 0.55, v));
      const spot = 1 - pool * (0.78 * smooth(0.05, 0.34, away) - 0.12);
      const gain = Math.max(0.05, lit) * behind * spot;
      rgb[j] *= gain;
      rgb[j + 1] *= gain;
      rgb[j + 2] *= gain;
    }
  });
}

/** Lets what is bright glow by `amount` (0 to 1). */
export function addGlow(frame: Frame, amount: number, check: () => void): void {
  if (amount <= 0) return;
  const radius = Math.min(frame.w, frame.h) / 55;
  const brightest = frame.rgb.reduce((most, value) => Math.max(most, value), 0);
  const threshold = Math.min(GLOW_THRESHOLD, brightest * GLOW_SHARE);
  bloom(frame, { threshold, amount: amount * 0.8, radius, check });
}

/** Colours lights and shadows of a display-linear frame, and lays pale air before it. */
export function colourLight(frame: Frame, mood: LightMood, state: SceneState): void {
  const { w, h, rgb } = frame;
  const { lights, shadows, veil } = mood;
  if (veil > 0) {
    const share = clamp(veil, 0, 0.6);
    eachRow(state, 0, h, (y) => {
      const end = (y + 1) * w * 3;
      for (let j = y * w * 3; j < end; j++) rgb[j] = mix(rgb[j], AIR, share);
    });
  }
  if (!lights) return;
  const high = oklab(lights);
  const low = oklab(shadows ?? [0.2, 0.2, 0.24]);
  const pullLow = shadows ? 0.5 : 0.15;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const [lightness, a, b] = oklab([rgb[j], rgb[j + 1], rgb[j + 2]]);
      const bright = smooth(0.3, 0.8, lightness);
      const pull = mix(pullLow, 0.55, bright) * smooth(0.02, 0.15, lightness);
      // Chroma follows lightness, so that deep shadows do not turn to ink.
      const reach = 0.35 + 0.65 * lightness;
      const lit = unoklab([
        lightness,
        mix(a, mix(low[1], high[1], bright) * reach, pull),
        mix(b, mix(low[2], high[2], bright) * reach, pull),
      ]);
      rgb[j] = lit[0];
      rgb[j + 1] = lit[1];
      rgb[j + 2] = lit[2];
    }
  });
}

const MIDDLE_GREY = 0.18;

/** Relights an existing display-linear picture, by `amount` (0 to 1). */
export function moodOver(frame: Frame, mood: LightMood, amount: number, state: SceneState): void {
  const { w, h, rgb } = frame;
  const part = (factor: number) => mix(1, factor, amount);
  const partly: LightMood = {
    ...mood,
    side: mood.side * amount,
    back: mood.back * amount,
    pool: mood.pool * amount,
    veil: mood.veil * amount,
  };
  shapeLight(frame, partly, state);
  addGlow(frame, mood.glow * amount * 0.6, () => state.check());
  if (mood.warmth !== 0) warm(frame, mood.warmth * amount);
  const exposure = part(mood.exposure);
  const contrast = part(mood.contrast);
  const saturation = part(mood.saturation);
  const curve = (value: number) =>
    MIDDLE_GREY * (Math.max(0, value * exposure) / MIDDLE_GREY) ** contrast;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const grey = 0.2126 * rgb[j] + 0.7152 * rgb[j + 1] + 0.0722 * rgb[j + 2];
      for (let c = 0; c < 3; c++) rgb[j + c] = curve(mix(grey, rgb[j + c], saturation));
    }
  });
  colourLight(frame, partly, state);
}
