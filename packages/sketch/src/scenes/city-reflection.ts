/** Wet ground that mirrors what stands above it, in ripples that grow towards the viewer. */
import { clamp, mix } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { Frame, Rgb, SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";

/** Fills everything below `horizon`; `deep` is the colour of the ground itself. */
export function reflectGround(
  frame: Frame,
  state: SceneState,
  noise: Noise,
  horizon: number,
  deep: Rgb,
): void {
  const { w, h, rgb } = frame;
  const shore = Math.floor(horizon);
  const above = rgb.slice(0, shore * w * 3);
  eachRow(state, shore, h, (y) => {
    const depth = (y - shore) / (h - shore);
    const far = 1 / (0.05 + depth);
    const share = 0.86 - 0.3 * depth;
    for (let x = 0, j = y * w * 3; x < w; x++, j += 3) {
      const across = (x / w - 0.5) * far;
      const swell = noise.fbm(across * 2.2, far * 3.4, 3);
      const chop = noise.n2(across * 9 + 5, far * 9);
      const ripple = (swell * 0.6 + chop * 0.16) * (0.35 + depth);
      const mirrored = shore - (y - shore) * 1.02 + ripple * h * 0.075 * (0.25 + depth);
      const row = clamp(mirrored, 0, shore - 1) | 0;
      const rowAbove = clamp(row - h * 0.02 * (0.3 + depth), 0, shore - 1) | 0;
      const column = clamp(x + ripple * w * 0.012, 0, w - 1) | 0;
      const p = (row * w + column) * 3;
      const q = (rowAbove * w + column) * 3;
      for (let c = 0; c < 3; c++) {
        rgb[j + c] = mix(deep[c], (above[p + c] * 0.6 + above[q + c] * 0.4) * 0.92, share);
      }
    }
  });
}
