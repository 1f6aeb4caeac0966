import { clamp, hex, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { emptyFlow, flowAt, flowField } from "./flow-field.ts";
import { stretchLevels } from "./levels.ts";
import { simplifyAndOutline } from "./outlines.ts";
import { eachRow } from "../core/rows.ts";
import { blur, lightnessPlane, shortSide } from "./plane.ts";

const PAPER = hex("#f3ead6");
const INK = hex("#14171c");
/** Distance between gouge marks, as a share of the short side. */
const GOUGE_SPACING = 0.0125;
/** Marks where the picture shows no direction run at this angle, in radians. */
const RESTING_ANGLE = 0.5;
/** Lightness at which gouges set in, and at which they have cut everything away. */
const FIRST_CUT = 0.34;
const CLEARED = 0.6;
/** How much lighter than what surrounds it a place is cut, so that forms stand off their ground. */
const SET_OFF = 1.5;
/** Gouges follow a form from this clarity of its direction on. */
const LEAST_COHERENCE = 0.3;

/** Linocut: one black ink; gouge marks that follow the forms thin the black towards the light. */
export function linocut(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.55 }, state);
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const noise = makeNoise(state.seed, "linocut");
  // Leaves and waves become planes first: a knife cuts no speckle.
  const style = { width: Math.max(1, side * 0.0022), balance: 0.985, sharpness: 8 };
  const lines = simplifyAndOutline(frame, side * 0.009, style, state);
  const plane = lightnessPlane(frame);
  const flow = flowField(plane, w, h, Math.max(2, side * 0.012));
  state.check();
  const local = blur(plane.slice(), w, h, side * 0.002, 1, state);
  const surround = blur(plane, w, h, side * 0.07, 1, state);
  const ink = state.spec.inkColor ?? INK;
  const found = emptyFlow();
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      flowAt(flow, x, y, found);
      const angle = found.coherence > LEAST_COHERENCE ? found.angle : RESTING_ANGLE;
      const across = (y * Math.cos(angle) - x * Math.sin(angle)) / (side * GOUGE_SPACING);
      const bend = noise.fbm((x / side) * 5, (y / side) * 5, 2) * 0.9;
      const ridge = 0.5 + 0.5 * Math.sin((across + bend) * Math.PI * 2);
      const lightness = clamp(local[i] + (local[i] - surround[i]) * SET_OFF);
      const cut = smooth(-0.06, 0.06, lightness - mix(FIRST_CUT, CLEARED, ridge));
      // Small flaws of the print: ink that did not take.
      const flaw = noise.n2(x * 0.4, y * 0.4) > 0.8 ? 0.8 : 1;
      // Outlines print where the wood is cleared, and are cut where it is not.
      const outlined =
        lightness > (FIRST_CUT + CLEARED) / 2 ? cut * lines[i] : mix(0.9, cut, lines[i]);
      const bare = 1 - (1 - outlined) * flaw;
      for (let k = 0; k < 3; k++) rgb[i * 3 + k] = mix(ink[k], PAPER[k], bare);
    }
  });
}
