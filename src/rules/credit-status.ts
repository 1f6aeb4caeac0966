/** Credit cost result. See docs/product.md 3.8, 4.11 and 9.1. */
export type CreditStatus = {
  available: number;
  required: number;
  /** Credits missing; 0 when there are enough. */
  shortfall: number;
  status: "blocked" | "warning" | "ok";
  /** Up to this balance the cast is possible, with a warning. */
  warningCeiling: number;
};

/**
 * Compares a balance with a price: blocked below the price, warning up to
 * required + max(1, ceil(required / 2)), otherwise ok. See docs/product.md 4.11 and 9.1.
 */
export function creditStatus(available: number, required: number): CreditStatus {
  const warningCeiling = required + Math.max(1, Math.ceil(0.5 * required));
  let status: CreditStatus["status"] = "ok";
  if (available < required) status = "blocked";
  else if (available <= warningCeiling) status = "warning";
  return {
    available,
    required,
    shortfall: Math.max(0, required - available),
    status,
    warningCeiling,
  };
}
