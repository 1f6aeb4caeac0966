/** Casts that wait until their engine has nothing else to do (docs/product.md 4.17). */

import { factoredCost } from "./price-factor.ts";

/** What share of the usual price such a cast costs, unless the setting IDLE_PRICE_FACTOR says otherwise. */
export const idleFactorDefault = 0.5;

/** After so many hours of waiting such a cast takes its turn like any other, at its lower price. */
export const longestIdleWaitHours = 6;

/**
 * Credits for a picture that waits for idle time: the share, rounded up to a whole credit, at least 1 and never more than
 * the usual price.
 */
export function idleCost(usual: number, factor: number): number {
  return Math.min(usual, factoredCost(usual, factor));
}
