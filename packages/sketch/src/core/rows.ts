/** Long work in pieces, so that a cancel is obeyed between them. */
import type { SKRSContext2D } from "@napi-rs/canvas";
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

/**
 * Looks for a cancel after a piece of a drawing. Skia only notes what it is told to draw until
 * someone reads the canvas, so one pixel is read to have the piece drawn now.
 */
export function settle(state: SceneState, context: SKRSContext2D): void {
  context.getImageData(0, 0, 1, 1);
  state.check();
}
