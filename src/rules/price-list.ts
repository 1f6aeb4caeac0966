/** What members can buy. See docs/payments.md. */
export const offerIds = ["pack-50", "pack-200", "pack-500", "plan-pro", "plan-studio"] as const;
export type OfferId = (typeof offerIds)[number];

export type Offer = {
  id: OfferId;
  /** A pack is paid once, a plan each month. */
  kind: "pack" | "plan";
  name: string;
  /** Credits that one payment buys. */
  credits: number;
  /** Minor units of STRIPE_CURRENCY, without tax. */
  amount: number;
};

/** The price list. Whoever has checked out already pays what they were offered then. */
export const offers: readonly Offer[] = [
  { id: "pack-50", kind: "pack", name: "50 credits", credits: 50, amount: 300 },
  { id: "pack-200", kind: "pack", name: "200 credits", credits: 200, amount: 1000 },
  { id: "pack-500", kind: "pack", name: "500 credits", credits: 500, amount: 2200 },
  { id: "plan-pro", kind: "plan", name: "Pro", credits: 100, amount: 800 },
  { id: "plan-studio", kind: "plan", name: "Studio", credits: 500, amount: 2900 },
];

/** The offer with an id; null when it is not on the list (any more). */
export function offerOf(id: string): Offer | null {
  return offers.find((offer) => offer.id === id) ?? null;
}
