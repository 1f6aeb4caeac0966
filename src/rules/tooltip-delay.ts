/** Delay before a tooltip is shown, in ms. See docs/product.md 9.2. */
const delayMs = 200;
/** A tooltip is shown at once if another was visible less than this many ms ago. See docs/product.md 9.2. */
const skipMs = 300;

/**
 * Milliseconds to wait before showing a tooltip; `lastHidden`: when the previous one was hidden, null if there was
 * none.
 */
export function tooltipDelay(now: number, lastHidden: number | null): number {
  return lastHidden !== null && now - lastHidden < skipMs ? 0 : delayMs;
}
