/** What share of the usual price a picture costs, by the engine and by the time (docs/product.md 9.1, 4.17). */

/** Factors that an admin may give an engine. */
export const priceFactors = { min: 0.1, max: 20 } as const;

/** Below a credit, so that a product of decimals such as 0.7 × 10 is not rounded up past its true value. */
const dust = 1e-9;

/** Credits for a picture at so many times its usual price, rounded up to a whole credit, at least 1. */
export function factoredCost(usual: number, factor: number): number {
  return Math.max(1, Math.ceil(usual * factor - dust));
}
