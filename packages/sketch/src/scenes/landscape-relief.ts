/** What light needs to know of a height map: slopes, hollows and cast shadows, found once. */
import { clamp, smooth } from "../core/color.ts";
import { MAP_SIZE } from "./landscape-heights.ts";

const CELLS = MAP_SIZE * MAP_SIZE;

export type Relief = {
  /** Unscaled normals: minus the slope along x and z. */
  normalX: Float32Array;
  normalZ: Float32Array;
  /** 1 in light, 0 in shadow. */
  shadow: Float32Array;
  /** 0.45 in hollows to 1.1 on crests. */
  openness: Float32Array;
};

/** A map read bilinearly at world position (x, z), held at the edges. */
export function sampleMap(map: Float32Array, x: number, z: number): number {
  const cx = clamp(x, 0, MAP_SIZE - 1.01);
  const cz = clamp(z, 0, MAP_SIZE - 1.01);
  const i = cx | 0;
  const j = cz | 0;
  const u = cx - i;
  const o = j * MAP_SIZE + i;
  const near = map[o] + (map[o + 1] - map[o]) * u;
  const far = map[o + MAP_SIZE] + (map[o + MAP_SIZE + 1] - map[o + MAP_SIZE]) * u;
  return near + (far - near) * (cz - j);
}

/** Mirrors a coordinate into the map, so that the land has no edge. */
export function foldIntoMap(x: number): number {
  const end = MAP_SIZE - 2;
  const turn = Math.abs(x) % (2 * end);
  return turn > end ? 2 * end - turn : turn;
}

function opennessAt(heights: Float32Array, i: number): number {
  const around =
    heights[i - 3 > 0 ? i - 3 : i] +
    heights[Math.min(CELLS - 1, i + 3)] +
    heights[Math.max(0, i - 3 * MAP_SIZE)] +
    heights[Math.min(CELLS - 1, i + 3 * MAP_SIZE)];
  return clamp(0.75 + (heights[i] - around / 4) * 0.09, 0.45, 1.1);
}

const SHADOW_STEPS = 20;

/** Walks from a cell towards the light in growing steps; soft where the ray passes close. */
function shadowAt(
  heights: Float32Array,
  x: number,
  z: number,
  towards: { x: number; z: number; slope: number },
): number {
  const start = heights[z * MAP_SIZE + x];
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
    const gap = (ray - heights[(pz | 0) * MAP_SIZE + (px | 0)]) / (1 + distance * 0.08);
    if (gap < clearance) clearance = gap;
    if (clearance < -0.5) break;
  }
  return smooth(-0.5, 1, clearance);
}

/** Slopes, hollows and shadows of a map under light from `direction` (unit vector). */
export function makeRelief(
  heights: Float32Array,
  direction: readonly [number, number, number],
  check: () => void,
): Relief {
  const normalX = new Float32Array(CELLS);
  const normalZ = new Float32Array(CELLS);
  const openness = new Float32Array(CELLS);
  const shadow = new Float32Array(CELLS);
  const flat = Math.hypot(direction[0], direction[2]);
  const towards = { x: direction[0] / flat, z: direction[2] / flat, slope: direction[1] / flat };
  for (let z = 0; z < MAP_SIZE; z++) {
    for (let x = 0; x < MAP_SIZE; x++) {
      const i = z * MAP_SIZE + x;
      shadow[i] = shadowAt(heights, x, z, towards);
      if (x === 0 || z === 0 || x === MAP_SIZE - 1 || z === MAP_SIZE - 1) continue;
      normalX[i] = (heights[i - 1] - heights[i + 1]) * 0.5;
      normalZ[i] = (heights[i - MAP_SIZE] - heights[i + MAP_SIZE]) * 0.5;
      openness[i] = opennessAt(heights, i);
    }
    if ((z & 63) === 0) check();
  }
  return { normalX, normalZ, shadow, openness };
}
