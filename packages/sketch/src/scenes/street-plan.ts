/** What stands along a street and where its viewer stands; metres, drawn from the seed alone. */
import { hex } from "../core/color.ts";
import { zoomOf } from "../lens.ts";
import type { Rgb, Rng, SceneSpec, SceneState, TownLook } from "../types.ts";

/** The viewer: vanishing point and focal length in pixels, height of the eye in metres. */
export type View = { vx: number; horizon: number; focal: number; eye: number; side: number };

export type Point = readonly [x: number, y: number];

/** The pixel of a point `x` to the right of the viewer's line, `y` above the ground and `z` away, in metres. */
export const project = (
  { vx, horizon, focal, eye }: View,
  x: number,
  y: number,
  z: number,
): Point => [vx + (x * focal) / z, horizon - ((y - eye) * focal) / z];

export type RoofShape = "gable" | "steps" | "flat";

export type House = {
  /** -1 on the left, 1 on the right. */
  hand: -1 | 1;
  /** Its near corner, and its measures. */
  z: number;
  width: number;
  height: number;
  floors: number;
  columns: number;
  roof: RoofShape;
  wall: Rgb;
  trim: Rgb;
  door: Rgb;
  cloth: Rgb;
  shop: boolean;
  awning: boolean;
  shutters: boolean;
  arched: boolean;
  balcony: boolean;
  /** Label of its random stream. */
  key: string;
};

export type Street = {
  look: TownLook;
  narrow: boolean;
  /** From the middle to the houses, and to the kerb. */
  half: number;
  road: number;
  end: number;
  houses: House[];
  /** Metres between two lamps of one side, and where the first stands. */
  lamps: { every: number; first: number };
  /** Lines of lights or wires across the street. */
  lines: number[];
  tower: boolean;
  /** Where a crossing begins; without end where there is none. */
  crossing: number;
};

const TOWNS: Readonly<Record<TownLook, readonly (readonly string[])[]>> = {
  old: [
    ["#dca873", "#cf8557", "#ead3a6", "#c26a48", "#efe0c4"],
    ["#b5493c", "#d7a548", "#5f86a0", "#e6dac2", "#6f8f72"],
    ["#9c5a44", "#b5745a", "#d9c6a6", "#7d4a3c", "#c9b08c"],
    ["#e2b0a6", "#afcabf", "#eddcae", "#bcb4d2", "#f1ebde"],
  ],
  modern: [
    ["#b9b4ab", "#8f979c", "#a67c63", "#cfc6b6", "#6f7d86"],
    ["#8a5a47", "#a5694f", "#5f5048", "#b99a7a", "#777c80"],
    ["#7f97a8", "#a9b8c0", "#d8d6cf", "#59707f", "#93877a"],
  ],
  signs: [
    ["#8d8a86", "#a39c92", "#6f7378", "#b3a596", "#5d6570"],
    ["#77706a", "#94857a", "#585e68", "#a79a8e", "#6b6a75"],
  ],
};
const DOORS = ["#5a3422", "#274a3c", "#23405e", "#7a2a26", "#3a3634"].map(hex);
const CLOTHS = ["#b23a2e", "#2f6b5a", "#2e567f", "#c98a2c", "#7a3a5a"].map(hex);
const TRIMS: Readonly<Record<TownLook, string>> = {
  old: "#f3ead8",
  modern: "#d9d6cf",
  signs: "#a9a7a4",
};

/** Half the width between the houses. */
const HALVES: Readonly<Record<TownLook, readonly [number, number]>> = {
  old: [3.9, 5.4],
  modern: [7.5, 10],
  signs: [4.3, 5.8],
};
const PAVEMENTS: Readonly<Record<TownLook, number>> = { old: 1.1, modern: 2.4, signs: 1.3 };
const WIDTHS: Readonly<Record<TownLook, readonly [number, number]>> = {
  old: [4.6, 7.6],
  modern: [9, 16],
  signs: [5, 8.5],
};
const FLOORS: Readonly<Record<TownLook, readonly [number, number]>> = {
  old: [2, 4],
  modern: [4, 10],
  signs: [3, 8],
};
/** Of the floors over the ground floor. */
export const FLOOR_HEIGHT = 2.9;
const ALLEY_HALF: readonly [number, number] = [1.5, 2];
/** Nearer houses would only be seen in part, behind the viewer's shoulder. */
const NEAREST = 0.62;
const ROOFS: Readonly<Record<TownLook, readonly RoofShape[]>> = {
  old: ["gable", "gable", "steps", "flat"],
  modern: ["flat"],
  signs: ["flat"],
};

/** The view down the street for a frame of `w` by `h` pixels. */
export function viewOf(
  { w, h }: { w: number; h: number },
  { spec, rng }: Pick<SceneState, "spec" | "rng">,
): View {
  const chosen = rng("street-view");
  const side = Math.min(w, h);
  const aside = chosen.range(-0.15, 0.15);
  const eye = chosen.range(1.45, 2.1);
  const reach = chosen.range(0.72, 0.92);
  return {
    side,
    vx: w * (0.5 + aside),
    horizon: h * (spec.horizon ?? USUAL_HORIZON),
    focal: side * reach * zoomOf(spec),
    eye: eyeOf(spec, eye),
  };
}

const USUAL_HORIZON = 0.54;
const EYES = { low: 0.75, aerial: 4.6 } as const;
/** Animals are seen from nearer to their own height. */
const EYE_AMONG_ANIMALS = 0.95;

function eyeOf({ camera, subjects }: SceneSpec, usual: number): number {
  if (camera === "low" || camera === "aerial") return EYES[camera];
  return subjects[0]?.group === "animals" ? EYE_AMONG_ANIMALS : usual;
}

/** The street of a seed; `widest` is how far to the side the frame reaches, in focal lengths. */
export function planStreet(
  { spec, rng }: Pick<SceneState, "spec" | "rng">,
  widest: number,
): Street {
  const look = spec.town ?? "old";
  const narrow = spec.cityView === "alley";
  const plan = rng("street");
  const colours = plan.pick(TOWNS[look]).map(hex);
  const half = plan.range(...(narrow ? ALLEY_HALF : HALVES[look]));
  const end = half * plan.range(13, 19) + 14;
  const phase = plan();
  const houses = ([-1, 1] as const).flatMap((hand) => {
    const own = rng(`street:${hand}`);
    const from = (half / widest) * NEAREST - phase * 3;
    return rowOf(own, { hand, look, narrow, colours, from: Math.max(0.6, from), end });
  });
  const every = plan.range(9, 14) * (look === "modern" ? 1.6 : 1);
  return {
    look,
    narrow,
    half,
    road: narrow ? half : half - PAVEMENTS[look],
    end,
    houses,
    lamps: { every, first: (half / widest) * 1.25 + plan() * 2 },
    lines: linesOf(plan, half, end),
    tower: plan.chance(0.65),
    crossing: crossingOf(plan, half),
  };
}

function crossingOf(rng: Rng, half: number): number {
  const z = half * rng.range(1.1, 2);
  return rng.chance(0.6) ? z : Infinity;
}

function linesOf(rng: Rng, half: number, end: number): number[] {
  const some = rng.chance(0.6);
  const first = half * rng.range(1.8, 3);
  const step = rng.range(4, 8);
  const all = Array.from({ length: 5 }, (_, i) => first + i * step);
  return some ? all.filter((z) => z < end) : [];
}

function rowOf(
  rng: Rng,
  {
    hand,
    look,
    narrow,
    colours,
    from,
    end,
  }: {
    hand: -1 | 1;
    look: TownLook;
    narrow: boolean;
    colours: readonly Rgb[];
    from: number;
    end: number;
  },
): House[] {
  const houses: House[] = [];
  let last = rng.int(0, colours.length - 1);
  for (let z = from, i = 0; z < end; i++) {
    const width = rng.range(...WIDTHS[look]) * (narrow ? 0.8 : 1);
    const floors = rng.int(...FLOORS[look]) - (narrow && look === "old" ? 1 : 0);
    const least = Math.max(2, floors);
    // No house is painted like its neighbour.
    last = (last + rng.int(1, colours.length - 1)) % colours.length;
    houses.push({
      hand,
      z,
      width,
      floors: least,
      height: least * FLOOR_HEIGHT + rng.range(0.5, 1.4),
      columns: Math.max(1, Math.round(width / rng.range(1.9, 2.6))),
      roof: rng.pick(ROOFS[look]),
      wall: colours[last],
      trim: hex(TRIMS[look]),
      door: rng.pick(DOORS),
      cloth: rng.pick(CLOTHS),
      shop: rng.chance(narrow ? 0.2 : look === "old" ? 0.5 : 0.8),
      awning: rng.chance(narrow ? 0.1 : 0.6),
      shutters: rng.chance(0.45) && look === "old",
      arched: rng.chance(0.2) && look === "old",
      balcony: rng.chance(0.35),
      key: `house:${hand}:${i}`,
    });
    z += width;
  }
  return houses;
}
