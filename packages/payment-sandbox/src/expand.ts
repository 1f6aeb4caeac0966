import { invalidRequest } from "./errors.ts";
import type { Kind } from "./kinds.ts";
import { allWith, find, innerState, type Tx } from "./store.ts";

/** Fields that hold the id of another object, by the value of `object`. */
const links: Readonly<Record<string, Readonly<Record<string, Kind>>>> = {
  "checkout.session": {
    customer: "customer",
    payment_intent: "payment_intent",
    subscription: "subscription",
    invoice: "invoice",
  },
  payment_intent: { customer: "customer", latest_charge: "charge" },
  charge: { customer: "customer", payment_intent: "payment_intent" },
  refund: { charge: "charge", payment_intent: "payment_intent", customer: "customer" },
  dispute: { charge: "charge", payment_intent: "payment_intent" },
  subscription: { customer: "customer", latest_invoice: "invoice" },
  invoice: { customer: "customer" },
  "invoice.subscription_details": { subscription: "subscription" },
  invoice_payment: { invoice: "invoice" },
  "invoice_payment.payment": { payment_intent: "payment_intent", charge: "charge" },
  price: { product: "product" },
};

type Data = Record<string, unknown>;

const listOf = (url: string, data: object[]) => ({ object: "list", data, has_more: false, url });

/** Fields that are sent only to those who ask for them. */
const included: Readonly<Record<string, (tx: Tx, object: Data) => Promise<object>>> = {
  "checkout.session/line_items": async (tx, { id }) => {
    const { lineItems = [] } = await innerState<{ lineItems: object[] }>(tx, id as string);
    return listOf(`/v1/checkout/sessions/${id as string}/line_items`, lineItems);
  },
  "invoice/payments": async (tx, { id }) =>
    listOf(
      `/v1/invoice_payments?invoice=${id as string}`,
      await allWith(tx, "invoice_payment", "invoice", id as string),
    ),
  "charge/refunds": async (tx, { id }) =>
    listOf(
      `/v1/charges/${id as string}/refunds`,
      await allWith(tx, "refund", "charge", id as string),
    ),
};

function isData(value: unknown): value is Data {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

async function expandField(tx: Tx, owner: Data, kind: string, field: string): Promise<unknown> {
  const include = included[`${kind}/${field}`];
  if (include) return (owner[field] ??= await include(tx, owner));
  const linked = links[kind]?.[field];
  const value = owner[field];
  if (linked && typeof value === "string") owner[field] = await find(tx, linked, value);
  return owner[field];
}

async function expandPath(tx: Tx, owner: unknown, kind: string, path: string[], whole: string) {
  if (path.length === 0) return;
  if (Array.isArray(owner)) {
    for (const each of owner) await expandPath(tx, each, kind, path, whole);
    return;
  }
  if (!isData(owner)) return;
  const [field, ...rest] = path;
  const own = typeof owner.object === "string" ? owner.object : kind;
  const isKnown = included[`${own}/${field}`] || links[own]?.[field] || field in owner;
  if (!isKnown || (rest.length === 0 && !included[`${own}/${field}`] && !links[own]?.[field])) {
    throw invalidRequest(`This property cannot be expanded (${whole}).`, undefined, "expand");
  }
  const next = await expandField(tx, owner, own, field);
  // Parts of an object have no name of their own: parent.subscription_details of an invoice.
  const inner = field === "parent" ? own : `${own}.${field}`;
  await expandPath(tx, next, inner, rest, whole);
}

/**
 * Puts objects where the answer has ids, as the parameter `expand` asks.
 * @throws ApiError for what cannot be expanded
 */
export async function expanded<T extends object>(
  tx: Tx,
  object: T,
  paths: readonly string[] | undefined,
): Promise<T> {
  if (paths === undefined || paths.length === 0) return object;
  const copy = structuredClone(object);
  for (const path of paths) {
    const steps = path.split(".");
    if (steps.length > 4) {
      throw invalidRequest(
        "You cannot expand more than 4 levels of a property",
        undefined,
        "expand",
      );
    }
    const isList = (copy as { object?: string }).object === "list";
    if (isList && steps[0] !== "data") {
      throw invalidRequest(`This property cannot be expanded (${path}).`, undefined, "expand");
    }
    await expandPath(tx, copy, "", steps, path);
  }
  return copy;
}
