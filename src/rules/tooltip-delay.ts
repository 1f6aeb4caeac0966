/** How long a pointer rests before a tooltip shows, in ms. See docs/product.md 9.2. */
const delayMs = 200;
/** A tooltip shows at once when another was there less than this many ms ago. See docs/product.md 9.2. */
const skipMs = 300;

/** Milliseconds to wait before showing a tooltip; `lastHidden`: when the one before it went, null when there was none. */
export function tooltipDelay(now: number, lastHidden: number | null): number {
  return lastHidden !== null && now - lastHidden < skipMs ? 0 : delayMs;
}
