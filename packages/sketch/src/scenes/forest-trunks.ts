/** Trees and bamboo of a wood, one layer of depth at a time. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { adjust, css, hex, mix, mixc } from "../core/color.ts";
import type { Rgb, Rng } from "../types.ts";
import type { WoodColors } from "./forest.ts";

/** One depth of the wood: `near` runs from 0 (far, in the haze) to 1 (in front). */
export type WoodLayer = {
  near: number;
  /** How much of the haze lies between viewer and layer. */
  haze: number;
  /** Colour of bark at this depth. */
  bark: Rgb;
  /** Row on which this layer stands. */
  base: number;
};

type Wood = { w: number; h: number; side: number; sunX: number; colors: WoodColors };

/** Near trunks keep out of this share of the width around the middle. */
const CLEARING = 0.26;
const CLEARING_SHIFT = 0.22;

/** Draws every trunk of a layer. */
export function drawTrunks(
  context: SKRSContext2D,
  rng: Rng,
  wood: Wood,
  layer: WoodLayer,
  bamboo: boolean,
): void {
  const { w, h, side } = wood;
  const { near } = layer;
  const crowd = mix(26, 4, near ** 0.7) * Math.max(1, w / h) * (bamboo ? 2.1 : 1);
  for (let i = 0; i < Math.round(crowd); i++) {
    const x = clearOfMiddle(rng() * w, w, near);
    const halfWidth = side * mix(0.0075, 0.062, near ** 1.5) * rng.range(0.6, 1.35);
    const lean = rng.range(-0.03, 0.03) * h;
    const foot = layer.base + side * 0.02 + rng() * side * 0.02;
    const trunk = { x, halfWidth, lean, foot };
    if (bamboo) drawCulm(context, rng, wood, layer, { ...trunk, halfWidth: halfWidth * 0.62 });
    else drawTrunk(context, rng, wood, layer, trunk);
  }
}

type Trunk = { x: number; halfWidth: number; lean: number; foot: number };

function clearOfMiddle(x: number, w: number, near: number): number {
  if (near <= 0.6 || Math.abs(x - w / 2) >= w * CLEARING) return x;
  return x < w / 2 ? x - w * CLEARING_SHIFT : x + w * CLEARING_SHIFT;
}

function drawTrunk(
  context: SKRSContext2D,
  rng: Rng,
  wood: Wood,
  layer: WoodLayer,
  trunk: Trunk,
): void {
  const { h, colors } = wood;
  const { x, halfWidth, lean, foot } = trunk;
  const lit = mixc(layer.bark, colors.light, 0.16 + 0.2 * layer.haze);
  const shaded = adjust(layer.bark, -0.05);
  const sunOnRight = wood.sunX > x;
  const round = context.createLinearGradient(x - halfWidth, 0, x + halfWidth, 0);
  round.addColorStop(0, css(sunOnRight ? shaded : lit));
  round.addColorStop(0.5, css(layer.bark));
  round.addColorStop(1, css(sunOnRight ? lit : shaded));
  context.fillStyle = round;
  context.beginPath();
  context.moveTo(x - halfWidth * 0.95, foot);
  context.quadraticCurveTo(x - halfWidth * 0.5, foot - h * 0.1, x - halfWidth * 0.42 + lean, -10);
  context.lineTo(x + halfWidth * 0.42 + lean, -10);
  context.quadraticCurveTo(x + halfWidth * 0.5, foot - h * 0.1, x + halfWidth * 0.95, foot);
  context.fill();
  drawFurrows(context, rng, h, trunk, css(shaded, layer.near > 0.45 ? 0.5 : 0));
  drawBranches(context, rng, h, layer, trunk);
}

function drawFurrows(
  context: SKRSContext2D,
  rng: Rng,
  h: number,
  { x, halfWidth, lean, foot }: Trunk,
  color: string,
): void {
  context.strokeStyle = color;
  context.lineWidth = halfWidth * 0.05;
  for (let i = 0; i < 12; i++) {
    const offset = rng.range(-0.36, 0.36) * halfWidth;
    const top = rng() * foot;
    const at = x + offset + lean * (1 - top / h);
    const bend = x + offset * 1.2 + rng.range(-0.04, 0.04) * halfWidth;
    context.beginPath();
    context.moveTo(at, top);
    context.quadraticCurveTo(bend, top + h * 0.05, at, top + h * rng.range(0.05, 0.14));
    context.stroke();
  }
}

/** Boughs taper to a point; those of near trees are short, so that they do not bar the view. */
function drawBranches(
  context: SKRSContext2D,
  rng: Rng,
  h: number,
  { near, bark }: WoodLayer,
  { x, halfWidth, lean }: Trunk,
): void {
  context.fillStyle = css(bark);
  const reach = mix(8, 4.2, near);
  for (let i = 0; i < Math.round(mix(3, 5, near)); i++) {
    const y = rng.range(0.02, 0.45) * h;
    const side = rng.sign();
    const length = halfWidth * rng.range(2, reach);
    const rise = length * rng.range(0.15, 0.6);
    const thick = halfWidth * 0.13;
    const from = x + lean * (1 - y / h) + side * halfWidth * 0.2;
    const tipX = from + side * length;
    context.beginPath();
    context.moveTo(from, y - thick);
    context.quadraticCurveTo(from + side * length * 0.5, y - thick - rise * 0.2, tipX, y - rise);
    context.quadraticCurveTo(from + side * length * 0.5, y + thick - rise * 0.1, from, y + thick);
    context.fill();
  }
}

const BAMBOO_GREEN = hex("#7fa64a");

function drawCulm(
  context: SKRSContext2D,
  rng: Rng,
  { h, side, colors }: Wood,
  { bark, haze }: WoodLayer,
  { x, halfWidth, lean, foot }: Trunk,
): void {
  const segment = h * rng.range(0.09, 0.14);
  const green = mixc(bark, BAMBOO_GREEN, 0.45 * (1 - haze * 0.85));
  for (let y = foot; y > -segment; y -= segment) {
    const bottomX = x + lean * (1 - y / h);
    const topX = x + lean * (1 - (y - segment) / h);
    const round = context.createLinearGradient(bottomX - halfWidth, 0, bottomX + halfWidth, 0);
    round.addColorStop(0, css(adjust(green, -0.08)));
    round.addColorStop(0.35, css(adjust(green, 0.07)));
    round.addColorStop(1, css(adjust(green, -0.1)));
    context.fillStyle = round;
    context.beginPath();
    context.moveTo(bottomX - halfWidth * 0.5, y);
    context.lineTo(topX - halfWidth * 0.46, y - segment * 0.97);
    context.lineTo(topX + halfWidth * 0.46, y - segment * 0.97);
    context.lineTo(bottomX + halfWidth * 0.5, y);
    context.fill();
    context.fillStyle = css(adjust(green, -0.16));
    context.fillRect(
      bottomX - halfWidth * 0.55,
      y - side * 0.0015,
      halfWidth * 1.1,
      Math.max(1, side * 0.003),
    );
    if (y < h * 0.6 && rng.chance(0.5)) {
      const at = { x: bottomX, y, halfWidth, segment };
      drawBambooLeaves(context, rng, at, mixc(green, colors.middle, haze * 0.4));
    }
  }
}

function drawBambooLeaves(
  context: SKRSContext2D,
  rng: Rng,
  at: { x: number; y: number; halfWidth: number; segment: number },
  green: Rgb,
): void {
  const side = rng.sign();
  for (let i = 0; i < 5; i++) {
    const angle = (side > 0 ? 0 : Math.PI) + rng.range(-0.3, 0.8) * side;
    const length = at.halfWidth * rng.range(2.4, 4.6);
    const tone = adjust(green, rng.range(-0.06, 0.06), 1.2);
    const dx = side * at.halfWidth * rng.range(0.4, 2.2);
    const dy = rng.range(-0.3, 0.5) * at.segment * 0.4;
    context.save();
    context.translate(at.x + dx, at.y + dy);
    context.rotate(angle);
    context.fillStyle = css(tone);
    context.beginPath();
    context.moveTo(0, 0);
    context.quadraticCurveTo(length * 0.4, -length * 0.1, length, 0);
    context.quadraticCurveTo(length * 0.4, length * 0.1, 0, 0);
    context.fill();
    context.restore();
  }
}
