import { type Rgb, adjust, clamp, hex, mix, smooth } from "../core/color.ts";
import type { Frame } from "../core/frame.ts";
import { type Noise, makeNoise } from "../core/noise.ts";
import type { SceneState } from "../types.ts";
import { stretchLevels } from "./levels.ts";
import { simplifyAndOutline } from "./outlines.ts";
import { paperTooth } from "./paper.ts";
import { eachRow } from "../core/rows.ts";
import { lightnessPlane, shortSide } from "./plane.ts";

const PAPER = hex("#f6f2ea");
const GRAPHITE = hex("#2b2c31");

/** One direction of hatching: it sets in at tone `from` and is dense at `to`. */
type Hatch = { angle: number; spacing: number; from: number; to: number; weight: number };

/** Spacings are shares of the short side; lighter tones get one direction, darks all three. */
const HATCHES: readonly Hatch[] = [
  { angle: 0.78, spacing: 0.0082, from: 0.14, to: 0.62, weight: 0.62 },
  { angle: 2.3, spacing: 0.0094, from: 0.42, to: 0.85, weight: 0.55 },
  { angle: 0.12, spacing: 0.0075, from: 0.66, to: 1, weight: 0.5 },
];

/** Hand-drawn strokes of one direction: bent a little, lifted at uneven lengths, unevenly pressed. */
function hatchAt(noise: Noise, hatch: Hatch, x: number, y: number, side: number): number {
  const cos = Math.cos(hatch.angle);
  const sin = Math.sin(hatch.angle);
  const along = (x * cos + y * sin) / side;
  const bend = noise.n2((x / side) * 5 + hatch.angle * 9, (y / side) * 5) * 0.9;
  const across = (y * cos - x * sin) / (side * hatch.spacing) + bend;
  const stroke = Math.floor(across);
  const wobble = noise.n2(stroke * 3.7, along * 9) * 0.16;
  const offset = Math.abs(across - stroke - 0.5 + wobble);
  const pressure = 0.62 + 0.55 * noise.n2(stroke * 7.31 + hatch.angle * 20, along * 11);
  return smooth(0.42, 0.12, offset) * clamp(pressure);
}

/** Graphite on toothed paper: layered hatching by tone and searched outlines; or coloured pencil. */
export function pencil(frame: Frame, state: SceneState): void {
  stretchLevels(frame, { mean: 0.52 }, state);
  const { w, h, rgb } = frame;
  const side = shortSide(frame);
  const noise = makeNoise(state.seed, "pencil");
  const tooth = paperTooth(state.seed);
  const fine = lightnessPlane(frame);
  state.check();
  const width = Math.max(1, side * 0.0016);
  const style = { width, balance: 0.985, sharpness: 9 };
  const lines = simplifyAndOutline(frame, side * 0.004, style, state);
  const calm = lightnessPlane(frame);
  const coloured = state.spec.colorPencil === true;
  eachRow(state, 0, h, (y) => {
    for (let x = 0, i = y * w; x < w; x++, i++) {
      const tone = clamp(1.02 - mix(calm[i], fine[i], 0.3) * 1.05);
      const grain = tooth(x, y);
      let lead = smooth(0.55, 1, tone) * 0.3;
      for (const hatch of HATCHES) {
        const density = smooth(hatch.from, hatch.to, tone);
        if (density > 0) lead += density * hatch.weight * hatchAt(noise, hatch, x, y, side);
      }
      lead *= 0.78 + grain * 0.6;
      lead = clamp(Math.max(lead, (1 - lines[i]) * 0.9 * (0.75 + grain * 0.4)));
      const j = i * 3;
      const pigment: Rgb = coloured
        ? adjust([rgb[j], rgb[j + 1], rgb[j + 2]], -0.06, 1.35)
        : GRAPHITE;
      const layer = (0.5 + 0.25 * tone) * (0.85 + grain * 0.6);
      const cover = coloured ? clamp(lead * 0.85 + layer) : lead;
      for (let k = 0; k < 3; k++) {
        rgb[j + k] = mix(PAPER[k] * (1 + grain * 0.03), pigment[k], cover);
      }
    }
  });
}
