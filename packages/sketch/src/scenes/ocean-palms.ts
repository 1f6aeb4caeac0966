/** Palms that lean into the frame from its sides, near-silhouettes against the light. */
import { type Rgb, css } from "../core/color.ts";
import type { Frame, Layer } from "../core/frame.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";

const FRONDS = 13;
const TURN = Math.PI * 2;

type Point = readonly [x: number, y: number];

type Palm = {
  layer: Layer;
  rng: Rng;
  /** Shorter side of the frame in pixels: all thicknesses are shares of it. */
  side: number;
  /** Leaves and bark in this light, scaled, as CSS. */
  leaf: (k: number) => string;
  bark: (k: number) => string;
};

function alongCurve(a: Point, control: Point, b: Point, t: number): Point {
  const s = 1 - t;
  return [
    s * s * a[0] + 2 * s * t * control[0] + t * t * b[0],
    s * s * a[1] + 2 * s * t * control[1] + t * t * b[1],
  ];
}

function drawTrunk({ layer, side, bark }: Palm, foot: Point, top: Point): void {
  const { context } = layer;
  const lean = top[0] - foot[0];
  const bend: Point = [foot[0] + lean * 0.1, foot[1]];
  for (let q = 0; q < 1; q += 0.006) {
    const [x] = alongCurve(foot, bend, top, q);
    const y = foot[1] + (top[1] - foot[1]) * q;
    context.fillStyle = bark(1.1 + Math.sin(q * 160) * 0.35);
    context.beginPath();
    context.ellipse(x, y, side * 0.0115 * (1.35 - q * 0.75), side * 0.009, 0, 0, TURN);
    context.fill();
  }
}

/** A rib with leaflets on both sides, long in the middle, bent outwards and hanging. */
function drawFrond({ layer, rng, side, leaf }: Palm, crown: Point, angle: number): void {
  const { context } = layer;
  const length = side * rng.range(0.19, 0.27);
  const up = Math.max(0, -Math.sin(angle));
  const along = Math.cos(angle);
  const bend: Point = [crown[0] + along * length * 0.5, crown[1] - length * (0.12 + up * 0.52)];
  const tip: Point = [
    crown[0] + along * length * (0.82 + up * 0.2),
    crown[1] + length * (0.46 - up * 0.98),
  ];
  context.strokeStyle = leaf(1.5);
  context.lineWidth = side * 0.0032;
  context.beginPath();
  context.moveTo(crown[0], crown[1]);
  context.quadraticCurveTo(bend[0], bend[1], tip[0], tip[1]);
  context.stroke();
  for (let q = 0.06; q <= 1; q += LEAFLET_STEP) {
    const root = alongCurve(crown, bend, tip, q);
    const ahead = alongCurve(crown, bend, tip, q + 0.01);
    const outwards = Math.atan2(ahead[1] - root[1], ahead[0] - root[0]);
    const leaflet = length * 0.3 * Math.pow(Math.sin(Math.PI * (0.1 + 0.82 * q)), 0.6);
    for (const edge of [-1, 1]) {
      const spread = outwards + edge * (1.05 - 0.5 * q) + rng.range(-0.12, 0.12);
      const reach = leaflet * rng.range(0.8, 1.1);
      const end: Point = [
        root[0] + Math.cos(spread) * reach,
        root[1] + Math.sin(spread) * reach * 0.8 + reach * 0.34,
      ];
      // The half-width stands across the leaflet, or leaflets along the view would vanish.
      const across: Point = [Math.sin(spread) * side * 0.0021, -Math.cos(spread) * side * 0.0021];
      const middle: Point = [
        root[0] + Math.cos(spread) * reach * 0.5,
        root[1] + Math.sin(spread) * reach * 0.48,
      ];
      context.fillStyle = leaf(0.8 + rng() * (edge * Math.sign(along) < 0 ? 2.2 : 1.1));
      context.beginPath();
      context.moveTo(root[0], root[1]);
      context.quadraticCurveTo(
        middle[0] + across[0] * 2,
        middle[1] + across[1] * 2,
        end[0],
        end[1],
      );
      context.quadraticCurveTo(middle[0] - across[0], middle[1] - across[1], root[0], root[1]);
      context.fill();
    }
  }
}

const LEAFLET_STEP = 0.022;

/** Draws `count` palms in light `lit`, the first on the side of the sun. */
export function palms(frame: Frame, state: SceneState, lit: Readonly<Rgb>, count = 2): void {
  const { w, h } = frame;
  const rng = state.rng("palms");
  const layer = frame.canvas();
  const palm: Palm = {
    layer,
    rng,
    side: Math.min(w, h),
    leaf: (k) =>
      css([0.012 + lit[0] * 0.05 * k, 0.018 + lit[1] * 0.068 * k, 0.012 + lit[2] * 0.034 * k]),
    bark: (k) =>
      css([0.015 + lit[0] * 0.058 * k, 0.013 + lit[1] * 0.048 * k, 0.012 + lit[2] * 0.038 * k]),
  };
  layer.context.lineCap = "round";
  const sunRight = (state.light?.flip ?? 1) > 0;
  for (let k = 0; k < count; k++) {
    const left = sunRight !== (k % 2 === 1);
    const x = left ? w * rng.range(-0.02, 0.1) : w * rng.range(0.9, 1.02);
    const y = h * rng.range(0.99, 1.06);
    const height = h * rng.range(0.5, 0.72) * (k ? 0.8 : 1);
    const lean = (left ? 1 : -1) * w * rng.range(0.08, 0.2);
    const crown: Point = [x + lean, y - height];
    drawTrunk(palm, [x, y], crown);
    for (let i = 0; i < FRONDS; i++) {
      // Outer fronds first, so that those pointing up lie over them.
      const order = i % 2 === 0 ? i / 2 : FRONDS - 1 - (i - 1) / 2;
      const angle = Math.PI * (-1.14 + 1.28 * (order / (FRONDS - 1))) + rng.range(-0.1, 0.1);
      drawFrond(palm, crown, angle);
    }
  }
  frame.draw(layer.canvas);
}
