import { ApiError } from "../errors.ts";
import { idOf } from "../kinds.ts";
import { get, setInnerState, type Tx } from "../store.ts";
import { portalSession } from "../views/portal.ts";
import type { ActAnswer } from "./checkout.ts";
import { cardResult, changeSubscription, payInvoice, type CustomerState } from "./invoices.ts";
import { livingSubscription, setCancelling, withPrice } from "./subscriptions.ts";

/** What a customer can do in the portal. */
export type PortalAct =
  | { act: "cancel" | "resume"; subscription: string }
  | { act: "change"; subscription: string; price: string }
  | { act: "pay"; invoice: string }
  | { act: "break-card" }
  | { act: "mend-card" };

async function payNow(tx: Tx, customer: string, id: string): Promise<string | null> {
  const invoice = await get(tx, "invoice", id);
  if (idOf(invoice.customer) !== customer) return "This invoice is another customer's.";
  if (invoice.status !== "open") return "This invoice is paid already.";
  const tried = await payInvoice(tx, invoice, await cardResult(tx, customer));
  return tried.status === "paid" ? null : "Your card was declined.";
}

/** @returns why nothing was done; null where it was */
async function actOn(tx: Tx, customer: string, given: PortalAct): Promise<string | null> {
  if (given.act === "pay") return payNow(tx, customer, given.invoice);
  if (given.act === "break-card" || given.act === "mend-card") {
    const change: CustomerState = { cardFails: given.act === "break-card" };
    await setInnerState(tx, customer, change);
    return null;
  }
  const subscription = await livingSubscription(tx, given.subscription);
  if (subscription === null) return "This subscription has ended.";
  if (idOf(subscription.customer) !== customer) return "This subscription is another customer's.";
  if (given.act === "change") {
    const price = await get(tx, "price", given.price);
    if (!price.recurring) return "This price is paid once.";
    await changeSubscription(tx, subscription, { items: withPrice(subscription, price) });
  } else {
    await setCancelling(tx, subscription, given.act === "cancel");
  }
  return null;
}

/** Does what a customer pressed in the portal; null where there is no such link. */
export async function actInPortal(tx: Tx, id: string, given: PortalAct): Promise<ActAnswer | null> {
  const found = await portalSession(tx, id);
  if (found === null) return null;
  if (found.isExpired) return { refused: "This link has expired." };
  try {
    const refused = await actOn(tx, found.session.customer, given);
    return refused === null ? { url: found.session.url } : { refused };
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.message };
    throw error;
  }
}
