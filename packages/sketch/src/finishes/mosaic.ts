import { type Rgb, adjust, hex, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { shortSide } from "./plane.ts";
import { eachCellPixel, superpixels } from "./superpixels.ts";

const GROUT = hex("#2a2521");
/** Stones across the short side. */
const STONES = 54;
/** Half the width of the joints, as a share of the short side. */
const JOINT = 0.0019;

type Stone = { colour: Rgb; tilt: number; facing: number };

/** Mosaic: small stones laid along the picture's edges, each tilted a little in its bed of grout. */
export function mosaic(frame: Frame, state: SceneState): void {
  const { rgb } = frame;
  const side = shortSide(frame);
  const rng = state.rng("mosaic");
  const noise = makeNoise(state.seed, "mosaic");
  const cells = superpixels(frame, state, { cell: side / STONES, pull: 2.4, jitter: 0.25, rng });
  const stones: Stone[] = [];
  for (let j = 0; j < cells.colours.length; j += 3) {
    const colour: Rgb = [cells.colours[j], cells.colours[j + 1], cells.colours[j + 2]];
    stones.push({
      colour: adjust(colour, rng.gauss() * 0.028, 1.2),
      tilt: rng.range(0.03, 0.14),
      facing: rng.range(0, Math.PI * 2),
    });
  }
  eachCellPixel(frame, cells, state, (j, x, y, cell, border) => {
    const { colour, tilt, facing } = stones[cell];
    const across = Math.cos(facing) * x + Math.sin(facing) * y;
    const sheen = 1 + tilt * Math.sin((across / side) * STONES * 1.6 + facing);
    const edge = 0.82 + 0.2 * smooth(0, side * 0.006, border);
    const speck = 1 + 0.05 * noise.n2(x * 0.4, y * 0.4);
    const joint = smooth(side * JOINT * 1.6, side * JOINT * 0.5, border);
    for (let k = 0; k < 3; k++) {
      rgb[j + k] = mix(colour[k] * sheen * edge * speck * 1.08, GROUT[k], joint);
    }
  });
}
