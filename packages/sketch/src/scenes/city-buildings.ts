/** Buildings of a skyline: outlines, roofs, windows and neon signs. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { css, mix, mixc, mul } from "../core/color.ts";
import type { Rgb, Rng } from "../types.ts";
import { drawSign } from "./city-signs.ts";

/** One row of buildings; `near` runs from 0 (far) to 1. */
export type Block = {
  near: number;
  wall: Rgb;
  /** 0 by day to 1: how much of the light is the city's own. */
  night: number;
  /** Colours of signs, or none. */
  neon: readonly string[] | null;
  glass: Rgb;
  /** Row on which the buildings stand, and the shorter side of the frame. */
  ground: number;
  side: number;
  litFromRight: boolean;
};

export type Building = { x: number; width: number; height: number; block: Block };

const WARM_WINDOWS = ["#ffd28a", "#ffe2ae", "#ffbf66"];
const COOL_WINDOWS = ["#cfe6ff", "#a9d4ff", "#fff2d8"];
const AIRCRAFT_LIGHT = "#ff4a4a";
const ROOFS = ["steps", "slant", "dome", "mast", "flat", "flat", "flat"] as const;

/** Draws one building. `windows` is a stream of its own, so that signs never reshuffle windows. */
export function drawBuilding(
  context: SKRSContext2D,
  rng: Rng,
  windows: Rng,
  building: Building,
): void {
  const { x, width, block } = building;
  const [left, right] = block.litFromRight ? [0.8, 1.18] : [1.18, 0.8];
  const face = context.createLinearGradient(x, 0, x + width, 0);
  face.addColorStop(0, css(mul(block.wall, left)));
  face.addColorStop(1, css(mul(block.wall, right)));
  context.fillStyle = face;
  const roof = rng.pick(ROOFS);
  const mast = rng.range(0.1, 0.28);
  traceOutline(context, building, roof);
  context.fill();
  if (roof === "mast" || roof === "steps") drawMast(context, building, mast);
  drawWindows(context, windows, building);
  const signed = rng.chance(0.72);
  if (block.neon && block.near > 0.3 && signed) drawSign(context, rng, building, block.neon);
}

function traceOutline(
  context: SKRSContext2D,
  { x, width, height, block }: Building,
  roof: (typeof ROOFS)[number],
): void {
  const foot = block.ground + 2;
  const top = block.ground - height;
  const right = x + width;
  context.beginPath();
  context.moveTo(x, foot);
  if (roof === "steps") {
    context.lineTo(x, top + width * 0.4);
    context.lineTo(x + width * 0.2, top + width * 0.4);
    context.lineTo(x + width * 0.2, top + width * 0.12);
    context.lineTo(x + width * 0.8, top + width * 0.12);
    context.lineTo(x + width * 0.8, top + width * 0.4);
    context.lineTo(right, top + width * 0.4);
  } else if (roof === "slant") {
    context.lineTo(x, top + width * 0.5);
    context.lineTo(right, top);
  } else {
    context.lineTo(x, top);
    if (roof === "dome") context.quadraticCurveTo(x + width / 2, top - width * 0.5, right, top);
    else context.lineTo(right, top);
  }
  context.lineTo(right, foot);
  context.closePath();
}

function drawMast(
  context: SKRSContext2D,
  { x, width, height, block }: Building,
  share: number,
): void {
  const top = block.ground - height;
  const middle = x + width / 2;
  context.strokeStyle = css(mul(block.wall, 0.9));
  context.lineWidth = block.side * 0.002;
  context.beginPath();
  context.moveTo(middle, top + width * 0.13);
  context.lineTo(middle, top - height * share);
  context.stroke();
  if (block.night <= 0.4) return;
  context.fillStyle = AIRCRAFT_LIGHT;
  context.beginPath();
  context.arc(middle, top - height * share, block.side * 0.0022, 0, 7);
  context.fill();
}

/** A grid counted in shares of the frame, so that every size draws the same windows. */
function drawWindows(
  context: SKRSContext2D,
  rng: Rng,
  { x, width, height, block }: Building,
): void {
  const { side, near, night, neon } = block;
  const size = side * mix(0.0042, 0.0105, near);
  const columns = Math.floor(width / (size * 1.7) + 1e-6);
  const rows = Math.floor((height - width * 0.5 - size * 2) / (size * 2.1) + 1e-6);
  const share = night * rng.range(0.22, 0.62);
  const colors = rng.chance(0.7) ? WARM_WINDOWS : COOL_WINDOWS;
  const byFloor = rng() < 0.25;
  const dark = css(mul(mixc(block.glass, block.wall, 0.3), 0.9));
  for (let row = 0; row < rows; row++) {
    const floorLit = rng.chance(share);
    const y = block.ground - height + width * 0.5 + size + row * size * 2.1;
    for (let column = 0; column < columns; column++) {
      const lit = rng.chance(share);
      const bright = rng.range(0.5, 1);
      const coloured = rng.chance(0.24);
      const color = neon && coloured ? rng.pick(neon) : rng.pick(colors);
      if (byFloor ? floorLit : lit) {
        context.globalAlpha = mix(0.35, 0.95, near) * bright;
        context.fillStyle = color;
      } else if (night < 0.5) {
        context.globalAlpha = 0.25;
        context.fillStyle = dark;
      } else continue;
      const left = x + (column + 0.5) * (width / columns) - size * 0.45;
      context.fillRect(left, y, size * 0.9, size * 1.15);
    }
  }
  context.globalAlpha = 1;
}
