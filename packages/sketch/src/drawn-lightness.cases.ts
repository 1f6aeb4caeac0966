/** Pictures as their lightness, for tests that look at what was drawn. */
import { oklab } from "./core/color.ts";
import { renderFrame } from "./render.ts";

/** OKLab lightness of each pixel of a square picture, row by row. */
export async function lightnessOf(prompt: string, seed: number, side: number): Promise<number[]> {
  const request = { prompt, seed, width: side, height: side };
  const hooks = { check: () => undefined, progress: () => undefined };
  const { rgb } = (await renderFrame(request, hooks)).frame;
  const shown = (value: number) => Math.min(1, value);
  return Array.from({ length: side * side }, (_, i) => {
    const [lightness] = oklab([shown(rgb[3 * i]), shown(rgb[3 * i + 1]), shown(rgb[3 * i + 2])]);
    return lightness;
  });
}

/** Mean lightness of the fields of a square picture, twelve a row. */
export function fieldsOf(lightness: readonly number[]): number[] {
  const side = Math.sqrt(lightness.length);
  const field = side / 12;
  const sums = Array.from({ length: 144 }, () => 0);
  for (const [i, value] of lightness.entries()) {
    const [x, y] = [i % side, Math.floor(i / side)];
    sums[Math.floor(y / field) * 12 + Math.floor(x / field)] += value / field ** 2;
  }
  return sums;
}
