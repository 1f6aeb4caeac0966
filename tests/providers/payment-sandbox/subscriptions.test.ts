import type Stripe from "stripe";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aCheckout, aRig, aSubscription, type Rig } from "./rig.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await aRig();
});
afterAll(() => rig.close());

const see = (id: string) => rig.stripe.subscriptions.retrieve(id);
const invoices = async (subscription: string) =>
  (await rig.stripe.invoices.list({ subscription, limit: 100 })).data;

/** Events about a subscription or its invoices. */
const typesAbout = (id: string) =>
  rig.receiver.got
    .filter(({ body }) => body.includes(id))
    .map(({ event }) => event.type as string)
    .toSorted();

test("a plan that is paid for begins with a paid invoice of its first month", async () => {
  const subscription = await aSubscription(rig);
  expect(subscription).toMatchObject({ status: "active", metadata: { checkout: "c1" } });
  const [invoice] = await invoices(subscription.id);
  const { current_period_start: start, current_period_end: end } = subscription.items.data[0];
  expect(invoice).toMatchObject({
    id: subscription.latest_invoice,
    status: "paid",
    billing_reason: "subscription_create",
    amount_paid: 1200,
    amount_remaining: 0,
    parent: {
      type: "subscription_details",
      subscription_details: { subscription: subscription.id, metadata: { checkout: "c1" } },
    },
    lines: { data: [{ amount: 1200, period: { start, end } }] },
  });
  const { data: payments } = await rig.stripe.invoicePayments.list({ invoice: invoice.id });
  expect(payments).toMatchObject([{ status: "paid", amount_paid: 1200 }]);
  const intent = payments[0].payment.payment_intent as string;
  const back = await rig.stripe.invoicePayments.list({
    payment: { type: "payment_intent", payment_intent: intent },
  });
  expect(back.data[0].invoice).toBe(invoice.id);
  await expect
    .poll(() => typesAbout(subscription.id))
    .toEqual([
      "checkout.session.completed",
      "customer.subscription.created",
      "invoice.finalized",
      "invoice.paid",
    ]);
});

test("when its month ends a subscription is renewed, at the end of each of three months", async () => {
  const { id, items } = await aSubscription(rig);
  const first = items.data[0].current_period_end;
  await rig.sandbox.control.moveClock(93 * 86_400);
  const all = await invoices(id);
  expect(all.map(({ status, billing_reason }) => [status, billing_reason])).toEqual([
    ["paid", "subscription_cycle"],
    ["paid", "subscription_cycle"],
    ["paid", "subscription_cycle"],
    ["paid", "subscription_create"],
  ]);
  // Each month begins where the one before ended.
  const periods = all.map(({ lines }) => lines.data[0].period).toReversed();
  expect(periods[1].start).toBe(first);
  expect(periods.slice(1).map(({ start }) => start)).toEqual(
    periods.slice(0, -1).map(({ end }) => end),
  );
  expect((await see(id)).items.data[0].current_period_end).toBe(periods.at(-1)?.end);
});

test("the renewal of the 31st is on the last day of shorter months", async () => {
  const { addMonths, periodEnd } = await import("../../../packages/payment-sandbox/src/periods.ts");
  const at = (date: string) => Date.parse(`${date}T10:00:00Z`) / 1000;
  expect(addMonths(at("2027-01-31"), 1)).toBe(at("2027-02-28"));
  const monthly = { interval: "month", interval_count: 1 };
  expect(periodEnd(at("2027-01-31"), at("2027-02-28"), monthly)).toBe(at("2027-03-31"));
  expect(
    periodEnd(at("2028-02-29"), at("2028-02-29"), { interval: "year", interval_count: 1 }),
  ).toBe(at("2029-02-28"));
});

test("a failed renewal makes it past due; it is tried again, and paid once the card works", async () => {
  const subscription = await aSubscription(rig);
  const { id } = subscription;
  await rig.sandbox.control.failRenewal(id);
  expect(await see(id)).toMatchObject({ status: "past_due" });
  const [open] = await invoices(id);
  expect(open).toMatchObject({ status: "open", attempt_count: 1, amount_remaining: 1200 });
  expect(open.next_payment_attempt).toBeGreaterThan(open.created);
  const [{ status, payment }] = (await rig.stripe.invoicePayments.list({ invoice: open.id })).data;
  expect(status).toBe("open");
  const intent = await rig.stripe.paymentIntents.retrieve(payment.payment_intent as string);
  expect(intent).toMatchObject({ status: "requires_payment_method" });
  await rig.sandbox.control.moveClock(3 * 86_400 + 1);
  const [paid] = await invoices(id);
  expect(paid).toMatchObject({ id: open.id, status: "paid", attempt_count: 2 });
  expect(await see(id)).toMatchObject({ status: "active" });
  await expect.poll(() => typesAbout(id)).toContain("invoice.payment_failed");
});

test("after four failed attempts the subscription ends", async () => {
  const subscription = await aSubscription(rig);
  const customer = subscription.customer as string;
  const portal = await rig.stripe.billingPortal.sessions.create({ customer });
  await rig.sandbox.actInPortal(portal.id, { act: "break-card" });
  await rig.sandbox.control.renew(subscription.id);
  expect(await see(subscription.id)).toMatchObject({ status: "past_due" });
  await rig.sandbox.control.moveClock(16 * 86_400);
  const ended = await see(subscription.id);
  expect(ended).toMatchObject({
    status: "canceled",
    cancellation_details: { reason: "payment_failed" },
  });
  const [invoice] = await invoices(subscription.id);
  expect(invoice).toMatchObject({ status: "open", attempt_count: 4, next_payment_attempt: null });
  await expect.poll(() => typesAbout(subscription.id)).toContain("customer.subscription.deleted");
  expect(await rig.sandbox.control.renew(subscription.id)).toEqual({
    refused: "This subscription has ended.",
  });
});

test("cancelled at the end of the month it runs on until then, and can be resumed before", async () => {
  const { id, items } = await aSubscription(rig);
  const end = items.data[0].current_period_end;
  const update = (cancel_at_period_end: boolean) =>
    rig.stripe.subscriptions.update(id, { cancel_at_period_end });
  expect(await update(true)).toMatchObject({
    status: "active",
    cancel_at_period_end: true,
    cancel_at: end,
  });
  expect(await update(false)).toMatchObject({ cancel_at_period_end: false, cancel_at: null });
  await update(true);
  await rig.sandbox.control.moveClock(32 * 86_400);
  expect(await see(id)).toMatchObject({ status: "canceled", ended_at: end });
  expect(await invoices(id)).toHaveLength(1);
});

test("a cancelled subscription cannot be changed or cancelled again", async () => {
  const { id } = await aSubscription(rig);
  expect(await rig.stripe.subscriptions.cancel(id)).toMatchObject({ status: "canceled" });
  await expect(rig.stripe.subscriptions.cancel(id)).rejects.toMatchObject({ statusCode: 400 });
  await expect(
    rig.stripe.subscriptions.update(id, { cancel_at_period_end: true }),
  ).rejects.toMatchObject({ type: "StripeInvalidRequestError" });
});

async function change(
  subscription: Stripe.Subscription,
  more: Stripe.SubscriptionUpdateParams,
  unit_amount = 3600,
) {
  const product = await rig.stripe.products.create({ name: "Studio" });
  return rig.stripe.subscriptions.update(subscription.id, {
    items: [
      {
        id: subscription.items.data[0].id,
        price_data: {
          currency: "usd",
          unit_amount,
          recurring: { interval: "month" },
          product: product.id,
        },
      },
    ],
    metadata: { checkout: "c2" },
    ...more,
  });
}

test("a plan changed without proration is paid at its new price when the month ends", async () => {
  const subscription = await aSubscription(rig);
  await change(subscription, { proration_behavior: "none" });
  expect(await invoices(subscription.id)).toHaveLength(1);
  await rig.sandbox.control.renew(subscription.id);
  const [renewal] = await invoices(subscription.id);
  expect(renewal).toMatchObject({
    total: 3600,
    parent: { subscription_details: { metadata: { checkout: "c2" } } },
  });
});

test("a plan changed now begins a new month that is paid at once", async () => {
  const subscription = await aSubscription(rig);
  await rig.sandbox.control.moveClock(10 * 86_400);
  const changed = await change(subscription, {
    proration_behavior: "none",
    billing_cycle_anchor: { type: "now" },
    payment_behavior: "error_if_incomplete",
  });
  const [invoice] = await invoices(subscription.id);
  expect(invoice).toMatchObject({
    id: changed.latest_invoice,
    status: "paid",
    billing_reason: "subscription_update",
    total: 3600,
  });
  const start = subscription.items.data[0].current_period_start;
  expect(changed.items.data[0].current_period_start).toBeGreaterThanOrEqual(start + 10 * 86_400);
});

test("a plan changed now changes nothing when the card is declined", async () => {
  const subscription = await aSubscription(rig);
  const customer = subscription.customer as string;
  const portal = await rig.stripe.billingPortal.sessions.create({ customer });
  await rig.sandbox.actInPortal(portal.id, { act: "break-card" });
  const before = await see(subscription.id);
  const declined = change(subscription, {
    proration_behavior: "none",
    billing_cycle_anchor: { type: "now" },
    payment_behavior: "error_if_incomplete",
  });
  await expect(declined).rejects.toMatchObject({
    type: "StripeCardError",
    statusCode: 402,
    code: "card_declined",
  });
  expect(JSON.stringify(await see(subscription.id))).toBe(JSON.stringify(before));
  expect(await invoices(subscription.id)).toHaveLength(1);
});

test("what the sandbox cannot compute it refuses: a change with proration", async () => {
  const subscription = await aSubscription(rig);
  await expect(change(subscription, {})).rejects.toMatchObject({ param: "proration_behavior" });
  await expect(
    change(subscription, { proration_behavior: "always_invoice" }),
  ).rejects.toMatchObject({ param: "proration_behavior" });
  expect((await see(subscription.id)).items.data[0].price.unit_amount).toBe(1200);
});

test("a plan paid by transfer is past due when the money does not come", async () => {
  const session = await aCheckout(rig, { mode: "subscription", amount: 1200, name: "Pro" });
  await rig.sandbox.act(session.id, "pay-late");
  const { subscription, payment_status } = await rig.stripe.checkout.sessions.retrieve(session.id);
  expect(payment_status).toBe("unpaid");
  const [invoice] = await invoices(subscription as string);
  expect(invoice).toMatchObject({ status: "open" });
  const { data } = await rig.stripe.invoicePayments.list({ invoice: invoice.id });
  await rig.sandbox.control.settleLate(data[0].payment.payment_intent as string, "failed");
  expect(await see(subscription as string)).toMatchObject({ status: "past_due" });
});

test("the portal shows plans and invoices and does what is pressed, until its link is too old", async () => {
  const subscription = await aSubscription(rig, 1234);
  const customer = subscription.customer as string;
  const { id, url } = await rig.stripe.billingPortal.sessions.create({
    customer,
    return_url: "http://localhost:3000/dashboard/billing",
  });
  expect(url).toBe(`http://localhost:3000/sandbox/portal/${id}`);
  const view = async () => {
    const seen = await rig.sandbox.portal(id);
    if (seen === null) throw new Error("the portal is gone");
    return seen;
  };
  expect(await view()).toMatchObject({
    email: "mira@example.org",
    isExpired: false,
    subscriptions: [{ id: subscription.id, name: "Pro", amount: 1234, isCancelled: false }],
    invoices: [{ amount: 1234, status: "paid" }],
  });
  await rig.sandbox.actInPortal(id, { act: "cancel", subscription: subscription.id });
  expect((await view()).subscriptions[0].isCancelled).toBe(true);
  await rig.sandbox.actInPortal(id, { act: "resume", subscription: subscription.id });
  expect((await view()).subscriptions[0].isCancelled).toBe(false);
  const other = (await view()).subscriptions[0].others.find(({ amount }) => amount === 3600);
  const price = other?.price ?? "";
  await rig.sandbox.actInPortal(id, { act: "change", subscription: subscription.id, price });
  expect((await view()).subscriptions[0]).toMatchObject({ name: "Studio", amount: 3600 });
  await rig.sandbox.actInPortal(id, { act: "break-card" });
  await rig.sandbox.control.renew(subscription.id);
  const unpaid = (await view()).invoices[0];
  expect(unpaid).toMatchObject({ status: "open", amount: 3600 });
  const pay = () => rig.sandbox.actInPortal(id, { act: "pay", invoice: unpaid.id });
  expect(await pay()).toEqual({ refused: "Your card was declined." });
  await rig.sandbox.actInPortal(id, { act: "mend-card" });
  expect(await pay()).toHaveProperty("url");
  expect((await view()).subscriptions[0]).toMatchObject({ status: "active" });
  const stranger = await aSubscription(rig);
  expect(await rig.sandbox.actInPortal(id, { act: "cancel", subscription: stranger.id })).toEqual({
    refused: "This subscription is another customer's.",
  });
  await rig.sandbox.control.moveClock(3_601);
  expect(await rig.sandbox.actInPortal(id, { act: "mend-card" })).toEqual({
    refused: "This link has expired.",
  });
});
