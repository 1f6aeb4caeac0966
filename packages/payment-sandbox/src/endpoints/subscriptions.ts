import type Stripe from "stripe";
import { z } from "zod";
import { endSubscription, changeSubscription } from "../acts/invoices.ts";
import { setCancelling, startPeriodNow, withPrice } from "../acts/subscriptions.ts";
import { ApiError, invalidRequest } from "../errors.ts";
import { listOf } from "../lists.ts";
import { declineMessage } from "../objects/charge.ts";
import { createPrice } from "../objects/price.ts";
import { itemOf, rhythmOf } from "../objects/subscription.ts";
import {
  changedMetadata,
  expand,
  flag,
  integer,
  mergedMetadata,
  paging,
  range,
  words,
} from "../params.ts";
import { get, type Tx } from "../store.ts";
import { endpoint } from "./endpoint.ts";
import { activePrice, priceFields } from "./products.ts";

const read = z.strictObject({ expand });

const item = z.strictObject({
  id: words(),
  price: words().optional(),
  price_data: z.strictObject({ ...priceFields, product: words() }).optional(),
  quantity: integer(1).optional(),
});

const update = z.strictObject({
  cancel_at_period_end: flag.optional(),
  items: z.array(item).length(1, "parameter_invalid").optional(),
  metadata: changedMetadata.optional(),
  proration_behavior: z
    .enum(["always_invoice", "create_prorations", "none"], "parameter_invalid_enum")
    .optional(),
  billing_cycle_anchor: z
    .strictObject({ type: z.enum(["now", "unchanged"], "parameter_invalid_enum") })
    .optional(),
  payment_behavior: z
    .enum(["allow_incomplete", "error_if_incomplete"], "parameter_invalid_enum")
    .optional(),
  expand,
});

type Update = z.output<typeof update>;

const cancel = z.strictObject({
  invoice_now: flag.optional(),
  prorate: flag.optional(),
  expand,
}) satisfies z.ZodType<Stripe.SubscriptionCancelParams>;

const list = z.strictObject({
  ...paging,
  created: range.optional(),
  customer: words().optional(),
  status: z.enum(["active", "past_due", "canceled", "all"], "parameter_invalid_enum").optional(),
}) satisfies z.ZodType<Stripe.SubscriptionListParams>;

async function newPrice(
  tx: Tx,
  subscription: Stripe.Subscription,
  [change]: NonNullable<Update["items"]>,
): Promise<Stripe.Price> {
  const present = itemOf(subscription);
  if (change.id !== present.id) {
    throw invalidRequest(
      `No such subscription item: '${change.id}'`,
      "resource_missing",
      "items[0][id]",
    );
  }
  if (change.price !== undefined && change.price_data !== undefined) {
    throw invalidRequest(
      "You may only specify one of these parameters: price, price_data.",
      undefined,
      "items[0]",
    );
  }
  if (change.price !== undefined) return activePrice(tx, change.price, "items[0][price]");
  if (change.price_data === undefined) return present.price;
  const { product } = change.price_data;
  await get(tx, "product", product, "items[0][price_data][product]");
  return createPrice(tx, { ...change.price_data, active: false });
}

function refuseUnfit(subscription: Stripe.Subscription, price: Stripe.Price, params: Update): void {
  if (!price.recurring) {
    throw invalidRequest(
      "The price specified is set to `type=one_time` but this field only accepts prices with `type=recurring`.",
      undefined,
      "items[0][price]",
    );
  }
  if (price.currency !== subscription.currency) {
    throw invalidRequest(
      `The price specified only supports \`${price.currency}\`. This doesn't match the expected currency: \`${subscription.currency}\`.`,
      undefined,
      "items[0][price]",
    );
  }
  const present = rhythmOf(itemOf(subscription).price);
  if (
    present.interval !== rhythmOf(price).interval ||
    present.interval_count !== rhythmOf(price).interval_count
  ) {
    throw invalidRequest(
      "The sandbox cannot change how often a subscription is paid.",
      undefined,
      "items",
    );
  }
  // Stripe prorates unless it is told not to; the sandbox does no such sums and says so.
  if (params.proration_behavior !== "none") {
    throw invalidRequest(
      "The sandbox changes prices only with `proration_behavior` set to `none`.",
      undefined,
      "proration_behavior",
    );
  }
}

async function change(tx: Tx, id: string, params: Update): Promise<object> {
  let subscription = await get(tx, "subscription", id);
  if (subscription.status === "canceled") {
    throw invalidRequest(
      "A canceled subscription can only update its cancellation_details and metadata.",
    );
  }
  const metadata = mergedMetadata(subscription.metadata, params.metadata);
  if (params.cancel_at_period_end !== undefined) {
    subscription = await setCancelling(tx, subscription, params.cancel_at_period_end);
  }
  let changes: Partial<Stripe.Subscription> = { metadata };
  if (params.items !== undefined) {
    const price = await newPrice(tx, subscription, params.items);
    refuseUnfit(subscription, price, params);
    const quantity = params.items[0].quantity ?? itemOf(subscription).quantity;
    const items = withPrice(subscription, price);
    changes = { metadata, items: { ...items, data: [{ ...items.data[0], quantity }] } };
  }
  if (params.billing_cycle_anchor?.type !== "now") {
    await changeSubscription(tx, subscription, changes);
    return get(tx, "subscription", id);
  }
  if (params.proration_behavior !== "none") {
    throw invalidRequest(
      "The sandbox begins a new period only with `proration_behavior` set to `none`.",
      undefined,
      "proration_behavior",
    );
  }
  const isPaid = await startPeriodNow(tx, subscription, changes);
  if (!isPaid && params.payment_behavior === "error_if_incomplete") {
    throw new ApiError(402, {
      type: "card_error",
      code: "card_declined",
      decline_code: "generic_decline",
      message: declineMessage("generic_decline"),
    });
  }
  return get(tx, "subscription", id);
}

export const subscriptionEndpoints = [
  endpoint("GET", "/v1/subscriptions/:id", read, (tx, _, [id]) => get(tx, "subscription", id)),
  endpoint("GET", "/v1/subscriptions", list, (tx, params) => {
    const { customer, status } = params;
    const filters = { customer, status: status === "all" ? undefined : status };
    return listOf(tx, "subscription", "/v1/subscriptions", params, filters);
  }),
  endpoint("POST", "/v1/subscriptions/:id", update, (tx, params, [id]) => change(tx, id, params)),
  endpoint("DELETE", "/v1/subscriptions/:id", cancel, async (tx, params, [id]) => {
    const subscription = await get(tx, "subscription", id);
    if (subscription.status === "canceled") {
      throw invalidRequest(`No such subscription: '${id}'`, "resource_missing", "id");
    }
    if (params.prorate || params.invoice_now) {
      throw invalidRequest("The sandbox does not prorate.", undefined, "prorate");
    }
    return endSubscription(tx, subscription, "cancellation_requested");
  }),
];
