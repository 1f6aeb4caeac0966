import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCheckout, aPayment, aRig, aSubscription, type Rig } from "./rig.ts";

/** Stripe's published example objects (stripe/openapi, MIT), beside the project; without them these tests are skipped. */
const file = fileURLToPath(new URL("../../../../shared/stripe/fixtures.json", import.meta.url));
const fixtures = (existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null) as Record<
  string,
  Data
> | null;

type Data = { [name: string]: unknown };

let rig: Rig;
const seen: Record<string, object> = {};

beforeAll(async () => {
  rig = await aRig();
  if (fixtures === null) return;
  const { stripe, sandbox } = rig;
  const session = await aCheckout(rig);
  const { id } = await aPayment(rig);
  const intent = await stripe.paymentIntents.retrieve(id);
  const subscription = await aSubscription(rig);
  const [payment] = (await stripe.invoicePayments.list({ limit: 1 })).data;
  const customer = await stripe.customers.retrieve(intent.customer as string);
  Object.assign(seen, {
    "checkout.session": session,
    payment_intent: intent,
    charge: await stripe.charges.retrieve(intent.latest_charge as string, { expand: ["refunds"] }),
    customer,
    subscription,
    subscription_item: subscription.items.data[0],
    price: subscription.items.data[0].price,
    product: await stripe.products.retrieve(subscription.items.data[0].price.product as string),
    invoice: await stripe.invoices.retrieve(subscription.latest_invoice as string),
    invoice_payment: payment,
    item: (await stripe.checkout.sessions.listLineItems(session.id)).data[0],
    "billing_portal.session": await stripe.billingPortal.sessions.create({
      customer: customer.id,
      return_url: "http://localhost:3000/",
    }),
    event: (await stripe.events.list({ limit: 1 })).data[0],
    refund: await stripe.refunds.create({ payment_intent: id, amount: 100 }),
  });
  await sandbox.control.openDispute(id);
  [seen.dispute] = (await stripe.disputes.list({ limit: 1 })).data;
});
afterAll(() => rig.close());

/** What the client's types have and the published examples, which are older, have not. */
const newer = new Set([
  "charge.payment_method_details.card.electronic_commerce_indicator",
  "charge.outcome.risk_level",
  "charge.outcome.risk_score",
  "checkout.session.allowed_payment_method_types",
  "customer.customer_account",
  "dispute.evidence_details.submission_method",
  "dispute.intended_submission_method",
  "invoice.lines.data.pricing.price_details",
  "invoice_payment.payment.payment_intent",
  "payment_intent.allowed_payment_method_types",
  "payment_intent.payment_record",
  "product.tax_details",
  "refund.destination_details.card.reference",
  "refund.destination_details.card.reference_status",
  "refund.destination_details.card.reference_type",
  "subscription.cancellation_details.feedback_option",
  "subscription.items.data.current_trial",
  "subscription.trial_settings.end_behavior.billing_cycle_anchor",
  "subscription_item.current_trial",
]);

/** What the examples still have and the client's types no longer. */
const older = new Set(["invoice.subscription"]);

const kindOf = (value: unknown) =>
  value === null ? "null" : Array.isArray(value) ? "list" : typeof value;

/** Where two objects differ in names or kinds of values. Null is of every kind. */
function differences(own: unknown, example: unknown, path: string): string[] {
  const [one, other] = [kindOf(own), kindOf(example)];
  if (one === "null" || other === "null") return [];
  if (one !== other) return [`${path} is a ${one}, in the example a ${other}`];
  if (one === "list") {
    const [mine, theirs] = [own as unknown[], example as unknown[]];
    if (mine.length === 0 || theirs.length === 0) return [];
    return differences(mine[0], theirs[0], path);
  }
  if (one !== "object") return [];
  const [mine, theirs] = [own as Data, example as Data];
  // Notes that anybody may give have names of their own; examples leave empty what is optional.
  if (path.endsWith("metadata") || path === "event.data.object") return [];
  const isEmpty = Object.keys(theirs).length === 0;
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...names].flatMap((name) => {
    const at = `${path}.${name}`;
    if (name in mine && name in theirs) return differences(mine[name], theirs[name], at);
    if (name in mine) return isEmpty || newer.has(at) ? [] : [`${at} is not in the example`];
    return older.has(at) ? [] : [`${at} is missing`];
  });
}

const kinds = [
  "billing_portal.session",
  "charge",
  "checkout.session",
  "customer",
  "dispute",
  "event",
  "invoice",
  "invoice_payment",
  "item",
  "payment_intent",
  "price",
  "product",
  "refund",
  "subscription",
  "subscription_item",
] as const;

/** As it is sent: the client makes numbers of its own of decimals. */
const sent = (kind: string) => JSON.parse(JSON.stringify(seen[kind])) as Data;

test.skipIf(fixtures === null).each(kinds)(
  "%s has the fields and kinds of values of Stripe's published example",
  (kind) => {
    expect(differences(sent(kind), fixtures?.[kind], kind)).toEqual([]);
  },
);

test.skipIf(fixtures === null)("no exception from the published examples is without need", () => {
  const exceptions = [...newer, ...older];
  newer.clear();
  older.clear();
  const found = kinds.flatMap((kind) => differences(sent(kind), fixtures?.[kind], kind));
  const needed = (each: string) => found.some((line) => line.startsWith(`${each} `));
  expect(exceptions.filter((each) => !needed(each))).toEqual([]);
});
