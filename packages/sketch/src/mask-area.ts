/** The part of a picture that a mask opens, and where things fit into it. */
import sharp from "sharp";
import { SketchError } from "./errors.ts";

/** Open cells of a coarse grid over the picture, as running sums: `sums[(y) * (cols + 1) + x]` counts those above and left. */
export type MaskArea = { cols: number; rows: number; sums: Float64Array };

/** Cells along the longer side. */
const CELLS = 128;
/** A mask larger than this is refused before it is decoded. */
const MOST_INPUT_PIXELS = 50_000_000;
/** Share of a thing's box that must lie inside: things have round corners. */
const ENOUGH_INSIDE = 0.97;
/** Sizes are tried from the usual one down, each as much smaller. */
const SMALLER = 0.9;
const SMALLEST = 0.04;

/** A rectangle in pixels. */
type Box = { left: number; top: number; right: number; bottom: number };
/** What makes a rectangle fit: scaled by `scale` about its middle, which then lies at (x, y). */
type Fit = { scale: number; x: number; y: number };

/**
 * Reads a mask, white where the picture changes, for a picture of `width` by `height` pixels.
 * @throws SketchError "invalid-request" when the bytes are no picture
 */
export async function readMaskArea(
  bytes: Uint8Array,
  width: number,
  height: number,
): Promise<MaskArea> {
  const scale = CELLS / Math.max(width, height);
  const cols = Math.max(1, Math.round(width * scale));
  const rows = Math.max(1, Math.round(height * scale));
  try {
    const cells = await sharp(bytes, { limitInputPixels: MOST_INPUT_PIXELS, failOn: "error" })
      .flatten({ background: "#000000" })
      .resize(cols, rows, { fit: "fill", kernel: "cubic" })
      .greyscale()
      .raw()
      .toBuffer();
    const step = cells.length / (cols * rows);
    return areaOf(cols, rows, (x, y) => cells[(y * cols + x) * step] / 255);
  } catch (cause) {
    throw new SketchError("invalid-request", "The mask could not be read.", { cause });
  }
}

/** The area of a grid whose cells are open by 0 to 1. */
export function areaOf(
  cols: number,
  rows: number,
  open: (x: number, y: number) => number,
): MaskArea {
  const sums = new Float64Array((cols + 1) * (rows + 1));
  for (let y = 0; y < rows; y++) {
    for (let x = 0, row = 0; x < cols; x++) {
      row += open(x, y);
      sums[(y + 1) * (cols + 1) + x + 1] = sums[y * (cols + 1) + x + 1] + row;
    }
  }
  return { cols, rows, sums };
}

/** Share of a rectangle of cells that is open; what lies outside the picture is closed. */
function shareOpen({ cols, rows, sums }: MaskArea, box: Box): number {
  const within = (value: number, most: number) => Math.min(most, Math.max(0, Math.round(value)));
  const [left, right] = [within(box.left, cols), within(box.right, cols)];
  const [top, bottom] = [within(box.top, rows), within(box.bottom, rows)];
  const at = (x: number, y: number) => sums[y * (cols + 1) + x];
  const open = at(right, bottom) - at(left, bottom) - at(right, top) + at(left, top);
  return open / Math.max(1, (box.right - box.left) * (box.bottom - box.top));
}

/**
 * Where `box` (pixels of a frame of `w` by `h`) goes to lie inside the area: as large as it fits, never larger
 * than it is, and of the places for that size the nearest to its own.
 */
export function fitInto(area: MaskArea, box: Box, { w, h }: { w: number; h: number }): Fit {
  const [perColumn, perRow] = [w / area.cols, h / area.rows];
  const [wide, tall] = [(box.right - box.left) / perColumn, (box.bottom - box.top) / perRow];
  const [homeX, homeY] = [
    (box.left + box.right) / 2 / perColumn,
    (box.top + box.bottom) / 2 / perRow,
  ];
  let best = { scale: SMALLEST, x: homeX, y: homeY, share: -1, away: Infinity };
  for (let scale = 1; scale > SMALLEST && best.share < ENOUGH_INSIDE; scale *= SMALLER) {
    const [halfWide, halfTall] = [(wide * scale) / 2, (tall * scale) / 2];
    for (let row = 0; row < area.rows; row++) {
      for (let column = 0; column < area.cols; column++) {
        const [x, y] = [column + 0.5, row + 0.5];
        const share = Math.min(
          ENOUGH_INSIDE,
          shareOpen(area, {
            left: x - halfWide,
            right: x + halfWide,
            top: y - halfTall,
            bottom: y + halfTall,
          }),
        );
        const away = Math.hypot(x - homeX, y - homeY);
        if (share > best.share || (share === best.share && away < best.away))
          best = { scale, x, y, share, away };
      }
    }
  }
  return { scale: best.scale, x: best.x * perColumn, y: best.y * perRow };
}
