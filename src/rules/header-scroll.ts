/** The bar at the top of the pages while they scroll. See docs/product.md 4.8; all numbers in px. */

/** A change below this is no scrolling. */
const leastChange = 15;
/** It hides only once this much more than its own height has gone by. */
const roomBelowBar = 20;
const shadowAfter = 80;
const nearTop = 50;

export type HeaderScroll = {
  hidden: boolean;
  shadow: boolean;
  /** Where the page stood when scrolling last counted. */
  from: number;
};

export const headerAtRest: HeaderScroll = { hidden: false, shadow: false, from: 0 };

export type Scrolled = {
  /** How far down the page is. */
  y: number;
  /** Height of the bar. */
  bar: number;
  /** Focus is inside, or something hangs from it: it stays. */
  held: boolean;
};

/**
 * Hides the bar on the way down and shows it on the way up: a finger has no pointer to bring it back with.
 */
export function headerAfterScroll(state: HeaderScroll, { y, bar, held }: Scrolled): HeaderScroll {
  const change = y - state.from;
  const counts = Math.abs(change) >= leastChange;
  const past = y > bar + roomBelowBar;
  const hidden = past && !held && (counts ? change > 0 : state.hidden);
  return { hidden, shadow: y > shadowAfter, from: counts ? y : state.from };
}

/** The pointer at this height of the window brings the bar back. */
export function isNearTop(pointerY: number): boolean {
  return pointerY <= nearTop;
}
