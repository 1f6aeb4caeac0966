import { clamp, hex, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { emptyFlow, flowAt, flowField } from "./flow-field.ts";
import { stretchLevels } from "./levels.ts";
import { eachRow } from "../core/rows.ts";
import { blur, lightnessPlane, shortSide } from "./plane.ts";

const PAPER = hex("#f3ead6");
const INK = hex("#14171c");
/** Distance between gouge marks, as a share of the short side. */
const GOUGE_SPACING = 0.0088;
/** Marks where the picture shows no direction run at this angle, in radians. */
const RESTING_ANGLE = 0.5;
/** Lightness at which gouges set in, and at which they have cut everything away. */
const FIRST_CUT = 0.22;
const CLEARED = 0.8;

/** Linocut: one black ink; gouge marks that follow the forms thin the black towards the light. */
export function linocut(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.55 }, state);
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const noise = makeNoise(state.seed, "linocut");
  const plane = lightnessPlane(frame);
  const flow = flowField(plane, w, h, Math.max(2, side * 0.005));
  state.check();
  const local = blur(plane.slice(), w, h, side * 0.002, 1, state);
  const surround = blur(plane, w, h, side * 0.06, 1, state);
  const ink = state.spec.inkColor ?? INK;
  const found = emptyFlow();
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      flowAt(flow, x, y, found);
      const angle = found.coherence > 0.15 ? found.angle : RESTING_ANGLE;
      const across = (y * Math.cos(angle) - x * Math.sin(angle)) / (side * GOUGE_SPACING);
      const bend = noise.fbm((x / side) * 5, (y / side) * 5, 2) * 1.6;
      const ridge = 0.5 + 0.5 * Math.sin((across + bend) * Math.PI * 2);
      const lightness = clamp(local[i] + (local[i] - surround[i]) * 0.9) * 1.15 - 0.02;
      const cut = smooth(-0.09, 0.09, lightness - mix(FIRST_CUT, CLEARED, ridge));
      // Small flaws of the print: ink that did not take.
      const flaw = noise.n2(x * 0.4, y * 0.4) > 0.72 ? 0.7 : 1;
      const bare = 1 - (1 - cut) * flaw;
      for (let k = 0; k < 3; k++) rgb[i * 3 + k] = mix(ink[k], PAPER[k], bare);
    }
  });
}
