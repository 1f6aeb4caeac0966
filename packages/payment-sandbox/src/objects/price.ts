import type Stripe from "stripe";
import { newId } from "../ids.ts";
import { decimalOf } from "../kinds.ts";
import { put, type Tx } from "../store.ts";

type NewProduct = {
  id?: string;
  name: string;
  description?: string;
  metadata?: Record<string, string>;
  tax_code?: string;
  images?: string[];
  active?: boolean;
};

export function createProduct(tx: Tx, given: NewProduct): Promise<Stripe.Product> {
  return put<Stripe.Product>(tx, {
    id: given.id ?? newId("prod", 14),
    object: "product",
    active: given.active ?? true,
    created: tx.now,
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: given.tax_code ?? null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: tx.now,
    url: null,
  });
}

type NewPrice = {
  currency: string;
  product: string;
  unit_amount: number;
  recurring?: { interval: "day" | "week" | "month" | "year"; interval_count?: number };
  tax_behavior?: "exclusive" | "inclusive" | "unspecified";
  metadata?: Record<string, string>;
  nickname?: string;
  lookup_key?: string;
  active?: boolean;
};

/** @param given of a price that was given inline, `active` is false: nobody else can use it, as at Stripe */
export function createPrice(tx: Tx, given: NewPrice): Promise<Stripe.Price> {
  const { recurring } = given;
  return put<Stripe.Price>(tx, {
    id: newId("price"),
    object: "price",
    active: given.active ?? true,
    billing_scheme: "per_unit",
    created: tx.now,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: given.lookup_key ?? null,
    metadata: given.metadata ?? {},
    nickname: given.nickname ?? null,
    product: given.product,
    recurring: recurring
      ? {
          interval: recurring.interval,
          interval_count: recurring.interval_count ?? 1,
          meter: null,
          trial_period_days: null,
          usage_type: "licensed",
        }
      : null,
    tax_behavior: given.tax_behavior ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? "recurring" : "one_time",
    unit_amount: given.unit_amount,
    unit_amount_decimal: decimalOf(given.unit_amount),
  });
}

/** The same price in the shape of Stripe's older plans, which subscription items still have. */
export function planOf(price: Stripe.Price): Stripe.Plan {
  return {
    id: price.id,
    object: "plan",
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: "per_unit",
    created: price.created,
    currency: price.currency,
    interval: price.recurring?.interval ?? "month",
    interval_count: price.recurring?.interval_count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: "licensed",
  };
}
