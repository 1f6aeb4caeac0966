import type Stripe from "stripe";
import { z } from "zod";
import { invalidRequest } from "../errors.ts";
import { createPrice, createProduct } from "../objects/price.ts";
import { currency, expand, flag, integer, interval, metadata, words } from "../params.ts";
import { find, get, type Tx } from "../store.ts";
import { endpoint } from "./endpoint.ts";

const read = z.strictObject({ expand });

/** What describes a product, alone or within a price. */
export const productFields = {
  name: words(250),
  description: words(5_000).optional(),
  metadata: metadata.optional(),
  tax_code: words(30).optional(),
  images: z.array(words(2_048)).max(8).optional(),
};

const taxBehavior = z
  .enum(["exclusive", "inclusive", "unspecified"], "parameter_invalid_enum")
  .optional();

/** What describes a price, alone or within a line. */
export const priceFields = {
  currency,
  unit_amount: integer(0),
  tax_behavior: taxBehavior,
  recurring: z.strictObject({ interval, interval_count: integer(1).optional() }).optional(),
};

const createProductParams = z.strictObject({
  ...productFields,
  id: words(64).optional(),
  active: flag.optional(),
  expand,
}) satisfies z.ZodType<Stripe.ProductCreateParams>;

const createPriceParams = z.strictObject({
  ...priceFields,
  product: words(),
  metadata: metadata.optional(),
  nickname: words(250).optional(),
  lookup_key: words(200).optional(),
  expand,
}) satisfies z.ZodType<Stripe.PriceCreateParams>;

/**
 * A price that can be bought.
 * @throws ApiError for one that is no longer sold
 */
export async function activePrice(tx: Tx, id: string, param: string): Promise<Stripe.Price> {
  const price = await get(tx, "price", id, param);
  if (!price.active) {
    throw invalidRequest(
      `The price specified is inactive. This field only accepts active prices.`,
      undefined,
      param,
    );
  }
  return price;
}

export const productEndpoints = [
  endpoint("POST", "/v1/products", createProductParams, async (tx, params) => {
    if (params.id !== undefined && (await find(tx, "product", params.id)) !== null) {
      throw invalidRequest("Product already exists.", "resource_already_exists", "id");
    }
    return createProduct(tx, params);
  }),
  endpoint("GET", "/v1/products/:id", read, (tx, _, [id]) => get(tx, "product", id)),
  endpoint("POST", "/v1/prices", createPriceParams, async (tx, params) => {
    await get(tx, "product", params.product, "product");
    return createPrice(tx, params);
  }),
  endpoint("GET", "/v1/prices/:id", read, (tx, _, [id]) => get(tx, "price", id)),
];
