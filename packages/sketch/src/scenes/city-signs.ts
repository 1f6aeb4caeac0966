/** Neon signs: a frame of light with a row of made-up glyphs. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Rng } from "../types.ts";
import type { Building } from "./city-buildings.ts";

type Box = { x: number; y: number; w: number; h: number };

/** Hangs one glowing sign on a building. */
export function drawSign(
  context: SKRSContext2D,
  rng: Rng,
  { x, width, height, block }: Building,
  colors: readonly string[],
): void {
  const color = rng.pick(colors);
  const upright = rng.chance(0.6);
  const w = upright ? width * rng.range(0.14, 0.22) : width * rng.range(0.4, 0.75);
  const h = upright ? height * rng.range(0.2, 0.4) : width * rng.range(0.14, 0.26);
  const box: Box = {
    x: x + rng() * (width - w),
    y: block.ground - height + height * rng.range(0.15, 0.45),
    w,
    h,
  };
  context.save();
  context.shadowColor = color;
  context.shadowBlur = block.side * 0.03;
  context.strokeStyle = color;
  context.globalAlpha = 0.9;
  context.lineWidth = block.side * 0.0026;
  context.strokeRect(box.x, box.y, box.w, box.h);
  const glyphs = Math.max(2, Math.round(upright ? h / w : w / h));
  for (let i = 0; i < glyphs; i++) drawGlyph(context, rng, glyphBox(box, upright, i, glyphs));
  context.restore();
}

function glyphBox(box: Box, upright: boolean, index: number, count: number): Box {
  if (upright) {
    const cell = box.h / count;
    return { x: box.x + box.w * 0.25, y: box.y + (index + 0.25) * cell, w: box.w / 2, h: cell / 2 };
  }
  const cell = box.w / count;
  return {
    x: box.x + (index + 0.22) * cell,
    y: box.y + box.h * 0.25,
    w: cell * 0.55,
    h: box.h / 2,
  };
}

/** Strokes of the glyphs, as points in a unit box. */
const GLYPHS: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [
    [0, 0, 1, 0],
    [1, 0, 1, 1],
    [1, 1, 0, 1],
    [0, 1, 0, 0],
  ],
  [
    [0, 0, 1, 0],
    [0.5, 0, 0.5, 1],
  ],
  [
    [0, 0.5, 1, 0.5],
    [0.5, 0, 0.2, 1],
    [0.5, 0, 0.9, 1],
  ],
  [
    [0, 0.2, 1, 0.2],
    [0, 0.8, 1, 0.8],
    [0.5, 0.2, 0.5, 0.8],
  ],
];

/** One made-up letter within a box, in the stroke style of `context`. */
export function drawGlyph(context: SKRSContext2D, rng: Rng, { x, y, w, h }: Box): void {
  const glyph = rng.pick([...GLYPHS, null]);
  context.lineWidth = w * 0.16;
  context.beginPath();
  if (glyph) {
    for (const [fromX, fromY, toX, toY] of glyph) {
      context.moveTo(x + fromX * w, y + fromY * h);
      context.lineTo(x + toX * w, y + toY * h);
    }
  } else {
    context.arc(x + w / 2, y + h / 2, Math.min(w, h) / 2, 0, 5.2);
  }
  context.stroke();
}
