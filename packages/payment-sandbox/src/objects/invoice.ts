import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { decimalOf } from "../kinds.ts";
import { get, put, type Tx } from "../store.ts";
import { taxed } from "./tax.ts";

type Line = {
  price: Stripe.Price;
  name: string;
  quantity: number;
  period: { start: number; end: number };
};

type NewInvoice = {
  customer: string;
  reason: "manual" | "subscription_create" | "subscription_cycle" | "subscription_update";
  /** The subscription that it is for; null for a pack. */
  subscription: Stripe.Subscription | null;
  lines: readonly Line[];
  /** What was used until now; the lines say what is paid for. */
  period: { start: number; end: number };
  automaticTax: boolean;
  metadata: Record<string, string>;
  description: string | null;
};

function lineOf(
  invoice: string,
  { price, name, quantity, period }: Line,
  given: Pick<NewInvoice, "subscription" | "automaticTax">,
): Stripe.InvoiceLineItem {
  const amount = (price.unit_amount ?? 0) * quantity;
  const { subtotal, tax } = taxed(amount, given.automaticTax, price.tax_behavior);
  const item = given.subscription?.items.data[0];
  return {
    id: newId("il"),
    object: "line_item",
    amount,
    currency: price.currency,
    description: `${quantity} × ${name}`,
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice,
    livemode: false,
    metadata: given.subscription?.metadata ?? {},
    parent: item
      ? {
          invoice_item_details: null,
          subscription_item_details: {
            invoice_item: null,
            proration: false,
            proration_details: { credited_items: null },
            subscription: item.subscription,
            subscription_item: item.id,
          },
          type: "subscription_item_details",
        }
      : {
          invoice_item_details: {
            invoice_item: newId("ii"),
            proration: false,
            proration_details: { credited_items: null },
            subscription: null,
          },
          subscription_item_details: null,
          type: "invoice_item_details",
        },
    period,
    pretax_credit_amounts: [],
    pricing: {
      price_details: { price: price.id, product: price.product as string },
      type: "price_details",
      unit_amount_decimal: decimalOf(price.unit_amount ?? 0),
    },
    quantity,
    quantity_decimal: decimalOf(quantity),
    subscription: given.subscription?.id ?? null,
    subtotal: amount,
    taxes: given.automaticTax
      ? [
          {
            amount: tax,
            tax_behavior: price.tax_behavior === "inclusive" ? "inclusive" : "exclusive",
            tax_rate_details: { tax_rate: "txr_sandbox" },
            taxability_reason: "standard_rated",
            taxable_amount: price.tax_behavior === "inclusive" ? subtotal - tax : subtotal,
            type: "tax_rate_details",
          },
        ]
      : [],
  };
}

/** The next number of a customer's invoices. */
async function nextNumber(tx: Tx, customer: Stripe.Customer): Promise<string> {
  const next = customer.next_invoice_sequence ?? 1;
  await put(tx, { ...customer, next_invoice_sequence: next + 1 });
  return `${customer.invoice_prefix}-${String(next).padStart(4, "0")}`;
}

/** A finished invoice that waits for its money. */
export async function createInvoice(tx: Tx, given: NewInvoice): Promise<Stripe.Invoice> {
  const id = newId("in");
  const customer = await get(tx, "customer", given.customer);
  const lines = given.lines.map((line) => lineOf(id, line, given));
  const sums = given.lines.map(({ price, quantity }) =>
    taxed((price.unit_amount ?? 0) * quantity, given.automaticTax, price.tax_behavior),
  );
  const sum = (name: "subtotal" | "tax" | "total") => sums.reduce((all, one) => all + one[name], 0);
  const total = sum("total");
  const { subscription } = given;
  return put<Stripe.Invoice>(tx, {
    id,
    object: "invoice",
    account_country: "US",
    account_name: null,
    account_tax_ids: null,
    amount_due: total,
    amount_overpaid: 0,
    amount_paid: 0,
    amount_remaining: total,
    amount_shipping: 0,
    application: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatic_tax: {
      disabled_reason: null,
      enabled: given.automaticTax,
      liability: given.automaticTax ? { type: "self" } : null,
      provider: given.automaticTax ? "stripe" : null,
      status: given.automaticTax ? "complete" : null,
    },
    automatically_finalizes_at: null,
    billing_reason: given.reason,
    collection_method: "charge_automatically",
    created: tx.now,
    currency: given.lines[0].price.currency,
    custom_fields: null,
    customer: customer.id,
    customer_account: null,
    customer_address: customer.address ?? null,
    customer_email: customer.email,
    customer_name: customer.name ?? null,
    customer_phone: customer.phone ?? null,
    customer_shipping: null,
    customer_tax_exempt: "none",
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: given.description,
    discounts: [],
    due_date: null,
    effective_at: tx.now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: "self" },
    last_finalization_error: null,
    latest_revision: null,
    lines: { object: "list", data: lines, has_more: false, url: `/v1/invoices/${id}/lines` },
    livemode: false,
    metadata: given.metadata,
    next_payment_attempt: null,
    number: await nextNumber(tx, customer),
    on_behalf_of: null,
    parent: subscription
      ? {
          quote_details: null,
          subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
          type: "subscription_details",
        }
      : null,
    payment_settings: {
      default_mandate: null,
      payment_method_options: null,
      payment_method_types: null,
    },
    period_end: given.period.end,
    period_start: given.period.start,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: "open",
    status_transitions: {
      finalized_at: tx.now,
      marked_uncollectible_at: null,
      paid_at: null,
      voided_at: null,
    },
    subtotal: sum("subtotal"),
    subtotal_excluding_tax: total - sum("tax"),
    test_clock: null,
    total,
    total_discount_amounts: [],
    total_excluding_tax: total - sum("tax"),
    total_pretax_credit_amounts: [],
    total_taxes: lines.flatMap(({ taxes }) => taxes ?? []),
    webhooks_delivered_at: null,
  });
}

/** Ties a payment to the invoice that it pays. */
export function createInvoicePayment(
  tx: Tx,
  invoice: Stripe.Invoice,
  intent: string,
): Promise<Stripe.InvoicePayment> {
  return put<Stripe.InvoicePayment>(tx, {
    id: newId("inpay"),
    object: "invoice_payment",
    amount_paid: null,
    amount_requested: invoice.amount_due,
    created: tx.now,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { payment_intent: intent, type: "payment_intent" },
    status: "open",
    status_transitions: { canceled_at: null, paid_at: null },
  });
}
