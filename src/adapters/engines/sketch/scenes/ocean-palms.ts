/** Palms that lean into the frame from its sides, near-silhouettes against the light. */
import { type Rgb, css } from "../core/color.ts";
import type { Frame, Layer } from "../core/frame.ts";
import type { Rng } from "../core/rng.ts";
import type { SceneState } from "../types.ts";

const FRONDS = 10;
const TURN = Math.PI * 2;

type Point = readonly [x: number, y: number];

type Palm = {
  layer: Layer;
  rng: Rng;
  /** Shorter side of the frame in pixels: all thicknesses are shares of it. */
  side: number;
  dark: (k: number) => string;
};

function alongCurve(a: Point, control: Point, b: Point, t: number): Point {
  const s = 1 - t;
  return [
    s * s * a[0] + 2 * s * t * control[0] + t * t * b[0],
    s * s * a[1] + 2 * s * t * control[1] + t * t * b[1],
  ];
}

function drawTrunk({ layer, side, dark }: Palm, foot: Point, top: Point): void {
  const { context } = layer;
  const lean = top[0] - foot[0];
  const bend: Point = [foot[0] + lean * 0.1, foot[1]];
  for (let q = 0; q < 1; q += 0.006) {
    const [x] = alongCurve(foot, bend, top, q);
    const y = foot[1] + (top[1] - foot[1]) * q;
    context.fillStyle = dark(1 + Math.sin(q * 160) * 0.5);
    context.beginPath();
    context.ellipse(x, y, side * 0.013 * (1.25 - q * 0.6), side * 0.009, 0, 0, TURN);
    context.fill();
  }
}

/** One rib with a short and a long leaflet at every step. */
function drawFrond({ layer, rng, side, dark }: Palm, crown: Point, angle: number): void {
  const { context } = layer;
  const length = side * rng.range(0.17, 0.25);
  const up = Math.max(0, -Math.sin(angle));
  const along = Math.cos(angle);
  const tip: Point = [
    crown[0] + along * length * 1.05,
    crown[1] - up * length * 0.18 + length * (0.42 - up * 0.2),
  ];
  const bend: Point = [crown[0] + along * length * 0.5, crown[1] - length * (0.16 + up * 0.34)];
  context.strokeStyle = dark(1.6);
  context.lineWidth = side * 0.0034;
  context.beginPath();
  context.moveTo(crown[0], crown[1]);
  context.quadraticCurveTo(bend[0], bend[1], tip[0], tip[1]);
  context.stroke();
  const towards = along >= 0 ? 1 : -1;
  const pixel = side / 1024;
  for (let q = 0.08; q <= 1; q += 0.03) {
    const [x, y] = alongCurve(crown, bend, tip, q);
    const leaflet = length * 0.24 * Math.pow(Math.sin(Math.PI * (0.1 + 0.86 * q)), 0.7);
    context.fillStyle = dark(1 + rng() * 1.4);
    for (const { turn, reach, drop } of LEAFLETS) {
      const a = Math.PI / 2 - towards * turn * 0.9 + rng.range(-0.1, 0.1);
      context.beginPath();
      context.moveTo(x - 1.6 * pixel, y);
      context.lineTo(
        x + Math.cos(a) * leaflet * reach + towards * leaflet * 0.28,
        y + Math.sin(a) * leaflet * drop,
      );
      context.lineTo(x + 2.6 * pixel * towards, y);
      context.fill();
    }
  }
}

const LEAFLETS = [
  { turn: -0.5, reach: 1, drop: 0.85 },
  { turn: 0.4, reach: 0.55, drop: 0.2 },
];

/** Draws `count` palms in light `lit`, the first on the side of the sun. */
export function palms(frame: Frame, state: SceneState, lit: Readonly<Rgb>, count = 2): void {
  const { w, h } = frame;
  const rng = state.rng("palms");
  const layer = frame.canvas();
  const palm: Palm = {
    layer,
    rng,
    side: Math.min(w, h),
    dark: (k) =>
      css([0.02 + lit[0] * 0.05 * k, 0.025 + lit[1] * 0.055 * k, 0.02 + lit[2] * 0.05 * k]),
  };
  layer.context.lineCap = "round";
  const sunRight = (state.light?.flip ?? 1) > 0;
  for (let k = 0; k < count; k++) {
    const left = sunRight !== (k % 2 === 1);
    const x = left ? w * rng.range(-0.02, 0.1) : w * rng.range(0.9, 1.02);
    const y = h * rng.range(0.92, 1.04);
    const height = h * rng.range(0.5, 0.72) * (k ? 0.8 : 1);
    const lean = (left ? 1 : -1) * w * rng.range(0.08, 0.2);
    const crown: Point = [x + lean, y - height];
    drawTrunk(palm, [x, y], crown);
    for (let i = 0; i < FRONDS; i++) {
      const angle = Math.PI * (-1.12 + 1.24 * (i / (FRONDS - 1))) + rng.range(-0.09, 0.09);
      drawFrond(palm, crown, angle);
    }
  }
  frame.draw(layer.canvas);
}
