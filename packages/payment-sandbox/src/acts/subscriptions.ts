import type Stripe from "stripe";
import { idOf } from "../kinds.ts";
import { planOf } from "../objects/price.ts";
import { itemOf, rhythmOf } from "../objects/subscription.ts";
import { periodEnd } from "../periods.ts";
import { get, type Tx } from "../store.ts";
import {
  billPeriod,
  cardResult,
  changeSubscription,
  endSubscription,
  payInvoice,
} from "./invoices.ts";

/** The items of a subscription with its one item changed. */
export function withItem(
  subscription: Stripe.Subscription,
  change: Partial<Stripe.SubscriptionItem>,
): Stripe.Subscription["items"] {
  return { ...subscription.items, data: [{ ...itemOf(subscription), ...change }] };
}

/** The items of a subscription with another price. */
export const withPrice = (subscription: Stripe.Subscription, price: Stripe.Price) =>
  withItem(subscription, { price, plan: planOf(price) });

/**
 * Begins the next period of a subscription and bills it; one that was cancelled ends instead.
 * @param fails the card is refused whatever the customer has set
 */
export async function renew(
  tx: Tx,
  subscription: Stripe.Subscription,
  fails = false,
): Promise<void> {
  if (subscription.cancel_at_period_end) {
    await endSubscription(tx, subscription, "cancellation_requested");
    return;
  }
  const item = itemOf(subscription);
  const used = { start: item.current_period_start, end: item.current_period_end };
  const end = periodEnd(subscription.billing_cycle_anchor, used.end, rhythmOf(item.price));
  const renewed = await changeSubscription(tx, subscription, {
    items: withItem(subscription, { current_period_start: used.end, current_period_end: end }),
  });
  const invoice = await billPeriod(tx, renewed, "subscription_cycle", used);
  const customer = idOf(subscription.customer) ?? "";
  await payInvoice(tx, invoice, await cardResult(tx, customer, fails));
}

/**
 * Begins a new period now, and bills it at once.
 * @returns whether it was paid
 */
export async function startPeriodNow(
  tx: Tx,
  subscription: Stripe.Subscription,
  change: Partial<Stripe.Subscription>,
): Promise<boolean> {
  const before = itemOf(subscription);
  const next = { ...subscription, ...change };
  const end = periodEnd(tx.now, tx.now, rhythmOf(itemOf(next).price));
  const changed = await changeSubscription(tx, subscription, {
    ...change,
    billing_cycle_anchor: tx.now,
    items: withItem(next, { current_period_start: tx.now, current_period_end: end }),
  });
  const used = { start: before.current_period_start, end: tx.now };
  const invoice = await billPeriod(tx, changed, "subscription_update", used);
  const result = await cardResult(tx, idOf(subscription.customer) ?? "");
  return (await payInvoice(tx, invoice, result)).status === "paid";
}

/** Lets a subscription end with what is paid, or takes that back. */
export function setCancelling(
  tx: Tx,
  subscription: Stripe.Subscription,
  isCancelled: boolean,
): Promise<Stripe.Subscription> {
  return changeSubscription(tx, subscription, {
    cancel_at_period_end: isCancelled,
    cancel_at: isCancelled ? itemOf(subscription).current_period_end : null,
    canceled_at: isCancelled ? (subscription.canceled_at ?? tx.now) : null,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: isCancelled ? "cancellation_requested" : null,
    },
  });
}

/** A subscription that can still be changed. */
export async function livingSubscription(tx: Tx, id: string): Promise<Stripe.Subscription | null> {
  const subscription = await get(tx, "subscription", id);
  return subscription.status === "canceled" ? null : subscription;
}
