/** The shell of a room: wall, floor boards, and a window with what is seen through it. */
import { adjust, css, mix, mixc, mul } from "../core/color.ts";
import type { Noise } from "../core/noise.ts";
import type { Sky } from "../sky.ts";
import type { Rgb } from "../types.ts";
import { type Box, castOnWall, fillBox, type Pen } from "./interior-pen.ts";

type Size = { w: number; h: number };

const BOARDS = 12;
const HILLS = 3;
const HILL_POINTS = 24;
const STARS = 26;

/** Wall above the row `floor`, boards below it, a skirting between them. */
export function drawShell(pen: Pen, { w, h }: Size, floor: number): void {
  const { context, colours, unit } = pen;
  const wall = context.createLinearGradient(0, 0, 0, floor);
  wall.addColorStop(0, css(adjust(colours.wall, -0.03)));
  wall.addColorStop(1, css(adjust(colours.wall, 0.03)));
  context.fillStyle = wall;
  context.fillRect(0, 0, w, floor + 1);
  drawBoards(pen, { w, h }, floor);
  fillBox(
    pen,
    { x: -1, y: floor - unit * 3.4, w: w + 2, h: unit * 3.6 },
    adjust(colours.wall, 0.1, 0.5),
    { shade: 0.02 },
  );
}

/** Boards that run away from the viewer. */
function drawBoards({ context, colours, rng, unit }: Pen, { w, h }: Size, floor: number): void {
  const far = floor - (h - floor) * 0.9;
  const narrowing = (floor - far) / (h - far);
  const at = (x: number, share: number) => w / 2 + (x - w / 2) * mix(narrowing, 1, share);
  const row = (share: number) => mix(floor, h, share);
  const half = Math.max(w / 2 / narrowing, w / 2);
  const width = (half * 2) / (BOARDS * 2);
  for (let board = 0; board < BOARDS * 2; board++) {
    const x = w / 2 - half + board * width;
    const color = adjust(colours.floor, rng.range(-0.035, 0.035));
    const joint = rng.range(0.15, 0.9);
    context.fillStyle = css(color);
    context.beginPath();
    context.moveTo(at(x, 0), floor);
    context.lineTo(at(x + width, 0), floor);
    context.lineTo(at(x + width, 1), h);
    context.lineTo(at(x, 1), h);
    context.closePath();
    context.fill();
    context.strokeStyle = css(adjust(colours.floor, -0.12));
    context.lineWidth = unit * 0.22;
    context.beginPath();
    context.moveTo(at(x, 0), floor);
    context.lineTo(at(x, 1), h);
    context.moveTo(at(x, joint), row(joint));
    context.lineTo(at(x + width, joint), row(joint));
    context.stroke();
  }
}

/** Sky, far hills and, by night, stars. `light` divides what the light of the room will multiply. */
function drawView(pen: Pen, box: Box, sky: Sky, noise: Noise, light: number): void {
  const { context, unit, rng } = pen;
  const seen = (color: Readonly<Rgb>) => css(mul(color, Math.min(2, sky.exposure * 0.9) / light));
  context.save();
  context.beginPath();
  context.rect(box.x, box.y, box.w, box.h);
  context.clip();
  const fill = context.createLinearGradient(0, box.y, 0, box.y + box.h);
  fill.addColorStop(0, seen(sky.zenith));
  fill.addColorStop(0.45, seen(sky.middle));
  fill.addColorStop(0.8, seen(sky.horizon));
  context.fillStyle = fill;
  context.fillRect(box.x, box.y, box.w, box.h);
  const across = rng.range(0.25, 0.75);
  for (let star = 0; star < STARS; star++) {
    const x = box.x + rng() * box.w;
    const y = box.y + rng() * box.h * 0.6;
    context.fillStyle = `rgba(255,255,255,${(sky.night * (0.3 + 0.7 * rng())).toFixed(3)})`;
    context.fillRect(x, y, unit * 0.35, unit * 0.35);
  }
  const low = sky.name === "golden" || sky.name === "sunset" || sky.name === "dawn";
  if (low || sky.night > 0) {
    context.fillStyle = seen(mul(sky.sun, 1.2));
    context.beginPath();
    context.arc(
      box.x + box.w * across,
      box.y + box.h * (low ? 0.58 : 0.22),
      unit * 4,
      0,
      Math.PI * 2,
    );
    context.fill();
  }
  drawHills(pen, box, sky, noise, seen);
  context.restore();
}

function drawHills(
  { context }: Pen,
  box: Box,
  sky: Sky,
  noise: Noise,
  seen: (color: Readonly<Rgb>) => string,
): void {
  const near = mixc(mul(sky.ambient, 0.5), [0.05, 0.09, 0.04], 0.6);
  for (let hill = 0; hill < HILLS; hill++) {
    const depth = hill / (HILLS - 1);
    context.fillStyle = seen(mixc(sky.fog, near, 0.25 + depth * 0.75));
    context.beginPath();
    context.moveTo(box.x, box.y + box.h);
    for (let point = 0; point <= HILL_POINTS; point++) {
      const u = point / HILL_POINTS;
      const rise = 0.34 - depth * 0.2 + noise.fbm(u * 2.2 + hill * 9, hill * 4, 3) * 0.16;
      context.lineTo(box.x + u * box.w, box.y + box.h * (1 - rise));
    }
    context.lineTo(box.x + box.w, box.y + box.h);
    context.fill();
  }
}

export type WindowLook = { sky: Sky; noise: Noise; light: number };

/** A window with its frame, bars, sill and curtains. */
export function drawWindow(pen: Pen, box: Box, look: WindowLook): void {
  const { context, colours, unit } = pen;
  const frame = adjust(colours.wall, 0.16, 0.3);
  const edge = unit * 1.8;
  castOnWall(
    pen,
    { x: box.x - edge, y: box.y - edge, w: box.w + edge * 2, h: box.h + edge * 2 },
    0.6,
  );
  fillBox(
    pen,
    { x: box.x - edge, y: box.y - edge, w: box.w + edge * 2, h: box.h + edge * 2 },
    frame,
    { shade: 0.02 },
  );
  drawView(pen, box, look.sky, look.noise, look.light);
  context.fillStyle = css(frame);
  context.fillRect(box.x + box.w / 2 - unit * 0.6, box.y, unit * 1.2, box.h);
  for (const share of [1 / 3, 2 / 3]) {
    context.fillRect(box.x, box.y + box.h * share - unit * 0.5, box.w, unit);
  }
  fillBox(
    pen,
    { x: box.x - edge * 2, y: box.y + box.h + edge * 0.6, w: box.w + edge * 4, h: unit * 2 },
    adjust(frame, 0.04),
  );
  drawCurtains(pen, box);
}

function drawCurtains(pen: Pen, box: Box): void {
  const { context, colours, unit, rng } = pen;
  const rod = box.y - unit * 5;
  const color = adjust(colours.cloth, 0.02, 0.8, rng.range(-15, 15));
  context.fillStyle = css(adjust(colours.wood, -0.18));
  context.fillRect(box.x - unit * 12, rod - unit * 0.5, box.w + unit * 24, unit);
  for (const side of [-1, 1]) {
    const outer = side < 0 ? box.x - unit * 10 : box.x + box.w + unit * 10;
    const inner = outer - side * unit * 13;
    const foot = box.y + box.h + unit * 9;
    const folds = 5;
    for (let fold = 0; fold < folds; fold++) {
      const x = mix(outer, inner, fold / folds);
      const next = mix(outer, inner, (fold + 1) / folds);
      const fill = context.createLinearGradient(x, 0, next, 0);
      fill.addColorStop(0, css(adjust(color, -0.08)));
      fill.addColorStop(0.5, css(adjust(color, 0.05)));
      fill.addColorStop(1, css(adjust(color, -0.08)));
      context.fillStyle = fill;
      context.fillRect(Math.min(x, next), rod, Math.abs(next - x) + 0.6, foot - rod);
    }
  }
}

/** The sun through the panes, as white shapes on the floor; `flip` is the side of the window. */
export function drawSunPatch(
  { context, unit }: Pick<Pen, "context" | "unit">,
  window: Box,
  { floor, foot, flip }: { floor: number; foot: number; flip: number },
): void {
  const middle = window.x + window.w / 2;
  const at = (across: number, along: number): [number, number] => [
    middle + (across - 0.5) * window.w * (1 + along * 0.6) - flip * unit * (6 + along * 38),
    mix(floor, foot, 0.1 + along * 0.78),
  ];
  context.fillStyle = "#fff";
  for (const [left, right] of [
    [0.02, 0.46],
    [0.54, 0.98],
  ]) {
    for (const row of [0, 1, 2]) {
      const [near, far] = [(row + 0.06) / 3, (row + 0.94) / 3];
      context.beginPath();
      context.moveTo(...at(left, near));
      context.lineTo(...at(right, near));
      context.lineTo(...at(right, far));
      context.lineTo(...at(left, far));
      context.closePath();
      context.fill();
    }
  }
}
