/** What all parts of a room are drawn with: a pen that shades by height, and shadows where things touch. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import { adjust, css, hex } from "../core/color.ts";
import type { Rgb, Rng } from "../types.ts";

/** The colours of a room. */
export type RoomColours = { wall: Rgb; accent: Rgb; cloth: Rgb; wood: Rgb; floor: Rgb };

/** A pen over one layer; `unit` is a hundredth of the frame's shorter side. */
export type Pen = {
  context: SKRSContext2D;
  unit: number;
  colours: RoomColours;
  rng: Rng;
};

/** A lamp that gives light: middle and reach in pixels. */
export type Lamp = { x: number; y: number; reach: number };

export type Box = { x: number; y: number; w: number; h: number };

/** How much lighter the top of a thing is than its foot. */
const USUAL_SHADE = 0.06;

/** Fills a box with round corners, lighter at the top. */
export function fillBox(
  { context }: Pen,
  { x, y, w, h }: Box,
  color: Readonly<Rgb>,
  { radius = 0, shade = USUAL_SHADE }: { radius?: number; shade?: number } = {},
): void {
  const fill = context.createLinearGradient(0, y, 0, y + h);
  fill.addColorStop(0, css(adjust(color, shade)));
  fill.addColorStop(1, css(adjust(color, -shade)));
  context.fillStyle = fill;
  context.beginPath();
  context.roundRect(x, y, w, h, Math.min(radius, w / 2, h / 2));
  context.fill();
}

/** A soft dark pool where something stands or hangs. */
export function touch({ context }: Pen, x: number, y: number, width: number, height: number): void {
  context.save();
  context.translate(x, y);
  context.scale(width, height);
  const fill = context.createRadialGradient(0, 0, 0, 0, 0, 1);
  fill.addColorStop(0, "rgba(20,12,8,.5)");
  fill.addColorStop(0.6, "rgba(20,12,8,.22)");
  fill.addColorStop(1, "rgba(20,12,8,0)");
  context.fillStyle = fill;
  context.fillRect(-1, -1, 2, 2);
  context.restore();
}

/** A shadow down one side of a box and along its foot, as things on a wall throw it. */
export function castOnWall({ context, unit }: Pen, { x, y, w, h }: Box, side: number): void {
  context.fillStyle = "rgba(30,20,14,.16)";
  context.fillRect(x + side * unit, y + unit, w, h);
}

const POT = hex("#b9653f");
const LEAF = hex("#3f6b42");

/** A plant in a pot: leaves in a fan. Its foot is at (x, y). */
export function drawPlant(pen: Pen, x: number, y: number, height: number): void {
  const { context, rng } = pen;
  const pot: Box = {
    x: x - height * 0.14,
    y: y - height * 0.26,
    w: height * 0.28,
    h: height * 0.26,
  };
  touch(pen, x, y, height * 0.26, height * 0.05);
  const leaves = 15;
  for (let i = 0; i < leaves; i++) {
    const across = (i / (leaves - 1)) * 2 - 1;
    const lean = across * 1.15 + rng.range(-0.12, 0.12);
    const length = height * rng.range(0.5, 0.74) * (1 - 0.22 * Math.abs(across));
    const broad = length * rng.range(0.13, 0.19);
    context.save();
    context.translate(x, pot.y + height * 0.03);
    context.rotate(lean * 0.85);
    const fill = context.createLinearGradient(0, -length, 0, 0);
    fill.addColorStop(0, css(adjust(LEAF, rng.range(0.04, 0.16))));
    fill.addColorStop(1, css(adjust(LEAF, -0.1)));
    context.fillStyle = fill;
    context.beginPath();
    context.moveTo(0, 0);
    context.bezierCurveTo(-broad, -length * 0.35, -broad, -length * 0.75, 0, -length);
    context.bezierCurveTo(broad, -length * 0.75, broad, -length * 0.35, 0, 0);
    context.fill();
    context.restore();
  }
  context.fillStyle = css(POT);
  context.beginPath();
  context.moveTo(pot.x, pot.y);
  context.lineTo(pot.x + pot.w, pot.y);
  context.lineTo(pot.x + pot.w * 0.84, y);
  context.lineTo(pot.x + pot.w * 0.16, y);
  context.closePath();
  context.fill();
  fillBox(
    pen,
    { x: pot.x - height * 0.015, y: pot.y, w: pot.w + height * 0.03, h: height * 0.06 },
    adjust(POT, 0.04),
  );
}

/** A picture in a frame: a sun over two hills. */
export function drawFramed(pen: Pen, box: Box): void {
  const { context, colours, rng, unit } = pen;
  castOnWall(pen, box, 0.6);
  fillBox(pen, box, adjust(colours.wood, -0.12));
  const edge = unit * 0.8;
  const sheet: Box = { x: box.x + edge, y: box.y + edge, w: box.w - edge * 2, h: box.h - edge * 2 };
  const turn = rng.range(-30, 30);
  const light = rng.range(0.2, 0.8);
  fillBox(pen, sheet, adjust(colours.cloth, 0.06), { shade: 0.02 });
  context.save();
  context.beginPath();
  context.rect(sheet.x, sheet.y, sheet.w, sheet.h);
  context.clip();
  context.fillStyle = css(adjust(colours.accent, 0.1, 1, turn));
  context.beginPath();
  context.arc(
    sheet.x + sheet.w * light,
    sheet.y + sheet.h * 0.36,
    Math.min(sheet.w, sheet.h) * 0.17,
    0,
    Math.PI * 2,
  );
  context.fill();
  for (const [rise, shift] of [
    [0.55, 0.06],
    [0.72, -0.1],
  ]) {
    context.fillStyle = css(adjust(colours.accent, shift - 0.08, 0.8, turn + 140));
    context.beginPath();
    context.moveTo(sheet.x, sheet.y + sheet.h);
    context.lineTo(sheet.x, sheet.y + sheet.h * rise);
    context.quadraticCurveTo(
      sheet.x + sheet.w * (rise - 0.2),
      sheet.y + sheet.h * (rise - 0.16),
      sheet.x + sheet.w,
      sheet.y + sheet.h * (rise + 0.1),
    );
    context.lineTo(sheet.x + sheet.w, sheet.y + sheet.h);
    context.fill();
  }
  context.restore();
}

const SPINES = [
  "#7d2f2b",
  "#2f4a5e",
  "#c8973f",
  "#41583e",
  "#8a5a6e",
  "#d8c7a2",
  "#3a3240",
  "#b5603c",
];

/** A row of books that stands on `y`, as wide as it is told, some of them leaning or lying. */
export function drawBooks(
  { context, rng }: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  const count = 11;
  const widths = Array.from({ length: count }, () => rng.range(0.6, 1.3));
  const total = widths.reduce((sum, one) => sum + one, 0);
  let left = x;
  for (const share of widths) {
    const w = (share / total) * width;
    const tall = height * rng.range(0.68, 0.97);
    const color = adjust(hex(rng.pick(SPINES)), rng.range(-0.05, 0.06));
    const isGap = rng.chance(0.07);
    if (!isGap) {
      context.fillStyle = css(color);
      context.fillRect(left, y - tall, w * 0.94, tall);
      context.fillStyle = css(adjust(color, -0.12));
      context.fillRect(left + w * 0.78, y - tall, w * 0.16, tall);
      context.fillStyle = css(adjust(color, 0.24, 0.6));
      context.fillRect(left + w * 0.12, y - tall * 0.84, w * 0.6, Math.max(1, tall * 0.03));
      context.fillRect(left + w * 0.12, y - tall * 0.2, w * 0.6, Math.max(1, tall * 0.03));
    }
    left += w;
  }
}
