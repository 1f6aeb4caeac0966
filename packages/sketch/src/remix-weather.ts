import { type Rgb, clamp, mix, mixc, mul, oklab, smooth, unoklab } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import { coarseField, makeNoise } from "./core/noise.ts";
import { bloom } from "./core/tone.ts";
import { eachRow } from "./core/rows.ts";
import type { Wishes } from "./remix-wishes.ts";
import { paintRays, paintStars } from "./sky-lights.ts";
import type { Sky } from "./sky.ts";
import type { SceneState } from "./types.ts";
import { rain, snowfall } from "./weather.ts";

const AIR_SAMPLE_STEP = 31;
const WHITE_AIR: Rgb = [0.78, 0.8, 0.82];

/** The colour of a picture's own air: its mean, half way to white. */
function airOf({ rgb }: Frame): Rgb {
  const mean: Rgb = [0, 0, 0];
  let count = 0;
  for (let j = 0; j + 2 < rgb.length; j += 3 * AIR_SAMPLE_STEP, count++) {
    for (let k = 0; k < 3; k++) mean[k] += rgb[j + k];
  }
  return mixc(mul(mean, 1 / count), WHITE_AIR, 0.55);
}

/** Fog of a colour (linear) that thickens towards the lower half. */
function addFog(frame: Frame, air: Rgb, amount: number, state: SceneState): void {
  const { w, h, rgb } = frame;
  const noise = makeNoise(state.seed, "fog");
  const step = Math.max(2, Math.round(Math.min(w, h) / 256));
  const banks = coarseField(w, h, step, (x, y) => noise.fbm((x / w) * 3, (y / h) * 6, 3));
  eachRow(state, 0, h, (y) => {
    const depth = smooth(0.15, 0.75, y / h);
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const share = clamp(depth * (0.5 + banks(x, y)) * 0.75 * amount);
      for (let k = 0; k < 3; k++) rgb[j + k] = mix(rgb[j + k], air[k], share);
    }
  });
}

/** The pale, bluish, weakly coloured light of a snowy day. */
function whiten(frame: Frame, amount: number, state: SceneState): void {
  const { w, h, rgb } = frame;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const [lightness, a, b] = oklab([rgb[j], rgb[j + 1], rgb[j + 2]]);
      const pale = unoklab([
        mix(lightness, Math.min(1, lightness * 1.06 + 0.05), amount),
        a * mix(1, 0.5, amount),
        mix(b, b * 0.5 - 0.012, amount),
      ]);
      rgb[j] = pale[0];
      rgb[j + 1] = pale[1];
      rgb[j + 2] = pale[2];
    }
  });
}

/** Weather and lights of the sky laid over a picture, by `strength` (0 to 1). */
export function applyWeather(
  frame: Frame,
  wishes: Wishes,
  sky: Sky,
  strength: number,
  state: SceneState,
): void {
  const { w, h } = frame;
  const amount = clamp(0.4 + strength);
  if (wishes.fog) addFog(frame, wishes.sky ? sky.fog : airOf(frame), amount, state);
  if (wishes.rain) rain(frame, state, amount);
  state.check();
  if (wishes.snow) {
    whiten(frame, strength, state);
    snowfall(frame, state, amount);
  }
  state.check();
  if (wishes.rays) {
    const noise = makeNoise(state.seed, "rays");
    const from = { sx: w * 0.75, sy: -h * 0.05 };
    paintRays(frame, { ...from, color: sky.sun, noise, amount: strength });
  }
  state.check();
  if (wishes.stars && sky.night > 0) {
    const count = Math.round(700 * strength);
    paintStars(frame, { horizon: h * 0.4, rng: state.rng("stars"), n: count });
  }
  if (wishes.glow) {
    const radius = Math.min(w, h) / 80;
    bloom(frame, { threshold: 0.45, amount: strength * 0.6, radius });
  }
}
