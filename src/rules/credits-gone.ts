/**
 * Credits of a payment that go when so much of its money went back: in proportion, rounded down in favour of the member,
 * and all of them once all of the money is back. See docs/payments.md.
 */
export function creditsGone(payment: { credits: number; amount: number }, back: number): number {
  const { credits, amount } = payment;
  if (back <= 0) return 0;
  if (back >= amount) return credits;
  return Math.floor((credits * back) / amount);
}
