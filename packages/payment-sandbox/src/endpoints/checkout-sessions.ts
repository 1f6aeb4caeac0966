import type Stripe from "stripe";
import { z } from "zod";
import { invalidRequest } from "../errors.ts";
import { emit } from "../events.ts";
import { idOf } from "../kinds.ts";
import { listOf } from "../lists.ts";
import {
  createSession,
  totalOf,
  type SessionLine,
  type SessionState,
} from "../objects/checkout-session.ts";
import { createPrice, createProduct } from "../objects/price.ts";
import { email, expand, flag, integer, metadata, paging, range, url, words } from "../params.ts";
import { get, innerState, put, type Tx } from "../store.ts";
import { endpoint } from "./endpoint.ts";
import { activePrice, priceFields, productFields } from "./products.ts";

const notes = { metadata: metadata.optional(), description: words(1_000).optional() };

const line = z.strictObject({
  price: words().optional(),
  price_data: z
    .strictObject({
      ...priceFields,
      product: words().optional(),
      product_data: z.strictObject(productFields).optional(),
    })
    .optional(),
  quantity: integer(1),
});

const create = z.strictObject({
  mode: z.enum(["payment", "subscription"], "parameter_invalid_enum"),
  line_items: z.array(line).min(1, "parameter_missing").max(100),
  success_url: url,
  cancel_url: url.optional(),
  customer: words().optional(),
  customer_email: email.optional(),
  customer_creation: z.enum(["always", "if_required"], "parameter_invalid_enum").optional(),
  customer_update: z
    .strictObject({
      address: z.enum(["auto", "never"], "parameter_invalid_enum").optional(),
      name: z.enum(["auto", "never"], "parameter_invalid_enum").optional(),
    })
    .optional(),
  client_reference_id: words(200).optional(),
  metadata: metadata.optional(),
  automatic_tax: z.strictObject({ enabled: flag }).optional(),
  payment_intent_data: z.strictObject(notes).optional(),
  subscription_data: z.strictObject(notes).optional(),
  invoice_creation: z
    .strictObject({ enabled: flag, invoice_data: z.strictObject(notes).optional() })
    .optional(),
  expires_at: integer(0).optional(),
  locale: words(10).optional(),
  expand,
}) satisfies z.ZodType<Stripe.Checkout.SessionCreateParams>;

type Create = z.output<typeof create>;

const read = z.strictObject({ expand });

const list = z.strictObject({
  ...paging,
  created: range.optional(),
  customer: words().optional(),
  payment_intent: words().optional(),
  subscription: words().optional(),
  status: z.enum(["complete", "expired", "open"], "parameter_invalid_enum").optional(),
}) satisfies z.ZodType<Stripe.Checkout.SessionListParams>;

/** Parameters that do not go together. */
function refuseContradictions(params: Create): void {
  const refuse = (message: string, param: string) => {
    throw invalidRequest(message, undefined, param);
  };
  const { mode } = params;
  const other = mode === "payment" ? "subscription_data" : "payment_intent_data";
  if (params[other]) refuse(`You can not pass \`${other}\` in \`${mode}\` mode.`, other);
  if (mode === "subscription") {
    for (const name of ["customer_creation", "invoice_creation"] as const) {
      if (params[name]) refuse(`\`${name}\` can only be used in \`payment\` mode.`, name);
    }
  }
  if (params.customer && params.customer_email) {
    refuse("You may only specify one of these parameters: customer, customer_email.", "customer");
  }
  if (params.customer && params.customer_creation) {
    refuse(
      "You may only specify one of these parameters: customer, customer_creation.",
      "customer",
    );
  }
  if (params.customer_update && !params.customer) {
    refuse("`customer_update` can only be used with `customer`.", "customer_update");
  }
}

async function priceOf(
  tx: Tx,
  { price, price_data: data }: z.output<typeof line>,
  at: string,
): Promise<Stripe.Price> {
  if ((price === undefined) === (data === undefined)) {
    throw invalidRequest("You must specify either `price` or `price_data`.", undefined, at);
  }
  if (data === undefined) return activePrice(tx, price as string, `${at}[price]`);
  if ((data.product === undefined) === (data.product_data === undefined)) {
    throw invalidRequest(
      "You must specify either `product` or `product_data` when creating a price.",
      undefined,
      `${at}[price_data]`,
    );
  }
  if (data.product !== undefined) {
    await get(tx, "product", data.product, `${at}[price_data][product]`);
    return createPrice(tx, { ...data, product: data.product, active: false });
  }
  const product = await createProduct(tx, {
    ...(data.product_data as NonNullable<typeof data.product_data>),
    active: false,
  });
  return createPrice(tx, { ...data, product: product.id, active: false });
}

async function linesOf(tx: Tx, { line_items: items, mode }: Create): Promise<SessionLine[]> {
  const lines: SessionLine[] = [];
  for (const [index, item] of items.entries()) {
    const price = await priceOf(tx, item, `line_items[${index}]`);
    if (mode === "payment" && price.recurring) {
      throw invalidRequest(
        "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.",
        undefined,
        "line_items",
      );
    }
    const { name } = await get(tx, "product", idOf(price.product) ?? "");
    lines.push({ price, name, quantity: item.quantity });
  }
  if (mode === "subscription" && (lines.length !== 1 || !lines[0].price.recurring)) {
    throw invalidRequest(
      "You must provide one recurring price in `subscription` mode when using prices.",
      undefined,
      "line_items",
    );
  }
  if (lines.some(({ price }) => price.currency !== lines[0].price.currency)) {
    throw invalidRequest("All line items must have the same currency.", undefined, "line_items");
  }
  return lines;
}

const halfHour = 1_800;
const day = 86_400;

function expiryOf(tx: Tx, given: number | undefined): number {
  const expiry = given ?? tx.now + day;
  if (expiry < tx.now + halfHour || expiry > tx.now + day) {
    throw invalidRequest(
      "The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.",
      undefined,
      "expires_at",
    );
  }
  return expiry;
}

async function customerOf(tx: Tx, params: Create): Promise<Stripe.Customer | null> {
  if (params.customer === undefined) return null;
  const customer = await get(tx, "customer", params.customer, "customer");
  const isTaxed = params.automatic_tax?.enabled === true;
  if (isTaxed && !customer.address && params.customer_update?.address !== "auto") {
    throw invalidRequest(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      "customer_tax_location_invalid",
      "customer",
    );
  }
  return customer;
}

const notesOf = (
  given: { metadata?: Record<string, string>; description?: string } | undefined,
) => ({
  metadata: given?.metadata ?? {},
  description: given?.description ?? null,
});

/** The least that a card is charged, in minor units. */
const leastAmount = 50;

async function openSession(tx: Tx, params: Create, page: string): Promise<object> {
  refuseContradictions(params);
  const customer = await customerOf(tx, params);
  const isTaxed = params.automatic_tax?.enabled === true;
  const lines = await linesOf(tx, params);
  const total = totalOf(lines, isTaxed);
  if (total < leastAmount) {
    throw invalidRequest(
      "The Checkout Session's total amount due must add up to at least 0.50.",
      "amount_too_small",
      "line_items",
    );
  }
  const isInvoiced = params.invoice_creation?.enabled === true;
  return createSession(tx, page, {
    mode: params.mode,
    lines,
    customer: customer?.id ?? null,
    customerEmail: customer?.email ?? params.customer_email ?? null,
    customerCreation:
      params.mode === "payment" && customer === null
        ? (params.customer_creation ?? "if_required")
        : null,
    clientReferenceId: params.client_reference_id ?? null,
    metadata: params.metadata ?? {},
    successUrl: params.success_url,
    cancelUrl: params.cancel_url ?? null,
    automaticTax: isTaxed,
    expiresAt: expiryOf(tx, params.expires_at),
    locale: params.locale ?? null,
    payment: notesOf(params.payment_intent_data),
    subscription: notesOf(params.subscription_data),
    invoice: isInvoiced ? notesOf(params.invoice_creation?.invoice_data) : null,
  });
}

export const checkoutEndpoints = [
  endpoint("POST", "/v1/checkout/sessions", create, (tx, params, _, site) =>
    openSession(tx, params, site.checkout),
  ),
  endpoint("GET", "/v1/checkout/sessions", list, (tx, params) => {
    const { customer, payment_intent, subscription, status } = params;
    const filters = { customer, payment_intent, subscription, status };
    return listOf(tx, "checkout.session", "/v1/checkout/sessions", params, filters);
  }),
  endpoint("GET", "/v1/checkout/sessions/:id", read, (tx, _, [id]) =>
    get(tx, "checkout.session", id),
  ),
  endpoint(
    "GET",
    "/v1/checkout/sessions/:id/line_items",
    z.strictObject(paging),
    async (tx, _, [id]) => {
      await get(tx, "checkout.session", id);
      const { lineItems = [] } = await innerState<SessionState>(tx, id);
      const own = `/v1/checkout/sessions/${id}/line_items`;
      return { object: "list", data: lineItems, has_more: false, url: own };
    },
  ),
  endpoint("POST", "/v1/checkout/sessions/:id/expire", read, async (tx, _, [id]) => {
    const session = await get(tx, "checkout.session", id);
    if (session.status !== "open") {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
      );
    }
    const expired = await put<Stripe.Checkout.Session>(tx, {
      ...session,
      status: "expired",
      url: null,
    });
    await emit(tx, "checkout.session.expired", expired);
    return expired;
  }),
];
