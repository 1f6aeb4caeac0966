import { addUpsampled, downsample } from "../core/blur.ts";
import { oklab, smooth, unoklab, hypot } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { eachRow } from "../core/rows.ts";
import { blur, lightnessPlane, shortSide } from "./plane.ts";

const TUBE_LIGHTNESS = 0.78;
const TUBE_CHROMA = 0.2;
/** What is left of the picture behind the tubes. */
const REMAINDER = 0.05;
const GLOW = 1.1;
const GLOW_SCALE = 4;

/** Neon: the picture's edges as glowing tubes of their own hue on a near-black ground. */
export function neon(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const plane = lightnessPlane(frame);
  blur(plane, w, h, side * 0.0016, 1, state);
  const tubes = new Float32Array(w * h * 3);
  eachRow(state, 0, h, (y) => {
    if (y === 0 || y === h - 1) return;
    for (let x = 1; x < w - 1; x++) {
      const i = y * w + x;
      const slope = hypot(plane[i + 1] - plane[i - 1], plane[i + w] - plane[i - w]);
      const light = smooth(0.03, 0.13, slope);
      if (light === 0) continue;
      const [, a, b] = oklab([rgb[i * 3], rgb[i * 3 + 1], rgb[i * 3 + 2]]);
      const hue = Math.atan2(b, a);
      const tube = unoklab([
        TUBE_LIGHTNESS,
        TUBE_CHROMA * Math.cos(hue),
        TUBE_CHROMA * Math.sin(hue),
      ]);
      for (let k = 0; k < 3; k++) tubes[i * 3 + k] = tube[k] * light;
    }
  });
  // Light this soft needs no more than a quarter of the size.
  const glow = downsample(tubes, w, h, GLOW_SCALE);
  blur(glow.data, glow.w, glow.h, (side * 0.008) / GLOW_SCALE, 3, state);
  for (let j = 0; j < glow.data.length; j++) glow.data[j] *= GLOW;
  for (let j = 0; j < rgb.length; j++) rgb[j] = rgb[j] * REMAINDER + tubes[j] * 0.95;
  state.check();
  addUpsampled(frame, glow, GLOW_SCALE);
}
