/**
 * Masonry in reading order (design reference, sections 2 and 5), from width and height alone.
 * A place is kept as a sum of ratios and a number of gutters, not in pixels: style sheets turn it into
 * pixels for whatever the column's width is, so the server's layout is already the final one.
 */

/** Columns whose end is within this many pixels of the shortest count as equally short; the leftmost wins. */
const tolerance = 28;

/** The width each layout is judged at: a common one for its number of columns. */
const nominal = {
  2: { wall: 362, gutter: 8, text: 218 },
  3: { wall: 720, gutter: 12, text: 264 },
  4: { wall: 976, gutter: 12, text: 264 },
  5: { wall: 1392, gutter: 12, text: 264 },
  6: { wall: 1872, gutter: 12, text: 264 },
} as const;

export type ColumnCount = keyof typeof nominal;
export const columnCounts: readonly ColumnCount[] = [2, 3, 4, 5, 6];

/** A distance from the top: `ratios` column widths, plus `gutters` gutters, plus `texts` heights of the wall text. */
export type Depth = { ratios: number; gutters: number; texts: 0 | 1 };
export type Place = Depth & { column: number };
export type WallLayout = {
  places: Place[];
  /** Where each column ends, including the gutter after its last tile. */
  ends: Depth[];
};

/** Number of columns for a wall of this width, in pixels. */
export function columnsFor(width: number): ColumnCount {
  if (width >= 1560) return 6;
  if (width >= 1120) return 5;
  if (width >= 860) return 4;
  return width >= 560 ? 3 : 2;
}

/**
 * Places tiles of the given height-to-width ratios, in order.
 * @param withText whether the wall text stands across the first two columns
 */
export function layWall(
  ratios: readonly number[],
  columns: ColumnCount,
  withText: boolean,
): WallLayout {
  const { wall, gutter, text } = nominal[columns];
  const columnWidth = (wall - gutter * (columns - 1)) / columns;
  const ends: Depth[] = Array.from({ length: columns }, (_, column) =>
    withText && column < 2
      ? { ratios: 0, gutters: 1, texts: 1 }
      : { ratios: 0, gutters: 0, texts: 0 },
  );
  const pixels = (depth: Depth) =>
    depth.ratios * columnWidth + depth.gutters * gutter + depth.texts * text;
  const places = ratios.map((ratio) => {
    const shortest = Math.min(...ends.map(pixels));
    const column = ends.findIndex((end) => pixels(end) < shortest + tolerance);
    const end = ends[column];
    ends[column] = { ...end, ratios: end.ratios + ratio, gutters: end.gutters + 1 };
    return { column, ...end };
  });
  return { places, ends };
}
