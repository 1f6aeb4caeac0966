/** The bar at the top of the pages while they scroll. See docs/product.md 4.8; all numbers in px. */

/** Smaller changes are ignored. */
const leastChange = 15;
/** It hides only after scrolling this much more than its own height. */
const roomBelowBar = 20;
const shadowAfter = 80;
const nearTop = 50;

export type HeaderScroll = {
  hidden: boolean;
  shadow: boolean;
  /** The scroll position when scrolling last counted. */
  from: number;
};

export const headerAtRest: HeaderScroll = { hidden: false, shadow: false, from: 0 };

export type Scrolled = {
  /** The scroll position. */
  y: number;
  /** Height of the bar. */
  bar: number;
  /** Focus is inside, or a menu is open: it stays. */
  held: boolean;
};

/**
 * Hides the bar when scrolling down and shows it when scrolling up, because touch has no pointer to bring it back.
 */
export function headerAfterScroll(state: HeaderScroll, { y, bar, held }: Scrolled): HeaderScroll {
  const change = y - state.from;
  const counts = Math.abs(change) >= leastChange;
  const past = y > bar + roomBelowBar;
  const hidden = past && !held && (counts ? change > 0 : state.hidden);
  return { hidden, shadow: y > shadowAfter, from: counts ? y : state.from };
}

/** A pointer above this height of the window brings the bar back. */
export function isNearTop(pointerY: number): boolean {
  return pointerY <= nearTop;
}
