import { begunIntent } from "../acts/checkout.ts";
import type { SessionState } from "../objects/checkout-session.ts";
import { find, innerState, type Tx } from "../store.ts";

/** What the page of a checkout shows. */
export type CheckoutView = {
  id: string;
  state: "open" | "complete" | "expired";
  mode: "payment" | "subscription";
  lines: {
    name: string;
    quantity: number;
    /** Minor units, without tax. */
    amount: number;
    /** The interval in which it is paid again; null for what is paid once. */
    every: string | null;
  }[];
  /** Minor units. */
  subtotal: number;
  tax: number;
  total: number;
  currency: string;
  email: string | null;
  /** The buyer's bank asks the buyer. */
  isChallenged: boolean;
  /** Why the last try failed; null where none has. */
  lastError: string | null;
  /** Where the buyer came from; null where the site gave no way back. */
  cancelUrl: string | null;
};

/** @returns null where there is no such checkout */
export async function checkoutView(tx: Tx, id: string): Promise<CheckoutView | null> {
  const session = await find(tx, "checkout.session", id);
  if (session === null) return null;
  const { lineItems = [] } = await innerState<SessionState>(tx, id);
  const intent = await begunIntent(tx, session);
  return {
    id,
    state: session.status as CheckoutView["state"],
    mode: session.mode as CheckoutView["mode"],
    lines: lineItems.map(({ description, quantity, amount_subtotal, price }) => ({
      name: description ?? "",
      quantity: quantity ?? 1,
      amount: amount_subtotal,
      every: price?.recurring?.interval ?? null,
    })),
    subtotal: session.amount_subtotal ?? 0,
    tax: session.total_details?.amount_tax ?? 0,
    total: session.amount_total ?? 0,
    currency: session.currency ?? "",
    email: session.customer_details?.email ?? session.customer_email,
    isChallenged: intent?.status === "requires_action",
    lastError: intent?.last_payment_error?.message ?? null,
    cancelUrl: session.cancel_url,
  };
}
