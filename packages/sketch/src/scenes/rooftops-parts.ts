/** What roofs are made of and what stands on them: walls, blocks and signs. */
import { adjust, css, hex, mul } from "../core/color.ts";
import { makeRng } from "../core/rng.ts";
import type { Rgb, Rng } from "../types.ts";
import { shining } from "./city-light.ts";
import { drawGlyph } from "./city-signs.ts";
import { fillFacing, fillShining, line, type Place, type StreetPen } from "./street-pen.ts";
import { project } from "./street-plan.ts";
import type { RoofHouse } from "./rooftops-plan.ts";

export const SNOW = hex("#e8eef5");
export const BRICK = hex("#94553f");
export const POT = hex("#b06a48");
const IRON = hex("#33343a");
const BOARDS = ["#c23b30", "#2c5f8a", "#e0b03c", "#2f7a58"].map(hex);
const LETTERS: Rgb = [0.95, 0.93, 0.86];

/** A wall towards the viewer between two sides and two heights. */
export const wallTo = (x1: number, x2: number, y1: number, y2: number, z: number): Place[] => [
  [x1, y1, z],
  [x2, y1, z],
  [x2, y2, z],
  [x1, y2, z],
];

/** A block on a roof: the middle of its foot, and width, height and depth. */
export function drawBlock(
  pen: StreetPen,
  [x, y, z]: Place,
  [width, height, depth]: readonly [number, number, number],
  color: Rgb,
): void {
  const [left, right] = [x - width / 2, x + width / 2];
  const near = x > 0 ? left : right;
  const side: Place[] = [
    [near, y, z],
    [near, y, z + depth],
    [near, y + height, z + depth],
    [near, y + height, z],
  ];
  fillFacing(pen, side, color, x > 0 ? "left" : "right");
  const top: Place[] = [
    [left, y + height, z],
    [right, y + height, z],
    [right, y + height, z + depth],
    [left, y + height, z + depth],
  ];
  fillFacing(pen, top, pen.light.snow ? SNOW : adjust(color, 0.05), "up");
  fillFacing(pen, wallTo(left, right, y, y + height, z), color, "viewer");
}

/** A board on posts, with a row of made-up letters that shine by night. */
export function drawRoofSign(
  pen: StreetPen,
  { x, z, width, depth, height }: RoofHouse,
  { rng, neon }: { rng: Rng; neon: readonly Rgb[] | null },
): void {
  const { context, view, light } = pen;
  const color = rng.pick(neon ?? BOARDS);
  const wide = width * rng.range(0.45, 0.7);
  const tall = rng.range(1.7, 2.6);
  const at = x + width * rng.range(-0.1, 0.1);
  const letters = makeRng(rng.int(0, 1_000_000), "roof-sign");
  const far = z + depth * 0.35;
  const foot = height + 1.1;
  const [left, right] = [at - wide / 2, at + wide / 2];
  for (const post of [left + 0.3, right - 0.3])
    line(pen, [post, height, far], [post, foot + tall, far], 0.16, IRON);
  const isOn = light.own > 0.4;
  const board = wallTo(left, right, foot, foot + tall, far);
  if (isOn && !neon) fillShining(pen, board, mul(color, 0.8));
  else fillFacing(pen, board, neon ? hex("#15141f") : color, "viewer");
  const [px, top] = project(view, left, foot + tall, far);
  const high = (tall * view.focal) / far;
  if (high < view.side * 0.012) return;
  const count = Math.max(2, Math.round(wide / tall));
  const cell = (wide * view.focal) / far / count;
  const ink = neon ? color : LETTERS;
  context.strokeStyle = css(isOn ? shining(light, ink, far) : mul(ink, 0.8));
  for (let i = 0; i < count; i++)
    drawGlyph(context, letters, {
      x: px + cell * (i + 0.24),
      y: top + high * 0.22,
      w: cell * 0.52,
      h: high * 0.56,
    });
}
