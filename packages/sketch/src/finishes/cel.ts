import { clamp, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { stretchLevels } from "./levels.ts";
import { simplifyAndOutline } from "./outlines.ts";
import { eachRow } from "../core/rows.ts";
import { lightnessPlane, shortSide } from "./plane.ts";
import { posterise } from "./posterise.ts";

/** Painted cel: soft flat tones, clear colour, fine dark outlines. */
export function anime(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const width = Math.max(1, side * 0.0013);
  const style = { width, balance: 0.982, sharpness: 10 };
  const lines = simplifyAndOutline(frame, side * 0.006, style, state);
  posterise(frame, state, 10, 1.25);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const gain = mix(0.35, 1, lines[i]) * 1.06;
      rgb[i * 3] = rgb[i * 3] * gain + 0.01;
      rgb[i * 3 + 1] = rgb[i * 3 + 1] * gain + 0.008;
      rgb[i * 3 + 2] = rgb[i * 3 + 2] * gain + 0.014;
    }
  });
}

/** Turn of the halftone screen in radians, and its pitch as a share of the short side. */
const SCREEN_ANGLE = 0.26;
const SCREEN_PITCH = 0.0092;
const LINE_BLACK = 0.012;

/** How far a dot of the halftone screen covers this pixel at the given depth of tone (0 to 1). */
function halftone(x: number, y: number, pitch: number, tone: number): number {
  const cos = Math.cos(SCREEN_ANGLE);
  const sin = Math.sin(SCREEN_ANGLE);
  const u = (x * cos + y * sin) / pitch;
  const v = (y * cos - x * sin) / pitch;
  const reach = Math.hypot(u - Math.round(u), v - Math.round(v));
  const radius = Math.sqrt(tone) * 0.6;
  return smooth(radius + 0.09, radius - 0.09, reach) * smooth(0.08, 0.3, tone);
}

/** Comic print: five flat tones of loud colour, halftone dots in the shade, bold black lines. */
export function comic(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.53 }, state);
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const tones = lightnessPlane(frame);
  state.check();
  const width = Math.max(1, side * 0.0019);
  const style = { width, balance: 0.975, sharpness: 16 };
  const lines = simplifyAndOutline(frame, side * 0.007, style, state);
  posterise(frame, state, 5, 1.35);
  const pitch = Math.max(3, side * SCREEN_PITCH);
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const dot = halftone(x, y, pitch, clamp(1 - tones[i] * 1.15));
      for (let k = 0; k < 3; k++) {
        const j = i * 3 + k;
        const printed = mix(rgb[j] * 1.1 + 0.02, rgb[j] * 0.5, dot * 0.7);
        rgb[j] = mix(LINE_BLACK, printed, lines[i]);
      }
    }
  });
}
