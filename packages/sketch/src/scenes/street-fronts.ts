/** What fronts of a street share: places on them, and windows with sills, shutters and balconies. */
import { adjust, hex, mixc, mul } from "../core/color.ts";
import type { Rgb, Rng, TownLook } from "../types.ts";
import type { Facing } from "./city-light.ts";
import { fillFacing, fillShining, type Place, type StreetPen, veil } from "./street-pen.ts";
import type { House } from "./street-plan.ts";

/** How tall the ground floor is, in metres. */
export const GROUND_FLOOR = 3.1;
export const WARM = ["#ffc878", "#ffd898", "#ffb45c", "#ffe4b4"].map(hex);
const COOL = ["#ffcf8a", "#ffe2b4", "#ffc878", "#bcd8f4"].map(hex);
export const GLASS = hex("#3d4b58");
export const SNOW = hex("#e9eff6");

/** What is drawn on a front: `u` metres along it from its near end, `v` above the ground, `out` before the wall. */
export type Front = {
  pen: StreetPen;
  house: House;
  rng: Rng;
  half: number;
  sky: Rgb;
  look: TownLook;
  neon: readonly Rgb[] | null;
  fine: boolean;
};

/** Which way a front on its side of the street faces. */
export const facingOf = ({ hand }: House): Facing => (hand < 0 ? "right" : "left");

/** A place on a front, in metres. */
export const at = ({ house, half }: Front, u: number, v: number, out = 0): Place => [
  house.hand * (half - out),
  v,
  house.z + u,
];

/** A box on a front: its near foot, its width and its height. */
export const box = (front: Front, u: number, v: number, w: number, h: number, out = 0): Place[] => [
  at(front, u, v, out),
  at(front, u + w, v, out),
  at(front, u + w, v + h, out),
  at(front, u, v + h, out),
];

/** A window with frame, bars and sill; lit ones by chance, the same ones at every size. */
export function drawWindow(front: Front, u: number, v: number, w: number, h: number): void {
  const { pen, house, rng, sky, look, fine, neon } = front;
  const { light } = pen;
  const facing = facingOf(house);
  const isLit = rng.chance(light.lit);
  const warm = rng.pick(look === "old" ? WARM : COOL);
  const bright = rng.range(0.32, 0.74);
  const curtain = rng.range(0.2, 0.45);
  const tinted = rng.chance(0.2);
  if (fine) fillFacing(pen, box(front, u - 0.1, v - 0.1, w + 0.2, h + 0.2), house.trim, facing);
  const pane = box(front, u, v, w, h);
  const color = neon && tinted ? neon[house.columns % neon.length] : warm;
  if (isLit) fillShining(pen, pane, mul(color, bright));
  else {
    fillFacing(pen, pane, mixc(GLASS, sky, light.own > 0.9 ? 0.1 : 0.3), facing);
    // Glass mirrors the sky above.
    if (light.own < 0.9) veil(pen, pane, [0.3, 0], "226,236,244");
  }
  if (!fine) return;
  veil(pen, box(front, u, v + h * 0.82, w, h * 0.18), [0.4, 0.05]);
  if (isLit) veil(pen, box(front, u, v, w * curtain, h), [0.18, 0.3], "120,60,20");
  const bar = isLit ? mul(house.trim, 0.35) : house.trim;
  fillFacing(pen, box(front, u + w / 2 - 0.035, v, 0.07, h), bar, facing);
  if (look === "old") fillFacing(pen, box(front, u, v + h * 0.6, w, 0.06), bar, facing);
  if (house.shutters) {
    for (const left of [u - w * 0.52, u + w + w * 0.06])
      fillFacing(pen, box(front, left, v - 0.04, w * 0.46, h + 0.08, 0.05), house.cloth, facing);
  }
  const sill = light.snow ? SNOW : adjust(house.trim, -0.05);
  fillFacing(pen, box(front, u - 0.16, v - 0.2, w + 0.32, 0.14, 0.12), sill, facing);
}

const IRON = hex("#2b2a2e");

/** A slab with a railing before a window. */
export function drawBalcony(front: Front, u: number, v: number, w: number): void {
  const { pen, house, fine } = front;
  const facing = facingOf(house);
  const out = 0.75;
  const under = [
    at(front, u, v),
    at(front, u + w, v),
    at(front, u + w, v, out),
    at(front, u, v, out),
  ];
  fillFacing(pen, under, mul(house.trim, 0.55), facing);
  fillFacing(pen, box(front, u, v, w, 0.16, out), house.trim, facing);
  if (!fine) return;
  const bars = Math.round(w / 0.3);
  for (let i = 0; i <= bars; i++)
    fillFacing(pen, box(front, u + (w * i) / bars, v, 0.045, 0.95, out), IRON, facing);
  fillFacing(pen, box(front, u, v + 0.92, w, 0.08, out), IRON, facing);
  const end = [
    at(front, u, v),
    at(front, u, v, out),
    at(front, u, v + 0.95, out),
    at(front, u, v + 0.95),
  ];
  fillShining(pen, end, mul(IRON, 0.2), 0.25);
}
