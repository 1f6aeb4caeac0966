/** A bank of mist about the horizon, denser far away. */
import { clamp, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { Noise } from "../core/noise.ts";
import type { Sky } from "../sky.ts";
import type { SceneState } from "../types.ts";

/** Distances between which the mist comes in. */
const FROM = 30;
const TO = 220;

export type MistOptions = { horizon: number; noise: Noise; sky: Sky; amount: number };

export function mist(frame: Frame, state: SceneState, options: MistOptions): void {
  const { w, h, rgb, depth } = frame;
  const { horizon, noise, sky, amount } = options;
  const phase = state.rng("mist")() * 40;
  const sunShare = 0.12 * Math.min(1, sky.sunStrength) * (sky.night ? 0.2 : 1);
  const color = sky.fog.map((fog, c) => fog * 0.95 + sky.sun[c] * sunShare);
  const last = Math.min(h, horizon + h * 0.3);
  for (let y = Math.max(0, Math.floor(horizon - h * 0.16)); y < last; y++) {
    const band = Math.exp(-(((y - horizon - h * 0.04) / (h * 0.085)) ** 2));
    if (band < 0.02) continue;
    for (let x = 0; x < w; x++) {
      const wisps = 0.35 + noise.fbm((x / w) * 3.2 + phase, (y / h) * 13, 4) * 0.9;
      const distance = depth ? depth[y * w + x] : Infinity;
      const far = distance > 1e8 ? 0.5 : smooth(FROM, TO, distance);
      const k = clamp(wisps * band * amount * far * 1.3);
      const j = (y * w + x) * 3;
      for (let c = 0; c < 3; c++) rgb[j + c] = mix(rgb[j + c], color[c], k);
    }
    if ((y & 31) === 0) state.check();
  }
}
