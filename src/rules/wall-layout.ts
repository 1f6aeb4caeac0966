/**
 * Masonry in reading order (design reference, sections 2 and 5), from width and height alone.
 * A place is kept as a sum of ratios and a number of gutters, not in pixels: style sheets turn it into
 * pixels for whatever the column's width is, so the server's layout is already the final one.
 */

/** Columns whose heights differ from the shortest by at most this many pixels count as equal; the leftmost wins. */
const tolerance = 28;

/** The reference width of each layout: a common width for its number of columns. */
const nominal = {
  2: { wall: 362, gutter: 8, text: 256 },
  3: { wall: 720, gutter: 12, text: 350 },
  4: { wall: 976, gutter: 12, text: 350 },
  5: { wall: 1392, gutter: 12, text: 350 },
  6: { wall: 1872, gutter: 12, text: 350 },
  8: { wall: 1872, gutter: 12, text: 350 },
} as const;

export type ColumnCount = keyof typeof nominal;

/** Density of the wall. */
export type Density = "comfortable" | "dense";

/** Minimum widths of the wall, in pixels, with their numbers of columns. The style sheet has the same breakpoints. */
const steps: Record<Density, readonly (readonly [width: number, columns: ColumnCount])[]> = {
  comfortable: [
    [1560, 6],
    [1120, 5],
    [860, 4],
    [560, 3],
    [0, 2],
  ],
  dense: [
    [1560, 8],
    [1120, 6],
    [860, 5],
    [560, 4],
    [0, 3],
  ],
};

/** The numbers of columns that a wall of this density can have, fewest first. */
export function columnCounts(density: Density): ColumnCount[] {
  return steps[density].map(([, columns]) => columns).toReversed();
}

/** Number of columns for a wall of this width, in pixels. */
export function columnsFor(width: number, density: Density): ColumnCount {
  return steps[density].find(([from]) => width >= from)?.[1] ?? 2;
}

/** A distance from the top: `ratios` column widths, plus `gutters` gutters, plus `texts` heights of the wall text. */
export type Depth = { ratios: number; gutters: number; texts: 0 | 1 };
export type Place = Depth & { column: number };
export type WallLayout = {
  places: Place[];
  /** The height of each column, including the gutter after its last tile. */
  ends: Depth[];
  /** Indices of the tiles of each column, from the top. */
  stacks: number[][];
};

function emptyWall(columns: ColumnCount, withText: boolean): WallLayout {
  const ends: Depth[] = Array.from({ length: columns }, (_, column) =>
    withText && column < 2
      ? { ratios: 0, gutters: 1, texts: 1 }
      : { ratios: 0, gutters: 0, texts: 0 },
  );
  return { places: [], ends, stacks: ends.map(() => []) };
}

/**
 * Places tiles of the given height-to-width ratios, in order.
 * @param withText whether the wall text stands across the first two columns
 * @param before the layout of the first of them, to which the others are added; it is used up
 */
export function layWall(
  ratios: readonly number[],
  columns: ColumnCount,
  withText: boolean,
  before?: WallLayout,
): WallLayout {
  const { wall, gutter, text } = nominal[columns];
  const columnWidth = (wall - gutter * (columns - 1)) / columns;
  const { places, ends, stacks } = before ?? emptyWall(columns, withText);
  const depths = ends.map(
    (end) => end.ratios * columnWidth + end.gutters * gutter + end.texts * text,
  );
  for (let index = places.length; index < ratios.length; index += 1) {
    const shortest = Math.min(...depths);
    const column = depths.findIndex((depth) => depth < shortest + tolerance);
    const end = ends[column];
    places.push({ column, ...end });
    stacks[column].push(index);
    ends[column] = { ...end, ratios: end.ratios + ratios[index], gutters: end.gutters + 1 };
    depths[column] += ratios[index] * columnWidth + gutter;
  }
  return { places, ends, stacks };
}

/** Real sizes of a wall, in pixels. */
export type WallMeasure = { column: number; gutter: number; text: number };

/** Converts a position to pixels from the wall's top. */
export function pixelsOf(depth: Depth, { column, gutter, text }: WallMeasure): number {
  return depth.ratios * column + depth.gutters * gutter + depth.texts * text;
}

/**
 * Indices of the tiles that reach into a band of the wall, in order.
 * @param from distance of the band's beginning from the wall's top, in pixels; so is to
 */
export function tilesInRange(
  { places, stacks }: WallLayout,
  ratios: readonly number[],
  measure: WallMeasure,
  from: number,
  to: number,
): number[] {
  const topOf = (index: number) => pixelsOf(places[index], measure);
  const found = stacks.flatMap((stack) => {
    let low = 0;
    let high = stack.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const index = stack[middle];
      if (topOf(index) + ratios[index] * measure.column <= from) low = middle + 1;
      else high = middle;
    }
    let end = low;
    while (end < stack.length && topOf(stack[end]) < to) end += 1;
    return stack.slice(low, end);
  });
  return found.toSorted((a, b) => a - b);
}
