/** Houses along a street: walls, gables and rows of windows. */
import { adjust, hex, mixc, mul } from "../core/color.ts";
import type { Rgb, Rng, TownLook } from "../types.ts";
import {
  at,
  box,
  drawBalcony,
  drawWindow,
  facingOf,
  type Front,
  GLASS,
  GROUND_FLOOR,
  SNOW,
  WARM,
} from "./street-fronts.ts";
import { drawGroundFloor } from "./street-shops.ts";
import { fillFacing, fillShining, type Place, type StreetPen, veil } from "./street-pen.ts";
import { FLOOR_HEIGHT, type House } from "./street-plan.ts";

/** How deep houses are. */
const DEPTH = 9;
const ROOF = hex("#7d4a3a");
/** Smaller than this share of the frame a metre shows no frames, bars and shutters. */
const FINE = 0.013;

/** Draws a house; those farther away must have been drawn before. */
export function drawHouse(
  pen: StreetPen,
  house: House,
  given: { rng: Rng; half: number; sky: Rgb; look: TownLook; neon: readonly Rgb[] | null },
): void {
  const fine = pen.view.focal / Math.max(1, house.z) / pen.view.side > FINE;
  const front: Front = { pen, house, fine, ...given };
  const { width, height, wall } = house;
  drawSideAndRoof(front);
  fillFacing(pen, box(front, 0, 0, width, height), wall, facingOf(house));
  if (house.roof !== "flat") drawGable(front);
  if (fine && front.look === "old" && house.floors % 2 === 0) drawCourses(front);
  drawWindows(front);
  drawGroundFloor(front);
  const band = adjust(house.trim, -0.06);
  fillFacing(pen, box(front, 0, 0, width, 0.45), adjust(wall, -0.14, 0.7), facingOf(house));
  if (house.roof === "flat") {
    fillFacing(pen, box(front, 0, height - 0.45, width, 0.45, 0.12), band, facingOf(house));
    fillFacing(
      pen,
      box(front, 0, height - 0.6, width, 0.15, 0.06),
      mul(band, 0.5),
      facingOf(house),
    );
    if (pen.light.snow)
      fillFacing(pen, box(front, 0, height - 0.12, width, 0.3, 0.16), SNOW, facingOf(house));
  }
  if (fine && given.look !== "old") drawSideWindows(front);
  // Dirt and shadow gather at the foot and where two houses meet.
  veil(pen, box(front, 0, 0, width, Math.min(height, 5)), [0, 0.34]);
  veil(pen, box(front, width - 0.14, 0, 0.14, height), [0.3, 0.3]);
}

/** Rows of bricks, hardly to be seen. */
function drawCourses(front: Front): void {
  const { pen, house } = front;
  const { width, height } = house;
  for (let v = 0.6; v < height - 0.5; v += 0.26)
    veil(pen, box(front, 0, v, width, 0.05), [0.1, 0.1]);
}

/** The wall towards the viewer that stands over a lower neighbour, and the slope of a gabled roof. */
function drawSideAndRoof({ pen, house, half }: Front): void {
  const { hand, z, width, height, wall, roof } = house;
  const near = hand * half;
  const far = hand * (half + DEPTH);
  const side: Place[] = [
    [near, 0, z],
    [far, 0, z],
    [far, height, z],
    [near, height, z],
  ];
  fillFacing(pen, side, adjust(wall, -0.05, 0.8), "viewer");
  veil(pen, side, [0, 0.25]);
  if (roof === "flat") return;
  const ridge = height + gableOf(house);
  const middle = z + width / 2;
  const slope: Place[] = [
    [near, height, z],
    [far, height, z],
    [far, ridge, middle],
    [near, ridge, middle],
  ];
  fillFacing(pen, slope, pen.light.snow ? SNOW : ROOF, "viewer");
}

/** Windows in the wall towards the viewer, as high buildings have them. */
function drawSideWindows({ pen, house, half, rng, sky }: Front): void {
  const { hand, z, floors, trim } = house;
  for (let floor = 1; floor < floors; floor++) {
    const v = GROUND_FLOOR + 0.75 + (floor - 1) * FLOOR_HEIGHT;
    for (let column = 0; column < 3; column++) {
      const x = hand * (half + 1.7 + column * 2.6);
      const isLit = rng.chance(pen.light.lit * 0.7);
      const pane = (edge: number): Place[] => [
        [x - 0.5 - edge, v - edge, z],
        [x + 0.5 + edge, v - edge, z],
        [x + 0.5 + edge, v + 1.4 + edge, z],
        [x - 0.5 - edge, v + 1.4 + edge, z],
      ];
      fillFacing(pen, pane(0.1), trim, "viewer");
      if (isLit) fillShining(pen, pane(0), mul(WARM[column], 0.6));
      else fillFacing(pen, pane(0), mixc(GLASS, sky, 0.2), "viewer");
    }
  }
}

const gableOf = ({ width }: House): number => width * 0.52;

function drawGable(front: Front): void {
  const { pen, house } = front;
  const { width, height, wall, trim, roof } = house;
  const rise = gableOf(house);
  const facing = facingOf(house);
  const steps = roof === "steps" ? 4 : 0;
  const points: Place[] = [at(front, 0, height)];
  for (let i = 0; i < steps; i++) {
    const v = height + (rise * (i + 1)) / (steps + 0.3);
    points.push(at(front, (width / 2) * (i / steps), v));
    points.push(at(front, (width / 2) * ((i + 1) / steps) - (i === steps - 1 ? 0.35 : 0), v));
  }
  if (steps === 0) points.push(at(front, width / 2, height + rise));
  const mirrored = points.map(([x, y, z]): Place => [x, y, 2 * house.z + width - z]).toReversed();
  fillFacing(pen, [...points, ...mirrored], wall, facing);
  if (steps === 0) {
    // Boards along the edges of the roof.
    const edge = pen.light.snow ? SNOW : adjust(trim, -0.08);
    for (const u of [0, width]) {
      const board = [
        at(front, u, height - 0.1, 0.1),
        at(front, width / 2, height + rise, 0.1),
        at(front, width / 2, height + rise - 0.4, 0.1),
        at(front, u, height - 0.5, 0.1),
      ];
      fillFacing(pen, board, edge, facing);
    }
  }
  if (width > 3.5) drawWindow(front, width / 2 - 0.4, height + rise * 0.16, 0.8, 1.05);
}

function drawWindows(front: Front): void {
  const { house, look, rng } = front;
  const { width, floors, columns, balcony } = house;
  const cell = width / columns;
  const wide =
    look === "old" ? Math.min(1.05, cell * 0.5) : cell * (look === "modern" ? 0.66 : 0.6);
  const tall = look === "modern" ? 1.75 : look === "old" ? 1.5 : 1.35;
  const withBalcony = rng.int(1, Math.max(1, floors - 1));
  for (let floor = 1; floor < floors; floor++) {
    const v = GROUND_FLOOR + 0.75 + (floor - 1) * FLOOR_HEIGHT;
    for (let column = 0; column < columns; column++) {
      const u = cell * (column + 0.5) - wide / 2;
      drawWindow(front, u, v, wide, tall);
    }
    const isHung = look === "signs" ? floor % 2 === 1 : floor === withBalcony;
    if (balcony && isHung) drawBalcony(front, cell * 0.1, v - 0.25, width - cell * 0.2);
  }
}
