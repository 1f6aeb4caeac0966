/** Whole flowers of fourteen kinds, from rings of petals. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { adjust, css, hex, mixc, mul } from "../core/color.ts";
import type { Rng } from "../types.ts";
import type { FlowerKind } from "./botanical-kinds.ts";
import { drawPetal, type Petal, type PetalColors } from "./botanical-petals.ts";

const TURN = Math.PI * 2;
/** Angle between successive seeds of a head (Vogel 1979). */
const GOLDEN_ANGLE = 2.39996;

type Look = Omit<Partial<Petal>, "angle" | "length" | "width">;
type Flower = {
  context: SKRSContext2D;
  rng: Rng;
  radius: number;
  colors: PetalColors;
  side: number;
};

/**
 * Draws one flower around (cx, cy), `radius` pixels wide from heart to tip; `tilt` below 1 turns
 * it away from the viewer, `side` is the shorter side of the frame.
 */
export function flower(
  context: SKRSContext2D,
  rng: Rng,
  kind: FlowerKind,
  cx: number,
  cy: number,
  radius: number,
  colors: PetalColors,
  side: number,
  tilt = 1,
): void {
  context.save();
  context.translate(cx, cy);
  context.rotate(rng.range(-0.25, 0.25));
  context.scale(1, tilt);
  DRAW[kind]({ context, rng, radius, colors, side });
  context.restore();
}

/** A ring of petals, starting anywhere. */
function ring(flower: Flower, count: number, length: number, width: number, look: Look = {}): void {
  const { context, rng, radius, colors, side } = flower;
  const start = rng() * TURN;
  for (let i = 0; i < count; i++) {
    drawPetal(context, rng, {
      angle: start + (i / count) * TURN + rng.range(-0.06, 0.06),
      length: radius * length * rng.range(0.93, 1.07),
      width: radius * width,
      colors,
      side,
      ...look,
    });
  }
}

/** A single petal, its root moved down the flower. */
function single(
  { context, rng, radius, colors, side }: Flower,
  angle: number,
  length: number,
  width: number,
  look: Look & { root?: number } = {},
): void {
  const { root = 0, ...rest } = look;
  context.save();
  context.translate(0, radius * root);
  const size = { length: radius * length, width: radius * width };
  drawPetal(context, rng, { angle, ...size, colors, side, ...rest });
  context.restore();
}

/** Rings that open outwards, with the spiral of the bud in the middle. */
function ruffled(flower: Flower, rings: readonly number[], notch: number): void {
  for (const [k, count] of rings.entries()) {
    const t = 1 - k / rings.length;
    const look = { tip: -0.25, shade: 0.72 + 0.36 * t, cup: 0.05, veins: 5, notch };
    ring(flower, count, 0.26 + 0.78 * t, 0.3 + 0.33 * t, look);
  }
  const { context, radius, colors } = flower;
  context.strokeStyle = css(adjust(colors[0], -0.16), 0.75);
  context.lineWidth = radius * 0.026;
  context.lineCap = "round";
  for (let k = 0; k < 3; k++) {
    context.beginPath();
    for (let q = 0; q < 60; q++) {
      const angle = q * 0.16 + k * 2.1;
      const r = radius * (0.02 + q * 0.0028);
      context.lineTo(Math.cos(angle) * r, Math.sin(angle) * r);
    }
    context.stroke();
  }
}

/** Two rings of rays around a seed head. */
function rayed(
  flower: Flower,
  rays: number,
  width: number,
  tips: readonly [number, number],
  notch: number,
): void {
  ring(flower, rays, 1, width, { tip: tips[0], notch, veins: 5, shade: 0.86 });
  ring(flower, rays, 0.9, width * 0.95, { tip: tips[1], notch, veins: 5 });
}

/** Two broad rings around a dark heart. */
function bowl(flower: Flower, petals: number, widths: [number, number], seeds: string[]): void {
  ring(flower, petals, 1, widths[0], { tip: -0.15, shade: 0.84, veins: 13 });
  ring(flower, petals, 0.84, widths[1], { tip: -0.15, veins: 13 });
  seedHead(flower, 0.19, seeds);
  stamens(flower, 0.34, "#14121a", 40);
}

const SEEDS = 340;

function seedHead(
  { context, rng, radius }: Flower,
  share: number,
  codes: readonly string[],
  offsetY = 0,
): void {
  const [centre, middle, edge] = codes.map(hex);
  const size = radius * share;
  for (let i = 0; i < SEEDS; i++) {
    const t = i / SEEDS;
    const r = size * Math.sqrt(t);
    const color = t < 0.5 ? mixc(centre, middle, t * 2) : mixc(middle, edge, t * 2 - 1);
    context.fillStyle = css(mul(color, 0.75 + 0.5 * rng()));
    context.beginPath();
    const angle = i * GOLDEN_ANGLE;
    context.arc(Math.cos(angle) * r, offsetY + Math.sin(angle) * r, size * 0.058, 0, 7);
    context.fill();
  }
}

function stamens({ context, rng, radius }: Flower, share: number, color: string, n: number): void {
  const reach = radius * share;
  context.strokeStyle = color;
  context.fillStyle = color;
  context.lineWidth = reach * 0.02;
  for (let i = 0; i < n; i++) {
    const angle = rng() * TURN;
    const r = reach * rng.range(0.5, 1);
    const x = Math.cos(angle) * r;
    const y = Math.sin(angle) * r;
    context.beginPath();
    context.moveTo(0, 0);
    context.lineTo(x, y);
    context.stroke();
    context.beginPath();
    context.arc(x, y, reach * 0.045, 0, 7);
    context.fill();
  }
}

/** Angle, length, width and shade of a tulip's petals, back to front. */
const TULIP: readonly (readonly [number, number, number, number])[] = [
  [-0.5, 0.95, 0.46, 0.72],
  [0.5, 0.95, 0.46, 0.72],
  [0, 1.08, 0.5, 0.84],
  [-0.26, 1, 0.46, 0.98],
  [0.26, 1, 0.46, 1.03],
  [0, 0.9, 0.5, 1.1],
];

function tulip(flower: Flower): void {
  for (const [angle, length, width, shade] of TULIP) {
    single(flower, angle, 1.55 * length, width, { tip: 0.42, shade, veins: 7, root: 0.62 });
  }
}

function lotus(flower: Flower): void {
  flower.context.translate(0, flower.radius * 0.12);
  for (let k = 0; k < 4; k++) {
    const opening = 1 - k / 4.6;
    const petals = 7 - k;
    for (let i = 0; i < petals; i++) {
      const s = (i / (petals - 1)) * 2 - 1;
      const length = (0.86 + 0.34 * (1 - Math.abs(s))) * (0.82 + 0.2 * opening);
      const look = { tip: 0.6, shade: 0.8 + 0.07 * k, veins: 7, root: 0.45 };
      single(flower, s * (1.45 - k * 0.28), length, 0.3, look);
    }
  }
  seedHead(flower, 0.16, ["#c79a1e", "#f4d05a", "#fff0a0"], flower.radius * 0.22);
}

function lily(flower: Flower): void {
  flower.context.translate(0, flower.radius * 0.12);
  ring(flower, 3, 1.05, 0.36, { tip: 0.7, shade: 0.82 });
  ring(flower, 3, 1, 0.34, { tip: 0.7 });
  stamens(flower, 0.5, "#c46a1e", 6);
}

function orchid(flower: Flower): void {
  const [heart, middle] = flower.colors;
  ring(flower, 3, 1, 0.4, { tip: 0.4, shade: 0.85 });
  single(flower, -1.35, 1, 0.66, { tip: 0 });
  single(flower, 1.35, 1, 0.66, { tip: 0 });
  const lip: PetalColors = [adjust(heart, -0.1, 1.2), heart, middle];
  single(flower, Math.PI, 0.6, 0.34, { tip: 0, colors: lip });
  seedHead(flower, 0.1, ["#b0681e", "#f4c04a", "#fff0b0"]);
}

function hibiscus(flower: Flower): void {
  const { context, rng, radius, colors } = flower;
  ring(flower, 5, 1, 0.66, { tip: -0.1, veins: 13 });
  context.fillStyle = css(adjust(colors[0], -0.22, 1.1), 0.55);
  context.beginPath();
  context.arc(0, 0, radius * 0.22, 0, 7);
  context.fill();
  context.strokeStyle = "#ffd27a";
  context.lineWidth = radius * 0.06;
  context.lineCap = "round";
  context.beginPath();
  context.moveTo(0, 0);
  context.quadraticCurveTo(radius * 0.3, -radius * 0.3, radius * 0.42, -radius * 0.72);
  context.stroke();
  context.fillStyle = "#ffb52e";
  for (let i = 0; i < 26; i++) {
    const x = radius * (0.3 + 0.14 * rng());
    const y = -radius * (0.35 + 0.42 * rng());
    context.beginPath();
    context.arc(x, y, radius * 0.026, 0, 7);
    context.fill();
  }
}

function dahlia(flower: Flower): void {
  for (let k = 0; k < 7; k++) {
    const t = 1 - k / 7.6;
    const look = { tip: 0.55, shade: 0.74 + 0.3 * t, veins: 3 };
    ring(flower, Math.round(10 + 12 * t), t * 1.02, 0.13 * (0.6 + 0.6 * t), look);
  }
}

const YELLOW_SEEDS = ["#b06a0a", "#f0b21e", "#ffe27a"];

const DRAW: Readonly<Record<FlowerKind, (flower: Flower) => void>> = {
  rose: (f) => ruffled(f, [7, 7, 5, 5, 5, 5], 0),
  peony: (f) => ruffled(f, [9, 9, 9, 9, 9, 9, 9], 0.05),
  dahlia,
  sunflower(f) {
    rayed(f, 22, 0.15, [0.75, 0.7], 0);
    seedHead(f, 0.46, ["#2a160a", "#5a3413", "#8a5a1c"]);
  },
  daisy(f) {
    rayed(f, 19, 0.15, [0.05, 0.05], 0);
    seedHead(f, 0.25, YELLOW_SEEDS);
  },
  cosmos(f) {
    rayed(f, 8, 0.36, [0.05, 0.05], 0.065);
    seedHead(f, 0.25, YELLOW_SEEDS);
  },
  tulip,
  lotus,
  lily,
  cherry(f) {
    ring(f, 5, 1, 0.55, { tip: 0, notch: 0.13, veins: 7 });
    stamens(f, 0.5, "#b3476a", 18);
  },
  orchid,
  hibiscus,
  poppy: (f) => bowl(f, 4, [0.78, 0.7], ["#14181a", "#2c3a2c", "#7a8a5a"]),
  anemone: (f) => bowl(f, 7, [0.46, 0.42], ["#14121e", "#2a2640", "#5a5680"]),
};
