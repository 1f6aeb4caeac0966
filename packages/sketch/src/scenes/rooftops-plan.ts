/** Which houses stand below a view over roofs; metres, drawn from the seed alone. */
import { adjust, hex } from "../core/color.ts";
import type { Rgb, RoofKind, Rng, SceneState, TownLook } from "../types.ts";

export type RoofHouse = {
  /** Its middle to the side, and its near front. */
  x: number;
  z: number;
  width: number;
  depth: number;
  /** Of its walls, and of its roof above them. */
  height: number;
  rise: number;
  /** The gable is turned to the viewer; else the slope is. */
  gabled: boolean;
  /** A flat roof with what stands on such roofs. */
  flat: boolean;
  /** A sign stands on the flat roof. */
  signed: boolean;
  wall: Rgb;
  roof: Rgb;
  chimneys: number;
  dormers: number;
  key: string;
};

export type Rooftops = {
  /** Focal length in shorter sides, and height of the eye. */
  reach: number;
  eye: number;
  /** Houses by row, the farthest row first. */
  rows: RoofHouse[][];
  near: Rgb;
  /** Where the ridge of the nearest roof is, as a share of the height. */
  ridge: number;
  modern: boolean;
};

const ROOFS: Readonly<Record<RoofKind | "modern", readonly (readonly string[])[]>> = {
  tiles: [
    ["#b4573a", "#c46a45", "#9e4a36", "#cf7d54", "#a85f48"],
    ["#a3503a", "#6e5a52", "#b8664a", "#84584a", "#c27a58"],
    ["#8a4a3c", "#5f6a74", "#a3604a", "#75564e", "#b07a5c"],
  ],
  zinc: [
    ["#6f7a86", "#82909b", "#5d6873", "#94a0a8", "#7a7f8c"],
    ["#7c8994", "#93a0aa", "#68737f", "#a5adb2", "#6d6f7c"],
  ],
  modern: [
    ["#6b7078", "#83888e", "#5a5f69", "#979a9c", "#74706c"],
    ["#7d6a5e", "#6a6e76", "#938880", "#585d66", "#8a7468"],
  ],
};
const WALLS: readonly (readonly string[])[] = [
  ["#ecdfc4", "#e2cda8", "#d9b890", "#f1e9d8", "#cfc3ae"],
  ["#e9dfd2", "#d8c9b8", "#c9b7a4", "#efe8dd", "#bfb2a6"],
  ["#d7b08a", "#c98d6a", "#e8d4b0", "#b97a5c", "#efe2c8"],
];
const EYE = { low: 15, aerial: 34 } as const;

export function planRooftops(
  { spec, rng }: Pick<SceneState, "spec" | "rng">,
  aspect: number,
): Rooftops {
  const plan = rng("rooftops");
  const { town = "old" } = spec;
  const modern = town !== "old";
  const usualRoofs = plan.pick(["tiles", "zinc", "tiles"] as const);
  const roofs = plan.pick(ROOFS[modern ? "modern" : (spec.roofs ?? usualRoofs)]).map(hex);
  const walls = plan.pick(WALLS).map(hex);
  const usual = plan.range(18, 25);
  const reach = plan.range(0.95, 1.3);
  const ridge = plan.range(0.8, 0.9);
  const { camera } = spec;
  const eye = camera === "low" || camera === "aerial" ? EYE[camera] : usual;
  const rows: RoofHouse[][] = [];
  let z = plan.range(12, 17);
  for (let row = 0; z < 430; row++) {
    const own = rng(`rooftops:${row}`);
    const depth = own.range(7, 11);
    // Rows are as long as the widest frame sees.
    const half = ((z + depth) / reach) * Math.max(0.5, aspect / 2) * 1.5 + 8;
    rows.push(rowOf(own, { row, z, depth, half, town, roofs, walls }));
    z += depth * own.range(1, 1.35) + z * 0.05;
  }
  return { reach, eye, rows: rows.toReversed(), near: plan.pick(roofs), ridge, modern };
}

type Row = {
  row: number;
  z: number;
  depth: number;
  half: number;
  town: TownLook;
  roofs: readonly Rgb[];
  walls: readonly Rgb[];
};

function rowOf(rng: Rng, { row, z, depth, half, town, roofs, walls }: Row): RoofHouse[] {
  const modern = town !== "old";
  const houses: RoofHouse[] = [];
  const house = (x: number, width: number, i: number): RoofHouse => {
    const gabled = rng.chance(0.38);
    const flat = rng.chance(town === "signs" ? 0.85 : modern ? 0.6 : 0);
    const signed = rng.chance(0.4) && town === "signs" && flat;
    return {
      x,
      z: z + rng.range(-0.8, 0.8),
      width,
      depth,
      height: rng.range(7.5, 12) + (modern ? rng.range(-1, 3) : 0),
      rise: gabled ? width * rng.range(0.36, 0.5) : depth * rng.range(0.3, 0.44),
      gabled: gabled && !flat,
      flat,
      signed,
      roof: adjust(rng.pick(roofs), rng.range(-0.03, 0.03)),
      wall: rng.pick(walls),
      chimneys: rng.int(0, 2),
      dormers: rng.int(0, 2),
      key: `roof:${row}:${i}`,
    };
  };
  // From the middle outwards, so that a wider frame has the same houses in its middle.
  for (const hand of [-1, 1]) {
    let x = hand < 0 ? 0 : 0.001;
    for (let i = 0; Math.abs(x) < half; i++) {
      const width = rng.range(6, 11.5);
      houses.push(house(x + (hand * width) / 2, width, i * 2 + (hand < 0 ? 0 : 1)));
      x += hand * (width + (rng.chance(0.12) ? 2.5 : 0));
    }
  }
  return houses.toSorted((a, b) => Math.abs(b.x) - Math.abs(a.x));
}
