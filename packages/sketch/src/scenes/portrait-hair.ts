/** Hair of a silhouette: masses and locks that fall from the skull. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Rng } from "../core/rng.ts";
import type { Head } from "./portrait-profile.ts";

export type HairStyle = "short" | "bun" | "long" | "wave";

const FULL_TURN = Math.PI * 2;
/** Centre and radii of the skull in units of the head. */
const SKULL = { x: 0.43, y: 0.27, across: 0.262, down: 0.255 };

type Lock = {
  /** Place on the skull, as an angle (0 to the face, quarter turns counter-clockwise up). */
  at: number;
  length: number;
  width: number;
  /** Size and number of its waves. */
  curl: number;
  waves: number;
  phase: number;
  /** How fast it turns to fall straight down. */
  weight: number;
};

const STEPS = 14;

/** A tapering lock that leaves the skull along its curve and falls. */
function drawLock(context: SKRSContext2D, head: Head, lock: Lock): void {
  let x = SKULL.x + Math.cos(lock.at) * SKULL.across;
  let y = SKULL.y - Math.sin(lock.at) * SKULL.down;
  // Backwards along the skull, away from the face.
  let direction = Math.atan2(-Math.cos(lock.at) * SKULL.down, -Math.sin(lock.at) * SKULL.across);
  const down = Math.PI / 2;
  const step = lock.length / STEPS;
  for (let i = 0; i < STEPS; i++) {
    const t = i / STEPS;
    let turn = down - direction;
    turn -= FULL_TURN * Math.round(turn / FULL_TURN);
    direction += turn * lock.weight;
    const sway = Math.sin(t * lock.waves * FULL_TURN + lock.phase) * lock.curl * (0.4 + t);
    const nextX = x + Math.cos(direction + sway) * step;
    const nextY = y + Math.sin(direction + sway) * step;
    context.lineWidth = head.size * lock.width * (1 - t * 0.85);
    context.beginPath();
    context.moveTo(head.x + x * head.size, head.y + y * head.size);
    context.lineTo(head.x + nextX * head.size, head.y + nextY * head.size);
    context.stroke();
    x = nextX;
    y = nextY;
  }
}

type LockRanges = Readonly<Record<keyof Lock, readonly [number, number]>>;

function drawLocks(
  context: SKRSContext2D,
  head: Head,
  rng: Rng,
  count: number,
  ranges: LockRanges,
): void {
  const draw = ([low, high]: readonly [number, number]) => rng.range(low, high);
  for (let i = 0; i < count; i++) {
    drawLock(context, head, {
      at: draw(ranges.at),
      length: draw(ranges.length),
      width: draw(ranges.width),
      curl: draw(ranges.curl),
      waves: draw(ranges.waves),
      phase: draw(ranges.phase),
      weight: draw(ranges.weight),
    });
  }
}

/** The fall of long hair behind the neck, under its locks. */
function drawFall(context: SKRSContext2D, head: Head): void {
  const px = (x: number, y: number): [number, number] => [
    head.x + x * head.size,
    head.y + y * head.size,
  ];
  context.beginPath();
  context.moveTo(...px(0.42, 0.015));
  context.bezierCurveTo(...px(0.1, -0.01), ...px(0.1, 0.34), ...px(0.085, 0.56));
  context.bezierCurveTo(...px(0.07, 0.7), ...px(0.12, 0.8), ...px(0.2, 0.84));
  context.bezierCurveTo(...px(0.32, 0.82), ...px(0.36, 0.74), ...px(0.37, 0.62));
  context.closePath();
  context.fill();
}

function drawBun(context: SKRSContext2D, head: Head, rng: Rng): void {
  const x = head.x + 0.165 * head.size;
  const y = head.y + 0.13 * head.size;
  context.beginPath();
  context.ellipse(x, y, 0.1 * head.size, 0.092 * head.size, -0.5, 0, FULL_TURN);
  context.fill();
  // Loose hairs wound about the bun.
  for (let i = 0; i < 9; i++) {
    context.lineWidth = head.size * rng.range(0.002, 0.006);
    const from = rng() * FULL_TURN;
    const swell = rng.range(1, 1.1);
    context.beginPath();
    context.ellipse(
      x,
      y,
      0.1 * head.size * swell,
      0.092 * head.size * swell,
      rng.range(-0.9, 0),
      from,
      from + rng.range(0.8, 2),
    );
    context.stroke();
  }
}

const QUARTER = Math.PI / 2;

const LOCKS: Readonly<Record<HairStyle, { count: number; ranges: LockRanges }>> = {
  short: {
    count: 130,
    ranges: {
      at: [QUARTER * 0.6, QUARTER * 2.2],
      length: [0.06, 0.13],
      width: [0.006, 0.016],
      curl: [-0.5, 0.1],
      waves: [0.3, 0.6],
      phase: [0, 1],
      weight: [0.03, 0.08],
    },
  },
  bun: {
    count: 46,
    ranges: {
      at: [QUARTER * 1.9, QUARTER * 2.5],
      length: [0.06, 0.26],
      width: [0.0015, 0.004],
      curl: [0.2, 0.7],
      waves: [0.6, 1.4],
      phase: [0, FULL_TURN],
      weight: [0.1, 0.2],
    },
  },
  long: {
    count: 170,
    ranges: {
      at: [QUARTER * 1.1, QUARTER * 2.5],
      length: [0.45, 0.85],
      width: [0.003, 0.011],
      curl: [0.05, 0.2],
      waves: [0.5, 1.2],
      phase: [0, FULL_TURN],
      weight: [0.14, 0.3],
    },
  },
  wave: {
    count: 170,
    ranges: {
      at: [QUARTER * 1.1, QUARTER * 2.5],
      length: [0.4, 0.8],
      width: [0.004, 0.013],
      curl: [0.35, 0.75],
      waves: [1.4, 2.4],
      phase: [0, 2],
      weight: [0.1, 0.24],
    },
  },
};

/** Adds hair to a silhouette in the context's fill and stroke colour. */
export function drawHair(context: SKRSContext2D, head: Head, style: HairStyle, rng: Rng): void {
  context.lineCap = "round";
  if (style === "bun") drawBun(context, head, rng);
  if (style === "long" || style === "wave") drawFall(context, head);
  const { count, ranges } = LOCKS[style];
  drawLocks(context, head, rng, count, ranges);
}
