/** Ground, canopy and ferns of a wood, and what drifts through its air. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { adjust, css, hex, mix, mixc, mul } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { ForestMood, Frame, Rgb, Rng } from "../types.ts";
import type { WoodColors } from "./forest.ts";
import type { WoodLayer } from "./forest-trunks.ts";

const SNOW = hex("#e8eff7");
const WINTER_FERN = hex("#8b97a5");
const AUTUMN_FERN = hex("#8a6a2c");
const FIREFLY = hex("#ffe58a");
/** Points of the outline of the ground. */
const GROUND_STEPS = 128;
const FRONDS = 5;
const LEAVES_OF: Partial<Record<ForestMood, readonly Rgb[]>> = {
  autumn: ["#e08a2c", "#c4521e", "#f0b840"].map(hex),
  blossom: ["#f7b8cc", "#f090b0", "#ffe4ec"].map(hex),
  winter: ["#ffffff", "#e2ecf6", "#cfdcec"].map(hex),
};

/** Leaf colours of a mood; green woods take theirs from the light. */
export function leafColors(mood: ForestMood, { middle, dark }: WoodColors): readonly Rgb[] {
  const green = [adjust(middle, -0.04, 1.25), adjust(dark, 0.1, 1.3), adjust(middle, 0.05, 1.2)];
  return LEAVES_OF[mood] ?? green;
}

type Place = { w: number; h: number; side: number };

/** The floor a layer of trees stands on. */
export function drawGround(
  context: SKRSContext2D,
  noise: Noise,
  { w, h }: Place,
  layer: WoodLayer & { index: number },
  { light, middle, dark }: WoodColors,
  snow: boolean,
): void {
  const floor = snow ? mixc(SNOW, middle, 0.3) : mixc(dark, adjust(middle, -0.1), 0.35);
  const hazed = mixc(floor, mixc(middle, light, 0.3), layer.haze * 0.85);
  context.fillStyle = css(mul(hazed, mix(1, 0.55, layer.near)));
  context.beginPath();
  context.moveTo(-5, h + 5);
  for (let i = 0; i <= GROUND_STEPS; i++) {
    const u = i / GROUND_STEPS;
    const rise = noise.fbm(u * 3 + layer.index * 7, layer.index * 3.3, 3) * h * 0.05;
    context.lineTo(u * (w + 10) - 5, layer.base + rise);
  }
  context.lineTo(w + 8, h + 5);
  context.fill();
}

/** Leaves overhead, thick at the top and the sides. */
export function drawCanopy(
  context: SKRSContext2D,
  rng: Rng,
  { w, h, side }: Place,
  { near, haze }: WoodLayer,
  leaves: readonly Rgb[],
  { light, middle }: WoodColors,
): void {
  const air = mixc(middle, light, 0.35);
  for (let i = 0; i < Math.round(mix(260, 420, near)); i++) {
    const x = rng() * w;
    const drop = rng() ** 1.7 * h * mix(0.4, 0.24, near);
    const y = drop * (1 + (Math.abs(x - w / 2) / w) * 0.9) - side * 0.02;
    const radius = side * mix(0.005, 0.015, near) * rng.range(0.6, 1.5);
    const color = mixc(rng.pick(leaves), air, haze * 0.86);
    context.fillStyle = css(mul(color, mix(1, 0.45, near * (0.4 + 0.6 * rng()))), 0.85);
    context.beginPath();
    context.ellipse(x, y, radius * 1.3, radius * 0.7, rng() * 3, 0, 7);
    context.fill();
  }
}

/** Ferns at the foot of the nearer layers; the middle of the nearest stays open. */
export function drawFerns(
  context: SKRSContext2D,
  rng: Rng,
  { w, h, side }: Place,
  { near, haze, base }: WoodLayer,
  mood: ForestMood,
  { middle, dark }: WoodColors,
): void {
  const green =
    mood === "winter" ? WINTER_FERN : mood === "autumn" ? AUTUMN_FERN : adjust(dark, 0.06, 1.3);
  const hazed = mixc(green, middle, haze * 0.8);
  for (let i = 0; i < Math.round(90 * near * Math.max(1, w / h)); i++) {
    const x = rng() * w;
    if (near > 0.8 && Math.abs(x - w / 2) < w * 0.18 && rng.chance(0.75)) continue;
    const y = base + rng() * side * 0.05;
    const length = side * mix(0.02, 0.1, near * near) * rng.range(0.5, 1.1);
    const color = css(mul(hazed, mix(1.05, 0.6, rng())));
    drawFern(context, rng, x, y, length, color, length > side * 0.028);
  }
}

function drawFern(
  context: SKRSContext2D,
  rng: Rng,
  x: number,
  y: number,
  length: number,
  color: string,
  leaflets: boolean,
): void {
  context.strokeStyle = color;
  for (let i = 0; i < FRONDS; i++) {
    const angle = -Math.PI / 2 + (i / (FRONDS - 1) - 0.5) * 2 + rng.range(-0.15, 0.15);
    const cos = Math.cos(angle);
    const sin = Math.sin(angle);
    const tip = { x: x + cos * length, y: y + sin * length * 0.9 + Math.abs(cos) * length * 0.35 };
    const bend = { x: x + cos * length * 0.45, y: y + sin * length * 0.8 };
    context.lineWidth = Math.max(0.6, length * 0.02);
    context.beginPath();
    context.moveTo(x, y);
    context.quadraticCurveTo(bend.x, bend.y, tip.x, tip.y);
    if (leaflets) {
      for (let q = 0.2; q < 1; q += 0.09) {
        const px = (1 - q) ** 2 * x + 2 * (1 - q) * q * bend.x + q * q * tip.x;
        const py = (1 - q) ** 2 * y + 2 * (1 - q) * q * bend.y + q * q * tip.y;
        const reach = length * 0.2 * (1 - q) + length * 0.03;
        for (const side of [-1.1, 1.1]) {
          context.moveTo(px, py);
          context.lineTo(px + Math.cos(angle + side) * reach, py + Math.sin(angle + side) * reach);
        }
      }
    }
    context.stroke();
  }
}

/** Points of light with a soft halo. */
export function drawFireflies(frame: Frame, rng: Rng, glow: Rgb | undefined): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const color = glow ?? FIREFLY;
  const { canvas, context } = frame.canvas();
  for (let i = 0; i < 90; i++) {
    const x = rng() * w;
    const y = h * (0.35 + 0.6 * rng());
    const radius = side * rng.range(0.0016, 0.004) * 7;
    const halo = context.createRadialGradient(x, y, 0, x, y, radius);
    halo.addColorStop(0, css(color, 0.95));
    halo.addColorStop(0.16, css(color, 0.6));
    halo.addColorStop(1, css(color, 0));
    context.fillStyle = halo;
    context.beginPath();
    context.arc(x, y, radius, 0, 7);
    context.fill();
  }
  frame.draw(canvas, { blend: "add", gain: 2.2 });
}

/** Leaves, petals or flakes in the air. */
export function drawDrift(frame: Frame, rng: Rng, colors: readonly Rgb[], round: boolean): void {
  const { w, h } = frame;
  const side = Math.min(w, h);
  const { canvas, context } = frame.canvas();
  for (let i = 0; i < 150; i++) {
    const radius = side * (rng() ** 3 * 0.016 + 0.0022);
    context.fillStyle = css(rng.pick(colors), 0.85);
    context.beginPath();
    context.ellipse(rng() * w, rng() * h, radius, round ? radius : radius * 0.55, rng() * 3, 0, 7);
    context.fill();
  }
  frame.draw(canvas, { gain: 1.1 });
}
