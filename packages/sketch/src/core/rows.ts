/** Long work in parts, so that a cancel takes effect between them. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { SceneState } from "../types.ts";

/** Rows between two checks of the cancel flag. */
const ROWS_PER_CHECK = 24;

/** Calls `paint` for each whole row in [from, to), checking for a cancel in between. */
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
 * Checks for a cancel after a part of a drawing. Skia only records drawing commands until
 * the canvas is read, so one pixel is read to have the part drawn now.
 */
export function settle(state: SceneState, context: SKRSContext2D): void {
  context.getImageData(0, 0, 1, 1);
  state.check();
}
