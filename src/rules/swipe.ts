/** A swipe over a picture that is shown large. See docs/product.md 4.10. */
export type Swipe = "previous" | "next" | "close";

/** Along which line a finger moves: sideways through the list, or down to close. */
export type SwipeLine = "across" | "down";

/** How far a finger went since it touched the screen, in px; right and down are positive. */
export type Way = { x: number; y: number };

/** A way shorter than this, in px, has no direction yet. */
const least = 8;
/** A clear direction is this much longer than the other. */
const clear = 1.2;
/** Part of the width, and px of the height, after which a slow swipe counts. */
const farAcross = 0.25;
const farDown = 120;
/** A flick is at least this fast, in px per ms, and this far, in px. */
const fast = 0.5;
const leastFlick = 30;

/** The line of a swipe; null if it is too short to tell, "none" if it is neither line, e.g. to scroll. */
export function swipeLine({ x, y }: Way): SwipeLine | "none" | null {
  if (Math.hypot(x, y) < least) return null;
  if (Math.abs(x) >= Math.abs(y) * clear) return "across";
  return y >= Math.abs(x) * clear ? "down" : "none";
}

/**
 * What a finished swipe does; null if it was too short and too slow.
 * @param width of the picture's stage, in px
 * @param ms how long it took
 */
export function swipeOf(line: SwipeLine, { x, y }: Way, width: number, ms: number): Swipe | null {
  const length = line === "across" ? Math.abs(x) : y;
  const isFar = length >= (line === "across" ? width * farAcross : farDown);
  const isFlick = length >= leastFlick && length >= fast * ms;
  if (!isFar && !isFlick) return null;
  if (line === "down") return "close";
  return x < 0 ? "next" : "previous";
}

/** How far the picture follows the finger, in px: only a quarter where there is no neighbour on that side. */
export function swipeShift(line: SwipeLine, { x, y }: Way, hasNeighbour: boolean): Way {
  if (line === "down") return { x: 0, y: Math.max(0, y) };
  return { x: hasNeighbour ? x : x / 4, y: 0 };
}
