/** Houses seen from above: walls, pitched roofs with their tiles, chimneys and dormers. */
import { adjust, hex, mixc, mul } from "../core/color.ts";
import type { Rgb, Rng } from "../types.ts";
import { fillFacing, fillShining, line, type Place, type StreetPen, veil } from "./street-pen.ts";
import { BRICK, drawBlock, drawRoofSign, POT, SNOW, wallTo } from "./rooftops-parts.ts";
import type { RoofHouse } from "./rooftops-plan.ts";

const GLASS = hex("#42505c");
const LAMPLIGHT = ["#ffc878", "#ffd898", "#ffb45c"].map(hex);
/** Farther than this, in metres, roofs show no tiles, and houses no frames. */
const TILED = 95;
const FRAMED = 70;
const COURSE = 0.62;

type Given = { rng: Rng; sky: Rgb; neon: readonly Rgb[] | null };

/** Draws a house; those behind it must have been drawn before. */
export function drawRoofHouse(pen: StreetPen, house: RoofHouse, given: Given): void {
  const { x, z, width, depth, height, wall } = house;
  const left = x - width / 2;
  const right = x + width / 2;
  // The side that is turned to the viewer's line is seen.
  const near = x > 0 ? left : right;
  const side: Place[] = [
    [near, 0, z],
    [near, 0, z + depth],
    [near, height, z + depth],
    [near, height, z],
  ];
  fillFacing(pen, side, adjust(wall, -0.04), x > 0 ? "left" : "right");
  const front = wallTo(left, right, 0, height, z);
  fillFacing(pen, front, wall, "viewer");
  if (house.flat) drawFlatRoof(pen, house, given);
  else if (house.gabled) drawGabledRoof(pen, house);
  else drawSlopedRoof(pen, house, given);
  drawWindows(pen, house, given);
  veil(pen, front, [0, 0.5]);
  if (!house.flat) drawChimneys(pen, house, given.rng);
}

const roofColour = ({ light }: StreetPen, { roof }: RoofHouse): Rgb =>
  light.snow ? mixc(roof, SNOW, 0.9) : roof;

/** A slope down to the viewer, with rows of tiles and dormers. */
function drawSlopedRoof(pen: StreetPen, house: RoofHouse, { rng, sky }: Given): void {
  const { x, z, width, depth, height, rise } = house;
  const over = 0.35;
  const left = x - width / 2 - over;
  const right = x + width / 2 + over;
  const ridge = height + rise;
  const middle = z + depth / 2;
  // The gable end on the side towards the viewer's line.
  const near = x > 0 ? left + over : right - over;
  const gable: Place[] = [
    [near, height, z],
    [near, height, z + depth],
    [near, ridge, middle],
  ];
  fillFacing(pen, gable, adjust(house.wall, -0.04), x > 0 ? "left" : "right");
  const at = (t: number): [number, number] => [
    height - 0.2 + (rise + 0.2) * t,
    z - over + (depth / 2 + over) * t,
  ];
  const slope: Place[] = [
    [left, ...at(0)],
    [right, ...at(0)],
    [right, ridge, middle],
    [left, ridge, middle],
  ];
  const color = roofColour(pen, house);
  fillFacing(pen, slope, color, "up");
  veil(pen, slope, pen.light.snow ? [0, 0.34] : [0, 0.2], pen.light.snow ? "40,52,84" : undefined);
  if (z < TILED && !pen.light.snow) {
    const rows = Math.round(Math.hypot(rise, depth / 2) / COURSE);
    for (let i = 1; i < rows; i++) {
      const [y, far] = at(i / rows);
      line(pen, [left, y, far], [right, y, far], 0.07, adjust(color, i % 2 === 0 ? -0.09 : -0.05));
    }
  }
  const panes = rng.int(0, 2);
  for (let i = 0; i < panes; i++) {
    const px = x + width * (rng.range(0.02, 0.32) * (i === 0 ? 1 : -1));
    const isLit = rng.chance(pen.light.lit);
    const pane: Place[] = [
      [px - 0.5, ...at(0.52)],
      [px + 0.5, ...at(0.52)],
      [px + 0.5, ...at(0.8)],
      [px - 0.5, ...at(0.8)],
    ];
    if (isLit) fillShining(pen, pane, mul(LAMPLIGHT[i], 0.8));
    else fillFacing(pen, pane, mixc(GLASS, sky, 0.5), "up");
  }
  line(pen, [left, ridge, middle], [right, ridge, middle], 0.26, adjust(color, 0.06));
  line(pen, [left, ...at(0)], [right, ...at(0)], 0.2, adjust(color, -0.16));
}

/** A gable to the viewer between two slopes, of which that towards the viewer's line is seen. */
function drawGabledRoof(pen: StreetPen, house: RoofHouse): void {
  const { x, z, width, depth, height, rise } = house;
  const [left, right] = [x - width / 2, x + width / 2];
  const ridge = height + rise;
  const color = roofColour(pen, house);
  for (const hand of x > 0 ? ([1, -1] as const) : ([-1, 1] as const)) {
    const eaves = x + hand * (width / 2 + 0.35);
    const slope: Place[] = [
      [eaves, height - 0.25, z - 0.3],
      [x, ridge, z - 0.3],
      [x, ridge, z + depth],
      [eaves, height - 0.25, z + depth],
    ];
    fillFacing(pen, slope, color, hand < 0 ? "left" : "right");
    if (z > TILED || pen.light.snow) continue;
    const rows = Math.round(Math.hypot(rise, width / 2) / COURSE);
    for (let i = 1; i < rows; i++) {
      const t = i / rows;
      const px = eaves + (x - eaves) * t;
      const y = height - 0.25 + (rise + 0.25) * t;
      line(pen, [px, y, z - 0.3], [px, y, z + depth], 0.06, adjust(color, -0.07));
    }
  }
  fillFacing(
    pen,
    [
      [left, height, z],
      [right, height, z],
      [x, ridge, z],
    ],
    house.wall,
    "viewer",
  );
  for (const edge of [left - 0.35, right + 0.35])
    line(pen, [edge, height - 0.25, z - 0.3], [x, ridge, z - 0.3], 0.3, adjust(color, 0.04));
}

const SHED = hex("#8a8580");
const TANK = hex("#6d5446");

function drawFlatRoof(pen: StreetPen, house: RoofHouse, { rng, neon }: Given): void {
  const { x, z, width, depth, height } = house;
  const [left, right] = [x - width / 2, x + width / 2];
  const top: Place[] = [
    [left, height, z],
    [right, height, z],
    [right, height, z + depth],
    [left, height, z + depth],
  ];
  fillFacing(pen, top, roofColour(pen, house), "up");
  fillFacing(pen, wallTo(left, right, height, height + 0.5, z + depth), house.wall, "viewer");
  drawBlock(
    pen,
    [x + rng.range(-0.25, 0.1) * width, height, z + depth * 0.6],
    [width * 0.26, 2.2, depth * 0.3],
    SHED,
  );
  if (rng.chance(0.5)) {
    const at: Place = [x + width * 0.28, height, z + depth * 0.4];
    for (const leg of [-0.7, 0.7])
      line(pen, [at[0] + leg, height, at[2]], [at[0] + leg, height + 1.4, at[2]], 0.12, TANK);
    drawBlock(pen, [at[0], height + 1.4, at[2]], [2, 2.1, 1.6], TANK);
    const cap: Place[] = [
      [at[0] - 1.15, height + 3.5, at[2]],
      [at[0] + 1.15, height + 3.5, at[2]],
      [at[0], height + 4.3, at[2]],
    ];
    fillFacing(pen, cap, pen.light.snow ? SNOW : adjust(TANK, -0.08), "viewer");
  }
  if (house.signed) drawRoofSign(pen, house, { rng, neon });
  fillFacing(
    pen,
    wallTo(left, right, height - 0.1, height + 0.5, z),
    adjust(house.wall, 0.04),
    "viewer",
  );
}

function drawChimneys(pen: StreetPen, house: RoofHouse, rng: Rng): void {
  const { x, z, width, depth, height, rise, chimneys, gabled } = house;
  for (let i = 0; i < chimneys; i++) {
    const across = rng.range(0.2, 0.42) * (i === 0 ? -1 : 1);
    const tall = rng.range(1.3, 2.1);
    const wide = rng.range(0.8, 1.5);
    const at = x + across * width;
    // On the ridge of a slope, or on the slope beside a gable's ridge.
    const y = gabled ? height + rise * (1 - Math.abs(across) * 2) - 0.3 : height + rise - 0.5;
    const far = gabled ? z + depth * 0.55 : z + depth / 2;
    drawBlock(pen, [at, y, far], [wide, tall, 0.8], BRICK);
    if (z > TILED) continue;
    const pots = wide > 1.1 ? 3 : 2;
    for (let pot = 0; pot < pots; pot++) {
      const px = at + ((pot + 0.5) / pots - 0.5) * wide * 0.9;
      fillFacing(
        pen,
        wallTo(px - 0.13, px + 0.13, y + tall, y + tall + 0.45, far + 0.3),
        POT,
        "viewer",
      );
    }
  }
}

function drawWindows(pen: StreetPen, house: RoofHouse, { rng, sky, neon }: Given): void {
  const { x, z, width, height, rise, gabled, flat, dormers, depth } = house;
  const columns = Math.max(2, Math.round(width / 2.3));
  const left = x - width / 2;
  const cell = width / columns;
  // Of houses far away the roofs of others hide all but the upper windows.
  const floors = z < FRAMED * 1.5 ? 3 : 1;
  for (let floor = 0; floor < floors; floor++) {
    const y = height - 2.3 - floor * 2.9;
    for (let column = 0; column < columns; column++)
      drawPane(
        pen,
        [left + cell * (column + 0.5), y, z],
        [cell * 0.44, 1.45],
        { rng, sky, neon },
        house,
      );
  }
  if (gabled && width > 6)
    drawPane(pen, [x, height + rise * 0.18, z], [0.95, 1.2], { rng, sky, neon }, house);
  if (gabled || flat) return;
  for (let i = 0; i < dormers; i++) {
    const at = x + width * (dormers === 1 ? 0.05 : i === 0 ? -0.24 : 0.24);
    const foot = height + rise * 0.16;
    const far = z + depth * 0.1;
    drawBlock(pen, [at, foot, far], [1.5, 1.4, depth * 0.2], house.wall);
    const cap: Place[] = [
      [at - 0.95, foot + 1.35, far - 0.1],
      [at + 0.95, foot + 1.35, far - 0.1],
      [at, foot + 2.15, far - 0.1],
    ];
    fillFacing(pen, cap, roofColour(pen, house), "viewer");
    drawPane(pen, [at, foot + 0.2, far], [0.85, 1], { rng, sky, neon }, house);
  }
}

function drawPane(
  pen: StreetPen,
  [x, y, z]: Place,
  [wide, tall]: readonly [number, number],
  { rng, sky, neon }: Given,
  { wall }: RoofHouse,
): void {
  const isLit = rng.chance(pen.light.lit);
  const color = neon && rng.chance(0.4) ? rng.pick(neon) : rng.pick(LAMPLIGHT);
  const bright = rng.range(0.5, 0.95);
  const pane = wallTo(x - wide / 2, x + wide / 2, y, y + tall, z);
  if (z < FRAMED)
    fillFacing(
      pen,
      wallTo(x - wide / 2 - 0.12, x + wide / 2 + 0.12, y - 0.12, y + tall + 0.12, z),
      adjust(wall, 0.08),
      "viewer",
    );
  if (isLit) fillShining(pen, pane, mul(color, bright));
  else fillFacing(pen, pane, mixc(GLASS, sky, 0.15), "viewer");
  if (z >= FRAMED) return;
  line(pen, [x, y, z], [x, y + tall, z], 0.07, adjust(wall, 0.02));
}
