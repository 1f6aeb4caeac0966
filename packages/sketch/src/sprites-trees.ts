/** How each species of tree is drawn on its sprite: light from the right, trunk at the foot. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { type Rgb, clamp, hex, mix } from "./core/color.ts";
import type { Rng } from "./core/rng.ts";
import type { Season, TreeSpecies } from "./types.ts";

export const SPRITE_SIZE = 192;

const TURN = Math.PI * 2;
const AUTUMN = ["#c0622a", "#d98a2e", "#9c3a22", "#e0b040"];

const palettes: Record<TreeSpecies, readonly string[]> = {
  conifer: ["#2c4a2e", "#1f3826", "#3c5c38"],
  broad: ["#4a6b2c", "#37552a", "#6b8a3a"],
  blossom: ["#d98aa6", "#c96a8e", "#e8b0c4"],
  palm: ["#3f6b32", "#2f5428", "#5a8a3c"],
  dead: ["#4a4038", "#3a322c"],
  birch: ["#b9a24a", "#8f9a3e", "#d8c060"],
  alien: ["#6a3a9a", "#3a8a9a", "#b04a9a"],
};

/** Foliage colours of a species; leaf trees turn in autumn. */
export function treeColors(species: TreeSpecies, season: Season | null): Rgb[] {
  const turns = season === "autumn" && species !== "conifer" && species !== "palm";
  return (turns ? AUTUMN : palettes[species]).map(hex);
}

export type TreeOptions = { rng: Rng; colors: readonly Rgb[]; variant: number; snow: boolean };

/** A linear colour scaled by `k` as CSS, with the plain 2.2 curve the blitter's square undoes. */
function paint(color: Readonly<Rgb>, k: number): string {
  const byte = (v: number) => Math.round(255 * Math.pow(clamp(v * k), 1 / 2.2));
  return `rgb(${byte(color[0])},${byte(color[1])},${byte(color[2])})`;
}

type Point = readonly [x: number, y: number];

function quadratic(a: Point, control: Point, b: Point, t: number): Point {
  const s = 1 - t;
  return [
    s * s * a[0] + 2 * s * t * control[0] + t * t * b[0],
    s * s * a[1] + 2 * s * t * control[1] + t * t * b[1],
  ];
}

function strokeCurve(context: SKRSContext2D, a: Point, control: Point, b: Point): void {
  context.beginPath();
  context.moveTo(a[0], a[1]);
  context.quadraticCurveTo(control[0], control[1], b[0], b[1]);
  context.stroke();
}

function strokeLine(context: SKRSContext2D, a: Point, b: Point): void {
  context.beginPath();
  context.moveTo(a[0], a[1]);
  context.lineTo(b[0], b[1]);
  context.stroke();
}

const CONIFER_TIERS = 15;
const BRANCHES_PER_TIER = 16;

/** Tiers of drooping branches, narrower towards the tip, snow on their upper side in winter. */
function drawConifer(context: SKRSContext2D, options: TreeOptions): void {
  const { rng, colors, variant, snow } = options;
  const color = colors[variant % colors.length];
  const centre = SPRITE_SIZE / 2;
  const spread = SPRITE_SIZE * rng.range(0.2, 0.3);
  context.strokeStyle = "#3a2c22";
  context.lineWidth = 5;
  strokeLine(context, [centre, SPRITE_SIZE], [centre, SPRITE_SIZE * 0.3]);
  for (let tier = 0; tier < CONIFER_TIERS; tier++) {
    const u = tier / (CONIFER_TIERS - 1);
    const y = SPRITE_SIZE * (0.93 - u * 0.96 * 0.9);
    const width = spread * (1 - u) ** 0.85 * (0.8 + rng() * 0.35) + 3;
    for (let branch = 0; branch < BRANCHES_PER_TIER; branch++) {
      const side = (branch / (BRANCHES_PER_TIER - 1)) * 2 - 1;
      const length = width * (Math.abs(side) * 0.9 + 0.1) * (0.7 + rng() * 0.5);
      const tipX = centre + Math.sign(side || 1) * length;
      const tipY = y + length * 0.42 + rng() * 4;
      const lit = (side > 0 ? 1.25 : 0.72) * (0.65 + 0.5 * rng()) * (0.75 + 0.4 * u);
      context.strokeStyle = paint(color, lit);
      context.lineWidth = 4.2 * (1 - u) + 2;
      strokeCurve(context, [centre, y - 3], [(centre + tipX) / 2, y], [tipX, tipY]);
      if (snow && rng() < 0.62) {
        context.strokeStyle = side > 0 ? "#f4f8fd" : "#c3d2e6";
        context.lineWidth = 3.2 * (1 - u) + 1.2;
        strokeCurve(
          context,
          [mix(centre, tipX, 0.25), y - 3.5],
          [(centre + tipX) / 2, y - 3],
          [tipX - Math.sign(side) * 2, tipY - 3.5],
        );
      }
    }
  }
}

const FRONDS = 11;

/** A leaning trunk and a crown of fronds, each a rib with hanging leaflets. */
function drawPalm(context: SKRSContext2D, { rng, colors, variant }: TreeOptions): void {
  const color = colors[variant % colors.length];
  const centre = SPRITE_SIZE / 2;
  const lean = rng.range(-0.18, 0.18) * SPRITE_SIZE;
  const crown: Point = [centre + lean * 0.4, SPRITE_SIZE * 0.3];
  context.strokeStyle = "#6b5236";
  context.lineWidth = 7;
  strokeCurve(
    context,
    [centre - lean * 0.6, SPRITE_SIZE],
    [centre - lean * 0.3, SPRITE_SIZE * 0.55],
    crown,
  );
  for (let frond = 0; frond < FRONDS; frond++) {
    const a = -Math.PI * (0.02 + 0.96 * (frond / (FRONDS - 1))) + rng.range(-0.1, 0.1);
    const length = SPRITE_SIZE * rng.range(0.26, 0.36);
    const along = Math.cos(a);
    const up = Math.sin(a);
    const tip: Point = [crown[0] + along * length, crown[1] + up * length * 0.62 + length * 0.3];
    const bend: Point = [
      crown[0] + along * length * 0.55,
      crown[1] + up * length * 0.75 - length * 0.1,
    ];
    for (let q = 0; q <= 1; q += 0.045) {
      const [x, y] = quadratic(crown, bend, tip, q);
      context.strokeStyle = paint(color, (along > 0 ? 1.2 : 0.75) * (0.7 + 0.4 * rng()));
      context.lineWidth = 2;
      const hang = 13 * Math.sin(Math.PI * (0.15 + 0.8 * q));
      strokeLine(context, [x, y], [x + along * 5 - 2, y + hang]);
    }
  }
}

/** A bare tree that forks until the twigs are short. */
function drawDead(context: SKRSContext2D, { rng, colors, variant }: TreeOptions): void {
  const color = colors[variant % colors.length];
  context.lineCap = "round";
  context.strokeStyle = paint(color, 0.9);
  function branch(from: Point, angle: number, length: number, width: number): void {
    if (length < 7) return;
    const end: Point = [from[0] + Math.cos(angle) * length, from[1] + Math.sin(angle) * length];
    context.lineWidth = width;
    strokeLine(context, from, end);
    const forks = 2 + (rng() > 0.6 ? 1 : 0);
    for (let i = 0; i < forks; i++) {
      branch(end, angle + rng.range(-0.65, 0.65), length * rng.range(0.62, 0.82), width * 0.66);
    }
  }
  branch([SPRITE_SIZE / 2, SPRITE_SIZE], -Math.PI / 2, SPRITE_SIZE * 0.24, 9);
}

const CLUMPS = 46;
const LEAVES_PER_CLUMP = 26;

/** A round crown of leaf clumps, painted from the shaded side to the lit one. */
function drawLeafTree(
  context: SKRSContext2D,
  { rng, colors, snow }: TreeOptions,
  bark: string,
): void {
  const centre = SPRITE_SIZE / 2;
  const crownY = SPRITE_SIZE * 0.4;
  context.strokeStyle = bark;
  context.lineWidth = 9;
  context.lineCap = "round";
  strokeLine(context, [centre, SPRITE_SIZE], [centre + rng.range(-4, 4), SPRITE_SIZE * 0.52]);
  const clumps = Array.from({ length: CLUMPS }, (): Point => {
    const a = rng() * TURN;
    const r = Math.sqrt(rng()) * SPRITE_SIZE * 0.29;
    return [centre + Math.cos(a) * r * 1.08, crownY + Math.sin(a) * r * 0.95];
  });
  clumps.sort((p, q) => q[1] - q[0] * 0.4 - (p[1] - p[0] * 0.4));
  for (const [x, y] of clumps) {
    const lit = clamp(
      0.55 + ((x - centre) / SPRITE_SIZE) * 1.3 - ((y - crownY) / SPRITE_SIZE) * 1.5,
    );
    const leaf = colors[(rng() * colors.length) | 0];
    for (let k = 0; k < LEAVES_PER_CLUMP; k++) {
      context.fillStyle = paint(leaf, (0.45 + 0.95 * lit) * (0.7 + 0.6 * rng()));
      const a = rng() * TURN;
      const r = Math.sqrt(rng()) * SPRITE_SIZE * 0.085;
      const turn = rng() * 3;
      context.beginPath();
      context.ellipse(x + Math.cos(a) * r, y + Math.sin(a) * r, 3.4, 2.2, turn, 0, TURN);
      context.fill();
    }
    if (snow && rng() < 0.5) {
      context.fillStyle = "rgba(240,246,252,.9)";
      context.beginPath();
      context.ellipse(x, y - 6, 11, 4, 0, 0, TURN);
      context.fill();
    }
  }
}

/** Draws one tree of the species on an empty sprite. */
export function drawTree(context: SKRSContext2D, species: TreeSpecies, options: TreeOptions): void {
  if (species === "conifer" || species === "alien") drawConifer(context, options);
  else if (species === "palm") drawPalm(context, options);
  else if (species === "dead") drawDead(context, options);
  else drawLeafTree(context, options, species === "birch" ? "#d8d2c4" : "#4a3a2c");
}
