import type Stripe from "stripe";
import { emit } from "../events.ts";
import { idOf } from "../kinds.ts";
import type { ChargeResult } from "../objects/charge.ts";
import { createInvoice, createInvoicePayment } from "../objects/invoice.ts";
import { createIntent } from "../objects/payment-intent.ts";
import { itemOf } from "../objects/subscription.ts";
import { allWith, find, get, innerState, put, type Tx } from "../store.ts";
import { attempt, beginTransfer } from "./payments.ts";

const DAY = 86_400;
/** Days between the attempts at a payment that failed; after the last, the subscription ends. */
const retryDays = [3, 5, 7];

export type CustomerState = { cardFails: boolean };

/** How a customer's card answers: as the buyer has set it in the portal. */
export async function cardResult(tx: Tx, customer: string, fails = false): Promise<ChargeResult> {
  const { cardFails = false } = await innerState<CustomerState>(tx, customer);
  const { email } = await get(tx, "customer", customer);
  return { method: "card", declined: fails || cardFails ? "generic_decline" : null, email };
}

/** Changes a subscription and says so. */
export async function changeSubscription(
  tx: Tx,
  subscription: Stripe.Subscription,
  change: Partial<Stripe.Subscription>,
): Promise<Stripe.Subscription> {
  const names = Object.keys(change) as (keyof Stripe.Subscription)[];
  const differs = names.filter(
    (name) => JSON.stringify(change[name]) !== JSON.stringify(subscription[name]),
  );
  if (differs.length === 0) return subscription;
  const changed = await put(tx, { ...subscription, ...change });
  const previous = Object.fromEntries(differs.map((name) => [name, subscription[name]]));
  await emit(tx, "customer.subscription.updated", changed, previous);
  return changed;
}

/** Ends a subscription at once. */
export async function endSubscription(
  tx: Tx,
  subscription: Stripe.Subscription,
  reason: "cancellation_requested" | "payment_failed",
): Promise<Stripe.Subscription> {
  const ended = await put<Stripe.Subscription>(tx, {
    ...subscription,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: subscription.canceled_at ?? tx.now,
    cancellation_details: {
      comment: subscription.cancellation_details?.comment ?? null,
      feedback: subscription.cancellation_details?.feedback ?? null,
      feedback_option: null,
      reason,
    },
    ended_at: tx.now,
    status: "canceled",
  });
  for (const invoice of await openInvoices(tx, ended)) {
    await put<Stripe.Invoice>(tx, { ...invoice, auto_advance: false, next_payment_attempt: null });
  }
  await emit(tx, "customer.subscription.deleted", ended);
  return ended;
}

/** The subscription that an invoice is for. */
export const subscriptionIdOf = (invoice: Stripe.Invoice) =>
  idOf(invoice.parent?.subscription_details?.subscription);

/** Invoices of a subscription that are not paid. */
export async function openInvoices(
  tx: Tx,
  subscription: Stripe.Subscription,
): Promise<Stripe.Invoice[]> {
  const all = await allWith(tx, "invoice", "customer", idOf(subscription.customer) ?? "");
  return all.filter(
    (invoice) => invoice.status === "open" && subscriptionIdOf(invoice) === subscription.id,
  );
}

/** Bills the present period of a subscription. */
export async function billPeriod(
  tx: Tx,
  subscription: Stripe.Subscription,
  reason: "subscription_create" | "subscription_cycle" | "subscription_update",
  used: { start: number; end: number },
): Promise<Stripe.Invoice> {
  const item = itemOf(subscription);
  const product = await get(tx, "product", idOf(item.price.product) ?? "");
  const period = { start: item.current_period_start, end: item.current_period_end };
  const invoice = await createInvoice(tx, {
    customer: idOf(subscription.customer) ?? "",
    reason,
    subscription,
    lines: [{ price: item.price, name: product.name, quantity: item.quantity ?? 1, period }],
    period: used,
    automaticTax: subscription.automatic_tax.enabled,
    metadata: {},
    description: null,
  });
  await put(tx, { ...subscription, latest_invoice: invoice.id });
  await emit(tx, "invoice.finalized", invoice);
  return invoice;
}

/** The payment of an invoice: the one that was begun, or a new one. */
async function paymentOf(
  tx: Tx,
  invoice: Stripe.Invoice,
): Promise<{ payment: Stripe.InvoicePayment; intent: Stripe.PaymentIntent }> {
  const [begun] = await allWith(tx, "invoice_payment", "invoice", invoice.id);
  if (begun !== undefined) {
    const intent = await get(tx, "payment_intent", idOf(begun.payment.payment_intent) ?? "");
    return { payment: begun, intent };
  }
  const isFirst = invoice.billing_reason === "subscription_create";
  const intent = await createIntent(tx, {
    amount: invoice.amount_due,
    currency: invoice.currency,
    customer: idOf(invoice.customer),
    description: isFirst ? "Subscription creation" : "Subscription update",
  });
  return { payment: await createInvoicePayment(tx, invoice, intent.id), intent };
}

/** Marks an invoice as paid by its payment. */
export async function markPaid(
  tx: Tx,
  invoice: Stripe.Invoice,
  payment: Stripe.InvoicePayment,
): Promise<Stripe.Invoice> {
  await put<Stripe.InvoicePayment>(tx, {
    ...payment,
    amount_paid: invoice.amount_due,
    status: "paid",
    status_transitions: { canceled_at: null, paid_at: tx.now },
  });
  const paid = await put<Stripe.Invoice>(tx, {
    ...invoice,
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
    auto_advance: false,
    next_payment_attempt: null,
    status: "paid",
    status_transitions: { ...invoice.status_transitions, paid_at: tx.now },
  });
  await emit(tx, "invoice.paid", paid);
  const subscription = await find(tx, "subscription", subscriptionIdOf(paid) ?? "");
  if (subscription?.status === "past_due" && (await openInvoices(tx, subscription)).length === 0) {
    await changeSubscription(tx, subscription, { status: "active" });
  }
  return paid;
}

/** Notes that an attempt at an invoice failed; after the last one its subscription ends. */
export async function markFailed(tx: Tx, invoice: Stripe.Invoice): Promise<Stripe.Invoice> {
  const attempts = invoice.attempt_count + 1;
  const pause = retryDays.at(attempts - 1);
  const failed = await put<Stripe.Invoice>(tx, {
    ...invoice,
    attempted: true,
    attempt_count: attempts,
    next_payment_attempt: pause === undefined ? null : tx.now + pause * DAY,
  });
  await emit(tx, "invoice.payment_failed", failed);
  const subscription = await find(tx, "subscription", subscriptionIdOf(failed) ?? "");
  if (subscription === null || subscription.status === "canceled") return failed;
  if (pause === undefined) await endSubscription(tx, subscription, "payment_failed");
  else await changeSubscription(tx, subscription, { status: "past_due" });
  return failed;
}

/** Tries to take the money of an invoice. */
export async function payInvoice(
  tx: Tx,
  invoice: Stripe.Invoice,
  result: ChargeResult,
): Promise<Stripe.Invoice> {
  const { payment, intent } = await paymentOf(tx, invoice);
  const tried = await attempt(tx, intent, result);
  return tried.status === "succeeded" ? markPaid(tx, invoice, payment) : markFailed(tx, invoice);
}

/** Pays an invoice by a transfer that takes some days. */
export async function transferInvoice(
  tx: Tx,
  invoice: Stripe.Invoice,
): Promise<Stripe.PaymentIntent> {
  const { intent } = await paymentOf(tx, invoice);
  return beginTransfer(tx, intent);
}
