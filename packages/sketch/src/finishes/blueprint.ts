import { clamp, hex, mix } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { simplifyAndOutline } from "./outlines.ts";
import { eachRow } from "../core/rows.ts";
import { lightnessPlane, shortSide } from "./plane.ts";

const GROUND = hex("#123a6b");
const LINE = hex("#dcecff");
/** Grid lines across the short side; every fifth is stronger. */
const GRID = 30;
const MAJOR_EVERY = 5;
const MINOR_LIGHT = 0.07;
const MAJOR_LIGHT = 0.16;

function gridLight(x: number, y: number, pitch: number): number {
  const onLine = (v: number, step: number) => v % step === 0;
  if (onLine(x, pitch * MAJOR_EVERY) || onLine(y, pitch * MAJOR_EVERY)) return MAJOR_LIGHT;
  return onLine(x, pitch) || onLine(y, pitch) ? MINOR_LIGHT : 0;
}

/** Blueprint: white outlines on blue paper with a measuring grid. */
export function blueprint(frame: Frame, state: SceneState): void {
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const tones = lightnessPlane(frame);
  state.check();
  const width = Math.max(1, side * 0.0014);
  const style = { width, balance: 0.983, sharpness: 10 };
  const lines = simplifyAndOutline(frame, side * 0.004, style, state);
  const pitch = Math.max(4, Math.round(side / GRID));
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const tone = Math.min(1, tones[i]);
      const light = clamp((1 - lines[i]) * 0.95 + gridLight(x, y, pitch));
      for (let k = 0; k < 3; k++) {
        rgb[i * 3 + k] = mix(GROUND[k] * (0.8 + 0.45 * tone), LINE[k], light);
      }
    }
  });
}
