import type Stripe from "stripe";
import {
  PaymentRefused,
  type ReadDispute,
  type ReadIntent,
  type ReadInvoice,
  type ReadSession,
  type ReadSubscription,
} from "./port.ts";

/** The id of a field that holds an id or the object itself. */
export function idOf(field: string | { id: string } | null | undefined): string | null {
  if (field === null || field === undefined) return null;
  return typeof field === "string" ? field : field.id;
}

/** A time of Stripe's, in seconds. */
export const at = (seconds: number) => new Date(seconds * 1000);

const stripeErrors: Readonly<Record<string, PaymentRefused["reason"]>> = {
  StripeCardError: "declined",
  StripeInvalidRequestError: "refused",
};

/** A refusal of the provider as an error of the port; what may pass, a wrong key included, stays as it is. */
export function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { type, code } = error as { type?: string; code?: string };
  const reason = stripeErrors[type ?? ""];
  if (reason === undefined) return error;
  return new PaymentRefused(code === "resource_missing" ? "missing" : reason, error.message, error);
}

/** Statuses in which the money is back or was never taken. An appeal follows a loss: the money is still gone. */
const disputeStates: Readonly<Record<string, ReadDispute["state"]>> = {
  won: "won",
  warning_closed: "won",
  prevented: "won",
  lost: "lost",
  appeal_needs_response: "lost",
  appeal_under_review: "lost",
};

const disputeOf = (dispute: Stripe.Dispute): ReadDispute => ({
  id: dispute.id,
  amount: dispute.amount,
  currency: dispute.currency,
  state: disputeStates[dispute.status] ?? "open",
  status: dispute.status,
  reason: dispute.reason,
  createdAt: at(dispute.created),
});

function intentStatus({ status, last_payment_error }: Stripe.PaymentIntent): ReadIntent["status"] {
  if (status === "succeeded") return "paid";
  if (status === "canceled") return "failed";
  return status === "requires_payment_method" && last_payment_error !== null ? "failed" : "open";
}

export function intentOf(
  intent: Stripe.PaymentIntent,
  disputes: readonly Stripe.Dispute[],
  invoiceId: string | null,
): ReadIntent {
  const charge = intent.latest_charge;
  const expanded = charge === null || typeof charge === "string" ? null : charge;
  return {
    id: intent.id,
    livemode: intent.livemode,
    status: intentStatus(intent),
    amount: intent.amount_received,
    currency: intent.currency,
    customerId: idOf(intent.customer),
    checkoutId: intent.metadata.checkout ?? null,
    invoiceId,
    refunded: expanded?.amount_refunded ?? 0,
    disputes: disputes.map(disputeOf),
    receiptUrl: expanded?.receipt_url ?? null,
    createdAt: at(intent.created),
  };
}

export const sessionOf = (session: Stripe.Checkout.Session): ReadSession => ({
  id: session.id,
  paymentIntent: idOf(session.payment_intent),
  subscriptionId: idOf(session.subscription),
  subtotal: session.amount_subtotal ?? 0,
  total: session.amount_total ?? 0,
});

const invoiceStatuses: Readonly<Record<string, ReadInvoice["status"]>> = {
  draft: "draft",
  paid: "paid",
  void: "void",
  uncollectible: "void",
};

export function invoiceOf(
  invoice: Stripe.Invoice,
  payments: readonly Stripe.InvoicePayment[],
): ReadInvoice {
  const details = invoice.parent?.subscription_details ?? null;
  const paying = payments.find(({ status }) => status === "paid") ?? payments.at(0);
  const status = invoiceStatuses[invoice.status ?? ""] ?? "open";
  return {
    id: invoice.id,
    livemode: invoice.livemode,
    status,
    failed: status === "void" || (status === "open" && invoice.attempt_count > 0),
    customerId: idOf(invoice.customer),
    subscriptionId: idOf(details?.subscription),
    checkoutId: details?.metadata?.checkout ?? null,
    subtotal: invoice.total_excluding_tax ?? invoice.total,
    total: invoice.total,
    paid: invoice.amount_paid,
    currency: invoice.currency,
    lines: invoice.lines.data.map(({ id, amount, period }) => ({
      id,
      amount,
      from: at(period.start),
      to: at(period.end),
    })),
    paymentIntent: idOf(paying?.payment.payment_intent),
    number: invoice.number,
    url: invoice.hosted_invoice_url ?? null,
    createdAt: at(invoice.created),
  };
}

export function subscriptionOf(subscription: Stripe.Subscription): ReadSubscription {
  const [item] = subscription.items.data;
  const periodEnd = at(item.current_period_end);
  const { cancel_at } = subscription;
  return {
    id: subscription.id,
    livemode: subscription.livemode,
    status: subscription.status,
    customerId: idOf(subscription.customer) ?? "",
    checkoutId: subscription.metadata.checkout ?? null,
    amount: item.price.unit_amount,
    currency: item.price.currency,
    periodEnd,
    cancelsAt:
      cancel_at !== null ? at(cancel_at) : subscription.cancel_at_period_end ? periodEnd : null,
    createdAt: at(subscription.created),
  };
}
