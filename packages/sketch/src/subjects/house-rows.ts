/** Houses side by side. */
import { aspectOf } from "./cutout.ts";
import { isTownHouse } from "./house-kinds.ts";
import type { Rng } from "../types.ts";
import type { Spot } from "./spots.ts";

/** Heights of houses of one row, as shares. */
const HEIGHTS = [0.88, 1.06] as const;
/** A row fills this share of the width where it can. */
const FULL = 0.97;
const TALLEST = 0.42;
/** Share of its drawing that a house fills, so that those of a row touch. */
const FILLED = 0.93;
const FILLED_IN_TOWN = 0.78;
/** How much higher and smaller the row behind stands. */
const ROW_RISE = 0.5;
const ROW_SCALE = 0.8;

type InRow = Spot & { key: string; aspect: number; order: number };

/** Stands `plans` side by side in `rows` rows, the first in front, as wide as the frame where that makes none too tall. */
export async function layRows(
  plans: readonly InRow[],
  rows: number,
  { w, h }: { w: number; h: number },
  rng: Rng,
): Promise<void> {
  const aspects = await Promise.all(plans.map(({ key }) => aspectOf(key)));
  const perRow = Math.ceil(plans.length / rows);
  const { height, baseY } = plans[0];
  const heights = plans.map(() => height * rng.range(...HEIGHTS));
  const room = plans.map(
    ({ key }, i) => heights[i] * aspects[i] * (isTownHouse(key) ? FILLED_IN_TOWN : FILLED),
  );
  const total = room.slice(0, perRow).reduce((sum, wide) => sum + wide, 0);
  const stretch = Math.min((w * FULL) / total, (h * TALLEST) / Math.max(...heights));
  for (let row = 0; row < rows; row++) {
    const scale = ROW_SCALE ** row;
    const from = row * perRow;
    const members = plans.slice(from, from + perRow);
    const widths = members.map((_, i) => room[from + i] * stretch * scale);
    let x = (w - widths.reduce((sum, wide) => sum + wide, 0)) / 2;
    for (const [i, plan] of members.entries()) {
      const tall = heights[from + i] * stretch * scale;
      Object.assign(plan, {
        cx: x + widths[i] / 2,
        baseY: baseY - height * stretch * ROW_RISE * row,
        height: tall,
        aspect: aspects[from + i],
        scale,
        order: scale * h + i * 0.001,
      });
      x += widths[i];
    }
  }
}
