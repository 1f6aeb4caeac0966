/** Where an edit changes its source. */
import type { Box } from "#app/rules/edit-area.ts";
import { editedSize, type EditShape, type Extension } from "#app/rules/edit-limits.ts";
import { feather } from "./feather.ts";
import { grow } from "./grow.ts";

type Size = { width: number; height: number };

/** Makes all that is added white. */
function whiten(map: Uint8Array, { width, height }: Size, extend: Extension): void {
  map.fill(255, 0, extend.top * width);
  map.fill(255, (height - extend.bottom) * width);
  for (let y = extend.top; y < height - extend.bottom; y += 1) {
    map.fill(255, y * width, y * width + extend.left);
    map.fill(255, (y + 1) * width - extend.right, (y + 1) * width);
  }
}

/** The box of all that is not black; null where everything is. */
function boxOf(map: Uint8Array, { width, height }: Size): Box | null {
  let [left, right, top, bottom] = [width, -1, height, -1];
  for (let y = 0; y < height; y += 1) {
    const from = y * width;
    for (let x = 0; x < width; x += 1) {
      if (map[from + x] === 0) continue;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      bottom = y;
    }
  }
  if (right < 0) return null;
  return { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/**
 * How much of each pixel of the result is new: 0 stays bit for bit, 255 is wholly new. The mask and what is added are grown and
 * made soft together; what is added stays wholly new.
 * @param mask of the source's size; null where only something is added
 */
export function changeMapOf(
  source: Size,
  mask: Uint8Array | null,
  { grow: by, feather: over, extend }: EditShape,
): { map: Uint8Array; changed: Box | null } {
  const canvas = editedSize(source, extend);
  const map = new Uint8Array(canvas.width * canvas.height);
  if (mask !== null) {
    for (let y = 0; y < source.height; y += 1) {
      const row = mask.subarray(y * source.width, (y + 1) * source.width);
      map.set(row, (y + extend.top) * canvas.width + extend.left);
    }
  }
  whiten(map, canvas, extend);
  const grey = { pixels: map, ...canvas };
  grow(grey, by);
  feather(grey, over);
  whiten(map, canvas, extend);
  return { map, changed: boxOf(map, canvas) };
}
