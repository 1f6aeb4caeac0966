import { HIGHEST } from "./grid.ts";

/** Waves of a side whose signs tell what a picture looks like; that of the mean brightness tells nothing. */
const lookSide = 9;
const lookLength = 64;

/** What a picture looks like: the signs of its 64 lowest frequencies but the mean. */
export function lookOf(coefficients: Float32Array): string {
  const places: [x: number, y: number][] = [];
  for (let y = 0; y < lookSide; y += 1) {
    for (let x = 0; x < lookSide; x += 1) if (x + y > 0) places.push([x, y]);
  }
  return places
    .toSorted(([ax, ay], [bx, by]) => ax + ay - (bx + by) || ax - bx)
    .slice(0, lookLength)
    .map(([x, y]) => (coefficients[y * (HIGHEST + 1) + x] > 0 ? "1" : "0"))
    .join("");
}
