/** Casts that wait until their engine has nothing else to do (docs/product.md 4.17). */

/** What share of the usual price such a cast costs, unless the setting IDLE_PRICE_FACTOR says otherwise. */
export const idleFactorDefault = 0.5;

/** After so many hours of waiting such a cast takes its turn like any other, at its lower price. */
export const longestIdleWaitHours = 6;

/** Below a credit, so that a product of decimals such as 0.7 × 10 is not rounded up past its true value. */
const dust = 1e-9;

/**
 * Credits for a picture that waits for idle time: the share, rounded up to a whole credit, at least 1 and never more than
 * the usual price.
 */
export function idleCost(usual: number, factor: number): number {
  return Math.min(usual, Math.max(1, Math.ceil(usual * factor - dust)));
}
