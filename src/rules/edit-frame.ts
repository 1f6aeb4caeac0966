import { editedSize, editLimits, type Extension } from "./edit-limits.ts";

export type Side = keyof Extension;
type Size = { width: number; height: number };

export const sides: readonly Side[] = ["left", "top", "right", "bottom"];

/** An edge or a corner of the frame: which way it is from the middle, across and down. */
export type Handle = { across: -1 | 0 | 1; down: -1 | 0 | 1 };

export const handles: readonly Handle[] = ([-1, 0, 1] as const).flatMap((down) =>
  ([-1, 0, 1] as const).flatMap((across) => (across || down ? [{ across, down }] : [])),
);

const { min, max } = editLimits.extend;
const within = (value: number) => Math.round(Math.min(max, Math.max(min, value)));

/** One side moved to so many pixels beyond the picture's edge. */
export function extended(extend: Extension, side: Side, pixels: number): Extension {
  const next = Number.isFinite(pixels) ? within(pixels) : extend[side];
  return next === extend[side] ? extend : { ...extend, [side]: next };
}

/**
 * The frame after a handle was dragged.
 * @param start the frame when the drag began
 * @param x, y how far the handle was moved since, in pixels of the original, to the right and down
 */
export function dragged(
  start: Extension,
  { across, down }: Handle,
  x: number,
  y: number,
): Extension {
  let next = start;
  if (across === -1) next = extended(next, "left", start.left - x);
  if (across === 1) next = extended(next, "right", start.right + x);
  if (down === -1) next = extended(next, "top", start.top - y);
  if (down === 1) next = extended(next, "bottom", start.bottom + y);
  return next;
}

/** Where the source is in the result, as shares of the result's width and height. */
export function placeInResult(source: Size, extend: Extension) {
  const { width, height } = editedSize(source, extend);
  return {
    left: extend.left / width,
    top: extend.top / height,
    width: source.width / width,
    height: source.height / height,
  };
}
