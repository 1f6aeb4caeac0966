import type Stripe from "stripe";
import { newId, randomText } from "../ids.ts";
import { put, type Tx } from "../store.ts";

type NewIntent = {
  amount: number;
  currency: string;
  customer: string | null;
  description?: string | null;
  metadata?: Record<string, string>;
  /** A bank transfer is slow; a card is not. */
  method?: "card" | "sepa_debit";
};

/** A payment that was begun. */
export function createIntent(tx: Tx, given: NewIntent): Promise<Stripe.PaymentIntent> {
  const id = newId("pi");
  return put<Stripe.PaymentIntent>(tx, {
    id,
    object: "payment_intent",
    allowed_payment_method_types: null,
    amount: given.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: "automatic",
    created: tx.now,
    currency: given.currency,
    customer: given.customer,
    customer_account: null,
    description: given.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: [given.method ?? "card"],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: null,
  });
}
