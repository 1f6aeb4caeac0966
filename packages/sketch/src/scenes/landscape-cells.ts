/** Maps of the land, whose cells are found when they are first read: most of the land is never seen. */
import { clamp } from "../core/color.ts";

/** Cells along each side of a map; the camera looks from z = 0 towards z = MAP_SIZE. */
export const MAP_SIZE = 544;

export const CELLS = MAP_SIZE * MAP_SIZE;

/** The value of a cell, which is z * MAP_SIZE + x. */
export type CellMap = (cell: number) => number;

/** `find` is asked once for each cell that is read; what it says is kept in single precision. */
export function cellMap(find: CellMap): CellMap {
  const found = new Float32Array(CELLS).fill(Number.NaN);
  return (cell) => {
    const known = found[cell];
    if (!Number.isNaN(known)) return known;
    found[cell] = find(cell);
    return found[cell];
  };
}

/** A map read bilinearly at world position (x, z), held at the edges. */
export function sampleMap(map: CellMap, x: number, z: number): number {
  const cx = clamp(x, 0, MAP_SIZE - 1.01);
  const cz = clamp(z, 0, MAP_SIZE - 1.01);
  const i = cx | 0;
  const j = cz | 0;
  const u = cx - i;
  const o = j * MAP_SIZE + i;
  const nearLeft = map(o);
  const near = nearLeft + (map(o + 1) - nearLeft) * u;
  const farLeft = map(o + MAP_SIZE);
  const far = farLeft + (map(o + MAP_SIZE + 1) - farLeft) * u;
  return near + (far - near) * (cz - j);
}

/** Mirrors a coordinate into the map, so that the land has no edge. */
export function foldIntoMap(x: number): number {
  const end = MAP_SIZE - 2;
  const turn = Math.abs(x) % (2 * end);
  return turn > end ? 2 * end - turn : turn;
}
