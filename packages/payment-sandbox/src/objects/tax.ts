/** The one rate of the sandbox, where automatic tax is switched on. */
const percent = 20;

export type Taxed = { subtotal: number; tax: number; total: number };

/**
 * What an amount comes to with tax. Prices are without tax unless they say otherwise.
 * @param isTaxed the switch `automatic_tax`
 */
export function taxed(amount: number, isTaxed: boolean, behavior: string | null): Taxed {
  if (!isTaxed) return { subtotal: amount, tax: 0, total: amount };
  if (behavior === "inclusive") {
    const tax = Math.round((amount * percent) / (100 + percent));
    return { subtotal: amount, tax, total: amount };
  }
  const tax = Math.round((amount * percent) / 100);
  return { subtotal: amount, tax, total: amount + tax };
}
