/** What light needs to know of a height map: slopes, hollows and cast shadows. */
import { clamp, smooth } from "../core/color.ts";
import { CELLS, type CellMap, MAP_SIZE, cellMap } from "./landscape-cells.ts";

export type Relief = {
  /** Unscaled normals: minus the slope along x and z. */
  normalX: CellMap;
  normalZ: CellMap;
  /** 1 in light, 0 in shadow. */
  shadow: CellMap;
  /** 0.45 in hollows to 1.1 on crests. */
  openness: CellMap;
};

function opennessAt(heights: CellMap, i: number): number {
  const around =
    heights(i - 3 > 0 ? i - 3 : i) +
    heights(Math.min(CELLS - 1, i + 3)) +
    heights(Math.max(0, i - 3 * MAP_SIZE)) +
    heights(Math.min(CELLS - 1, i + 3 * MAP_SIZE));
  return clamp(0.75 + (heights(i) - around / 4) * 0.09, 0.45, 1.1);
}

const SHADOW_STEPS = 20;

/** Walks from a cell towards the light in growing steps; soft where the ray passes close. */
function shadowAt(
  heights: CellMap,
  x: number,
  z: number,
  towards: { x: number; z: number; slope: number },
): number {
  const start = heights(z * MAP_SIZE + x);
  let clearance = 1;
  let px = x;
  let pz = z;
  let distance = 0;
  for (let k = 1; k < SHADOW_STEPS; k++) {
    const step = 1 + k * 0.5;
    px += towards.x * step;
    pz += towards.z * step;
    if (px < 0 || pz < 0 || px >= MAP_SIZE - 1 || pz >= MAP_SIZE - 1) break;
    distance += step;
    const ray = start + towards.slope * distance;
    const gap = (ray - heights((pz | 0) * MAP_SIZE + (px | 0))) / (1 + distance * 0.08);
    if (gap < clearance) clearance = gap;
    if (clearance < -0.5) break;
  }
  return smooth(-0.5, 1, clearance);
}

const isBorder = (x: number, z: number) =>
  x === 0 || z === 0 || x === MAP_SIZE - 1 || z === MAP_SIZE - 1;

/** Slopes, hollows and shadows of a map under light from `direction` (unit vector). */
export function makeRelief(heights: CellMap, direction: readonly [number, number, number]): Relief {
  const flat = Math.hypot(direction[0], direction[2]);
  const towards = { x: direction[0] / flat, z: direction[2] / flat, slope: direction[1] / flat };
  /** The border has no slope and no openness. */
  const within = (find: CellMap): CellMap =>
    cellMap((cell) => (isBorder(cell % MAP_SIZE, (cell / MAP_SIZE) | 0) ? 0 : find(cell)));
  return {
    normalX: within((cell) => (heights(cell - 1) - heights(cell + 1)) * 0.5),
    normalZ: within((cell) => (heights(cell - MAP_SIZE) - heights(cell + MAP_SIZE)) * 0.5),
    openness: within((cell) => opennessAt(heights, cell)),
    shadow: cellMap((cell) => shadowAt(heights, cell % MAP_SIZE, (cell / MAP_SIZE) | 0, towards)),
  };
}
