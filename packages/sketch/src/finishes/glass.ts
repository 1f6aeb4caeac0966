import { type Rgb, adjust, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { stretchLevels } from "./levels.ts";
import { shortSide } from "./plane.ts";
import { simplifyInPlace } from "./simplify.ts";
import { eachCellPixel, superpixels } from "./superpixels.ts";

/** Panes across the short side. */
const PANES = 21;
const LEAD = 0.012;
/** Panes are held a little over display white. */
const BRIGHTEST = 1.2;
/** Half the width of a lead came, as a share of the short side. */
const LEAD_WIDTH = 0.0032;

/** Stained glass: panes that follow the picture's edges, streaked and lit from behind, in lead. */
export function glass(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.55, low: 0.1 }, state);
  const { rgb } = frame;
  const side = shortSide(frame);
  const rng = state.rng("glass");
  const noise = makeNoise(state.seed, "glass");
  simplifyInPlace(frame, side * 0.008, state);
  const cells = superpixels(frame, state, { cell: side / PANES, pull: 4.5, jitter: 0.9, rng });
  const panes: Rgb[] = [];
  for (let j = 0; j < cells.colours.length; j += 3) {
    const colour: Rgb = [cells.colours[j], cells.colours[j + 1], cells.colours[j + 2]];
    panes.push(adjust(colour, rng.range(-0.04, 0.06), 1.5));
  }
  eachCellPixel(frame, cells, state, (j, x, y, cell, border) => {
    const streaks = 0.9 + 0.28 * noise.fbm((x / side) * 20, (y / side) * 9 + cell, 2);
    const bevel = 0.8 + 0.4 * smooth(0, side * 0.02, border);
    const lead = smooth(side * LEAD_WIDTH * 1.35, side * LEAD_WIDTH * 0.7, border);
    for (let k = 0; k < 3; k++) {
      const lit = Math.min(BRIGHTEST, panes[cell][k] * streaks * bevel * 1.12);
      rgb[j + k] = mix(lit, LEAD, lead);
    }
  });
}
