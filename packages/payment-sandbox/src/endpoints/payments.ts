import type Stripe from "stripe";
import { z } from "zod";
import { paidCharge, refund } from "../acts/refunds.ts";
import { invalidRequest } from "../errors.ts";
import { listOf } from "../lists.ts";
import { expand, integer, metadata, paging, range, words } from "../params.ts";
import { get } from "../store.ts";
import { endpoint } from "./endpoint.ts";

const read = z.strictObject({ expand });
const created = range.optional();
const named = words().optional();

const intents = z.strictObject({
  ...paging,
  created,
  customer: named,
}) satisfies z.ZodType<Stripe.PaymentIntentListParams>;

const charges = z.strictObject({
  ...paging,
  created,
  customer: named,
  payment_intent: named,
}) satisfies z.ZodType<Stripe.ChargeListParams>;

const refunds = z.strictObject({
  ...paging,
  created,
  charge: named,
  payment_intent: named,
}) satisfies z.ZodType<Stripe.RefundListParams>;

const disputes = refunds satisfies z.ZodType<Stripe.DisputeListParams>;

const createRefund = z.strictObject({
  charge: named,
  payment_intent: named,
  amount: integer(1).optional(),
  reason: z
    .enum(["duplicate", "fraudulent", "requested_by_customer"], "parameter_invalid_enum")
    .optional(),
  metadata: metadata.optional(),
  expand,
}) satisfies z.ZodType<Stripe.RefundCreateParams>;

export const paymentEndpoints = [
  endpoint("GET", "/v1/payment_intents/:id", read, (tx, _, [id]) => get(tx, "payment_intent", id)),
  endpoint("GET", "/v1/payment_intents", intents, (tx, params) =>
    listOf(tx, "payment_intent", "/v1/payment_intents", params, { customer: params.customer }),
  ),
  endpoint("GET", "/v1/charges/:id", read, (tx, _, [id]) => get(tx, "charge", id)),
  endpoint("GET", "/v1/charges", charges, (tx, params) => {
    const { customer, payment_intent } = params;
    return listOf(tx, "charge", "/v1/charges", params, { customer, payment_intent });
  }),
  endpoint("POST", "/v1/refunds", createRefund, async (tx, params) => {
    const { charge: id, payment_intent: intent } = params;
    if ((id === undefined) === (intent === undefined)) {
      throw invalidRequest(
        "One of the following params should be provided for this request: payment_intent or charge.",
        "parameter_missing",
      );
    }
    const charge =
      id === undefined
        ? await paidCharge(tx, intent as string, "payment_intent")
        : await get(tx, "charge", id, "charge");
    return refund(tx, charge, params);
  }),
  endpoint("GET", "/v1/refunds/:id", read, (tx, _, [id]) => get(tx, "refund", id)),
  endpoint("GET", "/v1/refunds", refunds, (tx, params) => {
    const { charge, payment_intent } = params;
    return listOf(tx, "refund", "/v1/refunds", params, { charge, payment_intent });
  }),
  endpoint("GET", "/v1/disputes/:id", read, (tx, _, [id]) => get(tx, "dispute", id)),
  endpoint("GET", "/v1/disputes", disputes, (tx, params) => {
    const { charge, payment_intent } = params;
    return listOf(tx, "dispute", "/v1/disputes", params, { charge, payment_intent });
  }),
];
