/** Cuts a picture into tiles that overlap, so that a network sees enough around every pixel it gives. */

/** Side of the square that goes through the network at once: what decides the memory it takes. */
const WINDOW = 128;
/** No pixel that the network gives depends on pixels further away than 10; with 12 there are no seams at all. */
export const OVERLAP = 12;
const STEP = WINDOW - 2 * OVERLAP;

/** The kept part starts at `start`, is `length` long, and is cut from the window of `size` that starts at `from`. */
type Span = { start: number; length: number; from: number; size: number };

export type Tile = { x: Span; y: Span };

function spans(side: number): Span[] {
  const size = Math.min(WINDOW, side);
  // The first and the last tile reach to the edge: one that fits whole needs no neighbours.
  const count = side <= WINDOW ? 1 : Math.ceil(side / STEP);
  const step = side <= WINDOW ? side : STEP;
  return Array.from({ length: count }, (_, index) => {
    const start = index * step;
    const length = Math.min(step, side - start);
    const from = Math.min(Math.max(0, start - OVERLAP), side - size);
    return { start, length, from, size };
  });
}

/** Tiles whose kept parts cover every pixel once, row by row. */
export function planTiles(width: number, height: number): Tile[] {
  return spans(height).flatMap((y) => spans(width).map((x) => ({ x, y })));
}
