import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { periodEnd } from "../periods.ts";
import { put, type Tx } from "../store.ts";
import { planOf } from "./price.ts";

type NewSubscription = {
  customer: string;
  price: Stripe.Price;
  quantity: number;
  metadata: Record<string, string>;
  description: string | null;
  automaticTax: boolean;
};

/** The one item of a subscription: the sandbox sells nothing else. */
export const itemOf = (subscription: Stripe.Subscription) => subscription.items.data[0];

/** The rhythm in which a price is paid. */
export const rhythmOf = (price: Stripe.Price) =>
  price.recurring ?? { interval: "month", interval_count: 1 };

/** A subscription that begins now. */
export function createSubscription(tx: Tx, given: NewSubscription): Promise<Stripe.Subscription> {
  const id = newId("sub");
  const { price } = given;
  const item: Stripe.SubscriptionItem = {
    id: newId("si", 14),
    object: "subscription_item",
    billing_thresholds: null,
    created: tx.now,
    current_period_end: periodEnd(tx.now, tx.now, rhythmOf(price)),
    current_period_start: tx.now,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: given.quantity,
    subscription: id,
    tax_rates: [],
  };
  return put<Stripe.Subscription>(tx, {
    id,
    object: "subscription",
    application: null,
    application_fee_percent: null,
    automatic_tax: {
      disabled_reason: null,
      enabled: given.automaticTax,
      liability: given.automaticTax ? { type: "self" } : null,
    },
    billing_cycle_anchor: tx.now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: null, type: "classic" },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: "charge_automatically",
    created: tx.now,
    currency: price.currency,
    customer: given.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: given.description,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: "self" },
    },
    items: {
      object: "list",
      data: [item],
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: given.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: "off",
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: tx.now,
    status: "active",
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: {
      end_behavior: { billing_cycle_anchor: null, missing_payment_method: "create_invoice" },
    },
    trial_start: null,
  });
}
