/** Sea floor in layers, with corals, weed and anemones. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { adjust, css, hex, mix, mixc, mul } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { Rgb, Rng } from "../types.ts";

export type WaterColors = { surface: Rgb; middle: Rgb; deep: Rgb };

/** One depth of the reef: `near` runs from 0 (far) to 1. */
export type ReefLayer = { index: number; near: number };

type Place = { w: number; h: number; side: number; noise: Noise };

const CORALS = ["#ff6f61", "#ff9f43", "#c56cf0", "#f8a5c2", "#2ecc9a", "#ffd166"].map(hex);
const WEED = hex("#2f8f5a");
const ROCK = hex("#1a3a3c");
const OUTLINE_POINTS = 200;

/** Draws the rocks of a layer and what grows on them. */
export function drawReef(
  context: SKRSContext2D,
  rng: Rng,
  place: Place,
  layer: ReefLayer,
  water: WaterColors,
): void {
  const { w, side } = place;
  const { near } = layer;
  drawRocks(context, place, layer, water);
  for (let i = 0; i < Math.round(mix(10, 26, near)); i++) {
    const x = rng() * w;
    if (near > 0.6 && Math.abs(x - w / 2) < w * 0.17 && rng.chance(0.6)) continue;
    const y = rockTop(place, layer, x) + side * 0.012;
    const size = side * mix(0.02, 0.075, near) * rng.range(0.6, 1.3);
    const color = mixc(rng.pick(CORALS), water.middle, mix(0.72, 0.18, near));
    const kind = rng.int(0, 3);
    if (kind === 0) drawStaghorn(context, rng, x, y, size, mul(color, 0.9));
    else if (kind === 1) {
      const green = mul(mixc(WEED, water.middle, mix(0.65, 0.1, near)), 0.85);
      drawWeed(context, rng, x, y, size, green);
    } else if (kind === 2) drawMound(context, rng, x, y, size, color);
    else drawAnemone(context, x, y, size, color);
  }
}

function rockTop({ w, h, noise }: Place, { index, near }: ReefLayer, x: number): number {
  const base = h * mix(0.76, 0.97, near);
  const bumps = noise.fbm((x / w) * 3.4 + index * 9, index * 4, 4) * 2;
  const rise = Math.max(0, 0.2 + bumps + Math.abs(x / w - 0.5) * 1.2);
  // Levels off without ever cutting a summit flat.
  const height = 1.25 * (1 - Math.exp(-rise));
  return base - h * (0.16 * (1 - near) + 0.05) * height;
}

function drawRocks(
  context: SKRSContext2D,
  place: Place,
  layer: ReefLayer,
  { surface, middle, deep }: WaterColors,
): void {
  const { w, h } = place;
  const { near } = layer;
  const color = mixc(mixc(deep, middle, 0.75 * (1 - near) + 0.05), ROCK, near * 0.25);
  const rock = mul(color, mix(0.95, 0.5, near));
  const lit = context.createLinearGradient(0, h * mix(0.55, 0.85, near), 0, h);
  lit.addColorStop(0, css(mixc(rock, surface, 0.16)));
  lit.addColorStop(1, css(mul(rock, 0.75)));
  context.fillStyle = lit;
  context.beginPath();
  context.moveTo(-5, h + 5);
  for (let i = 0; i <= OUTLINE_POINTS; i++) {
    const x = (i / OUTLINE_POINTS) * w;
    context.lineTo(x, rockTop(place, layer, x));
  }
  context.lineTo(w + 8, h + 5);
  context.fill();
}

function drawStaghorn(
  context: SKRSContext2D,
  rng: Rng,
  x: number,
  y: number,
  size: number,
  color: Rgb,
): void {
  context.strokeStyle = css(color);
  context.lineCap = "round";
  for (let i = 0; i < 7; i++) {
    const angle = -Math.PI / 2 + rng.range(-0.8, 0.8);
    branch(context, rng, { x, y, angle, length: size * 0.7, width: size * 0.09, forks: 3 });
  }
}

type Branch = { x: number; y: number; angle: number; length: number; width: number; forks: number };

function branch(context: SKRSContext2D, rng: Rng, from: Branch): void {
  const x = from.x + Math.cos(from.angle) * from.length;
  const y = from.y + Math.sin(from.angle) * from.length;
  context.lineWidth = from.width;
  context.beginPath();
  context.moveTo(from.x, from.y);
  context.lineTo(x, y);
  context.stroke();
  if (from.forks === 0) return;
  for (const side of [-1, 1]) {
    branch(context, rng, {
      x,
      y,
      angle: from.angle + side * rng.range(0.25, 0.6),
      length: from.length * 0.62,
      width: from.width * 0.75,
      forks: from.forks - 1,
    });
  }
}

function drawWeed(
  context: SKRSContext2D,
  rng: Rng,
  x: number,
  y: number,
  size: number,
  color: Rgb,
): void {
  context.strokeStyle = css(color);
  context.lineCap = "round";
  context.lineWidth = size * 0.09;
  for (let i = 0; i < 5; i++) {
    const length = size * rng.range(1.8, 3.6);
    const foot = x + rng.range(-0.5, 0.5) * size;
    const tip = foot + size * rng.range(-0.2, 0.5);
    context.beginPath();
    context.moveTo(foot, y);
    context.bezierCurveTo(
      foot + size * 0.5,
      y - length * 0.35,
      foot - size * 0.5,
      y - length * 0.65,
      tip,
      y - length,
    );
    context.stroke();
  }
}

/** Brain coral: a heap of balls. */
function drawMound(
  context: SKRSContext2D,
  rng: Rng,
  x: number,
  y: number,
  size: number,
  color: Rgb,
): void {
  for (let i = 0; i < 26; i++) {
    const angle = -Math.PI * rng();
    const reach = size * 0.75 * Math.sqrt(rng());
    context.fillStyle = css(mul(adjust(color, rng.range(-0.08, 0.1)), 0.95));
    context.beginPath();
    context.arc(x + Math.cos(angle) * reach, y + Math.sin(angle) * reach * 0.8, size * 0.17, 0, 7);
    context.fill();
  }
}

function drawAnemone(context: SKRSContext2D, x: number, y: number, size: number, color: Rgb): void {
  context.strokeStyle = css(color, 0.9);
  context.lineWidth = size * 0.025;
  context.beginPath();
  for (let i = 0; i < 26; i++) {
    const angle = -Math.PI * (0.1 + (0.8 * i) / 25);
    const length = size * (1.1 + 0.2 * Math.sin(i * 2.3));
    const cos = Math.cos(angle) * length;
    const sin = Math.sin(angle) * length;
    context.moveTo(x, y);
    context.quadraticCurveTo(x + cos * 0.4, y + sin * 0.7, x + cos, y + sin);
  }
  context.stroke();
}
