/** Row loops that obey a cancel. */
import type { SceneState } from "../types.ts";

/** Rows between two looks at the cancel flag. */
const ROWS_PER_CHECK = 24;

/** Calls `paint` for each whole row in [from, to), looking for a cancel on the way. */
export function eachRow(
  state: SceneState,
  from: number,
  to: number,
  paint: (y: number) => void,
): void {
  for (let y = Math.max(0, Math.floor(from)); y < to; y++) {
    if (y % ROWS_PER_CHECK === 0) state.check();
    paint(y);
  }
}
