/** The ground floor of a house in a street: its door, its shop and the awning over it. */
import { adjust, mixc, mul } from "../core/color.ts";
import {
  at,
  box,
  facingOf,
  type Front,
  GLASS,
  GROUND_FLOOR,
  drawWindow,
  SNOW,
  WARM,
} from "./street-fronts.ts";
import { fillFacing, fillShining, veil } from "./street-pen.ts";

/** Draws the door and what is beside it. */
export function drawGroundFloor(front: Front): void {
  const { pen, house, rng, fine, look, neon } = front;
  const { width, shop, door, wall, cloth, trim } = house;
  const facing = facingOf(house);
  const doorAt = rng.range(0.12, 0.3) * width;
  const doorTall = look === "old" ? 2.3 : 2.25;
  const isOpen = rng.chance(pen.light.lit * 1.5);
  if (shop) {
    const ground = adjust(cloth, -0.1, 0.8);
    fillFacing(pen, box(front, 0.15, 0, width - 0.3, GROUND_FLOOR), ground, facing);
    const u = doorAt + 1.3;
    const pane = box(front, u, 0.7, width - u - 0.4, 1.85);
    const lightOf = neon && rng.chance(0.4) ? rng.pick(neon) : rng.pick(WARM);
    const bars = Math.max(1, Math.round((width - u - 0.4) / 1.4));
    if (isOpen) {
      fillShining(pen, pane, mul(lightOf, 0.95));
      veil(pen, pane, [0, 0.3], "110,50,10");
    } else {
      fillFacing(pen, pane, mixc(GLASS, front.sky, 0.25), facing);
      veil(pen, pane, [0.28, 0.04], "226,236,244");
    }
    const seen = fine ? bars : 1;
    for (let i = 1; i < seen; i++)
      fillFacing(
        pen,
        box(front, u + ((width - u - 0.4) * i) / bars, 0.7, 0.08, 1.85),
        ground,
        facing,
      );
    fillFacing(pen, box(front, 0.2, 2.65, width - 0.4, 0.42, 0.08), adjust(trim, -0.02), facing);
  }
  fillFacing(
    pen,
    box(front, doorAt - 0.14, 0, 1.28, doorTall + 0.16),
    shop ? adjust(cloth, -0.2) : trim,
    facing,
  );
  fillFacing(pen, box(front, doorAt, 0, 1, doorTall), door, facing);
  if (fine) {
    for (const v of [0.3, 1.2])
      fillFacing(pen, box(front, doorAt + 0.15, v, 0.7, 0.7), adjust(door, 0.05), facing);
    if (isOpen) fillShining(pen, box(front, doorAt, doorTall - 0.35, 1, 0.35), mul(WARM[0], 0.9));
  }
  if (!shop) {
    fillFacing(
      pen,
      box(front, 0, GROUND_FLOOR + 0.1, width, 0.16, 0.04),
      adjust(wall, 0.06),
      facing,
    );
    const room = width - doorAt - 1.3;
    if (room > 1.6) drawWindow(front, doorAt + 1.3 + room / 2 - 0.5, 1, 0.95, 1.4);
  } else if (house.awning) drawAwning(front, doorAt + 1.1, width - 0.25);
}

const STRIPE = 0.55;

function drawAwning(front: Front, from: number, to: number): void {
  const { pen, house } = front;
  const facing = facingOf(house);
  const [out, top, foot, hem] = [1.05, 2.75, 2.28, 0.22];
  const stripes = Math.max(2, Math.round((to - from) / STRIPE));
  const wide = (to - from) / stripes;
  for (let i = stripes - 1; i >= 0; i--) {
    const u = from + wide * i;
    const color = pen.light.snow ? SNOW : i % 2 === 0 ? house.cloth : house.trim;
    const slope = [
      at(front, u, top),
      at(front, u + wide, top),
      at(front, u + wide, foot, out),
      at(front, u, foot, out),
    ];
    fillFacing(pen, slope, adjust(color, 0.03), facing);
    const below = i % 2 === 0 ? house.cloth : house.trim;
    fillFacing(pen, box(front, u, foot - hem, wide, hem, out), adjust(below, -0.05), facing);
  }
  const end = [
    at(front, from, top),
    at(front, from, foot, out),
    at(front, from, foot - hem, out),
    at(front, from, foot - hem),
  ];
  fillFacing(pen, end, mul(house.cloth, 0.6), "viewer");
}
