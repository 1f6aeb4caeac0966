import type Stripe from "stripe";
import { z } from "zod";
import { listOf } from "../lists.ts";
import { createCustomer } from "../objects/customer.ts";
import {
  changedMetadata,
  email,
  expand,
  mergedMetadata,
  metadata,
  paging,
  range,
  words,
} from "../params.ts";
import { get, put } from "../store.ts";
import { endpoint } from "./endpoint.ts";

const read = z.strictObject({ expand });

const fields = {
  email: email.optional(),
  name: words(256).optional(),
  phone: words(40).optional(),
  description: words(350).optional(),
  expand,
};

const create = z.strictObject({
  ...fields,
  metadata: metadata.optional(),
}) satisfies z.ZodType<Stripe.CustomerCreateParams>;

const update = z.strictObject({
  ...fields,
  metadata: changedMetadata.optional(),
}) satisfies z.ZodType<Stripe.CustomerUpdateParams>;

const list = z.strictObject({
  ...paging,
  created: range.optional(),
  email: email.optional(),
}) satisfies z.ZodType<Stripe.CustomerListParams>;

export const customerEndpoints = [
  endpoint("POST", "/v1/customers", create, (tx, params) => createCustomer(tx, params)),
  endpoint("GET", "/v1/customers", list, (tx, params) =>
    listOf(tx, "customer", "/v1/customers", params, { email: params.email }),
  ),
  endpoint("GET", "/v1/customers/:id", read, (tx, _, [id]) => get(tx, "customer", id)),
  endpoint("POST", "/v1/customers/:id", update, async (tx, params, [id]) => {
    const customer = await get(tx, "customer", id);
    const { expand: _, metadata: notes, ...changed } = params;
    return put(tx, {
      ...customer,
      ...changed,
      metadata: mergedMetadata(customer.metadata, notes),
    });
  }),
];
