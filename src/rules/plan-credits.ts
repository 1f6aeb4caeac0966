const totals: Record<string, number> = { Free: 5, Pro: 100 };
const anyOther = 500;

/** Credits that a plan comes with: Free 5, Pro 100, any other 500. See docs/product.md 9.1. */
export function planCredits(plan: string): number {
  return Object.hasOwn(totals, plan) ? totals[plan] : anyOther;
}
