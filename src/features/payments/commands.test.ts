import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { aModerator } from "#tests/harness/moderator.ts";
import { payingMembers } from "#tests/harness/paid.ts";
import { anIntent, testProvider } from "#tests/harness/payment-provider.ts";
import { testServices } from "#tests/harness/services.ts";
import type { ReadSubscription } from "#app/adapters/payments/port.ts";
import { planOf } from "#app/features/billing/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { changeSubscription, endSubscriptions } from "./commands.ts";
import { converge } from "./commands/converge.ts";
import { endPlansOfClosedAccounts } from "./jobs.ts";
import { invoicesOf, paymentDifferences, paymentsOf } from "./queries.ts";

const provider = testProvider();
let services: OpenServices;
let paying: ReturnType<typeof payingMembers>;
beforeAll(async () => {
  services = await testServices({ payments: provider.payments });
  paying = payingMembers(services, provider);
});
afterAll(() => services.close());

const available = async (userId: string) => (await paying.accountOf(userId)).available;

async function update(subscription: ReadSubscription, changes: Partial<ReadSubscription>) {
  const now = provider.subscriptions.get(subscription.id) ?? subscription;
  provider.subscriptions.set(subscription.id, { ...now, ...changes });
  const about = { object: "subscription", id: subscription.id };
  return paying.tell("customer.subscription.updated", about);
}

const paidAgain = (id: string) => paying.tell("invoice.paid", { object: "invoice", id });

test("CR-03 a subscription is the member's plan with its renewal, and each paid invoice is a month's credits", async () => {
  const { id } = await aMember(services);
  const { subscription, invoice } = await paying.subscribe(id, "plan-pro");
  expect(await planOf(services.db, id)).toEqual({
    plan: "Pro",
    renewalDate: subscription.periodEnd.toISOString(),
  });
  expect(await available(id)).toBe(105);
  await paidAgain(invoice.id);
  expect(await available(id)).toBe(105);
  const renewal = paying.addInvoice(subscription);
  await paidAgain(renewal.id);
  await paying.tell("invoice.payment_succeeded", { object: "invoice", id: renewal.id });
  await paying.aboutIntent("payment_intent.succeeded", renewal.paymentIntent ?? "");
  expect(await available(id)).toBe(205);
  const { items } = await invoicesOf(services.db, id, { limit: 10 });
  expect(items.map(({ description, credits }) => [description, credits])).toEqual([
    ["Pro, 100 credits a month", 100],
    ["Pro, 100 credits a month", 100],
  ]);
});

test("CR-03 a payment that failed is past due, and the plan ends when the provider gives up", async () => {
  const { id } = await aMember(services);
  const { subscription } = await paying.subscribe(id, "plan-studio");
  const open = paying.addInvoice(subscription, { status: "open", failed: true, paid: 0 });
  await paying.tell("invoice.payment_failed", { object: "invoice", id: open.id });
  await update(subscription, { status: "past_due" });
  expect(await paymentsOf(services.db, id, "sandbox")).toMatchObject({
    subscription: { offer: "plan-studio", state: "past_due", lastPaymentFailed: true },
  });
  expect((await planOf(services.db, id)).plan).toBe("Studio");
  expect((await invoicesOf(services.db, id, { limit: 1 })).items[0].state).toBe("failed");
  expect(await available(id)).toBe(505);
  await update(subscription, { status: "canceled" });
  expect(await planOf(services.db, id)).toEqual({ plan: "Free", renewalDate: null });
  expect((await paymentsOf(services.db, id, "sandbox")).subscription).toBeNull();
});

test("CR-03 a subscription that was never paid is no plan", async () => {
  const { id } = await aMember(services);
  const { subscription } = await paying.subscribe(id, "plan-pro");
  await update(subscription, { status: "incomplete" });
  expect((await planOf(services.db, id)).plan).toBe("Free");
});

test("CR-03 a plan that is cancelled stays until its month ends, without a renewal", async () => {
  const { id } = await aMember(services);
  const { subscription } = await paying.subscribe(id, "plan-pro");
  await update(subscription, { cancelsAt: subscription.periodEnd });
  expect(await planOf(services.db, id)).toEqual({ plan: "Pro", renewalDate: null });
  expect((await paymentsOf(services.db, id, "sandbox")).subscription).toMatchObject({
    renewsAt: null,
    cancelsAt: subscription.periodEnd.toISOString(),
  });
  await update(subscription, { cancelsAt: null });
  expect((await planOf(services.db, id)).renewalDate).not.toBeNull();
});

test("CR-06 a refunded invoice takes its month's credits back", async () => {
  const { id } = await aMember(services);
  const { invoice } = await paying.subscribe(id, "plan-pro");
  const intent = provider.intents.get(invoice.paymentIntent ?? "");
  if (intent === undefined) throw new Error("the invoice has no payment");
  await paying.change(intent, { refunded: 400 });
  expect(await available(id)).toBe(55);
});

test.each([
  ["amount", { subtotal: 700, total: 700, paid: 700 }],
  ["part of the amount", { paid: 100 }],
  ["currency", { currency: "eur" }],
  ["customer", { customerId: "cus_of_somebody_else" }],
  ["number of lines", { lines: [] }],
])("CR-06 an invoice of another %s grants nothing", async (_what, wrong) => {
  const { id } = await aMember(services);
  const { subscription } = await paying.subscribe(id, "plan-pro");
  const invoice = paying.addInvoice(subscription, wrong);
  const event = await paidAgain(invoice.id);
  expect((await paying.outcomeOf(event)).state).toBe("failed");
  expect(await available(id)).toBe(105);
});

test("CR-06 a subscription at another price is not the plan that was offered", async () => {
  const { id } = await aMember(services);
  const offered = await paying.checkout(id, "plan-studio");
  const { subscription } = await paying.subscribe(id, "plan-pro");
  const event = await update(subscription, { checkoutId: offered.checkoutId });
  expect((await paying.outcomeOf(event)).state).toBe("failed");
  expect((await planOf(services.db, id)).plan).toBe("Pro");
});

test("CR-04 a larger plan starts at once, a smaller one when the month ends", async () => {
  const { id } = await aMember(services);
  const actor = { role: "member", userId: id } as const;
  const { subscription } = await paying.subscribe(id, "plan-pro");
  await changeSubscription(services, actor, { action: "change", offer: "plan-studio" });
  const changes = () =>
    provider.asked
      .filter(({ name }) => name === "change")
      .map((each) => each.with as { checkoutId: string; now: boolean; subscriptionId: string });
  const larger = changes().at(-1);
  expect(larger).toMatchObject({ subscriptionId: subscription.id, now: true });
  await update(subscription, { checkoutId: larger?.checkoutId ?? null, amount: 2900 });
  expect((await planOf(services.db, id)).plan).toBe("Studio");
  await changeSubscription(services, actor, { action: "change", offer: "plan-pro" });
  expect(changes().at(-1)).toMatchObject({ subscriptionId: subscription.id, now: false });
  const same = changeSubscription(services, actor, { action: "change", offer: "plan-studio" });
  await expect(same).rejects.toMatchObject({ code: "conflict" });
});

test("CR-04 the plans of a member who goes are ended at once", async () => {
  const { id } = await aMember(services);
  const { subscription } = await paying.subscribe(id, "plan-pro");
  provider.subscriptions.set(subscription.id, { ...subscription, status: "canceled" });
  await endSubscriptions(services, id);
  expect(provider.asked.at(-1)).toEqual({ name: "cancel-now", with: { id: subscription.id } });
  expect((await planOf(services.db, id)).plan).toBe("Free");
});

test("CR-04 plans of members who were banned or left are ended; a suspended member keeps theirs", async () => {
  const moderator = await aModerator(services);
  const [gone, paused] = [await aMember(services), await aMember(services)];
  const plans = [await paying.subscribe(gone.id, "plan-pro")];
  plans.push(await paying.subscribe(paused.id, "plan-pro"));
  for (const { subscription } of plans) {
    provider.subscriptions.set(subscription.id, { ...subscription, status: "canceled" });
  }
  await moderator.decide(gone.id, { kind: "ban" });
  await moderator.suspend(paused.id);
  expect(await endPlansOfClosedAccounts(services)).toBe(1);
  expect((await planOf(services.db, gone.id)).plan).toBe("Free");
  expect((await planOf(services.db, paused.id)).plan).toBe("Pro");
  expect(await endPlansOfClosedAccounts(services)).toBe(0);
});

test("CR-06 a state that was read before a newer one was written is not written over it", async () => {
  const { id } = await aMember(services);
  const intent = anIntent(await paying.checkout(id, "pack-50"));
  provider.intents.set(intent.id, intent);
  await converge(services, { kind: "intent", id: intent.id });
  const before = provider.counts.reads;
  const arrives = Promise.withResolvers<void>();
  provider.delays.push(arrives.promise);
  const slow = converge(services, { kind: "intent", id: intent.id });
  await expect.poll(() => provider.counts.reads).toBe(before + 1);
  provider.intents.set(intent.id, { ...intent, refunded: 300 });
  await converge(services, { kind: "intent", id: intent.id });
  // The first answer is old when it arrives, so that it is read once more.
  arrives.resolve();
  await slow;
  expect(provider.counts.reads).toBe(before + 3);
  expect(await available(id)).toBe(5);
  expect((await invoicesOf(services.db, id, { limit: 1 })).items[0].state).toBe("refunded");
});

test("CR-06 twenty workers over one new payment book it once", async () => {
  const { id } = await aMember(services);
  const intent = anIntent(await paying.checkout(id, "pack-500"), { refunded: 1100 });
  provider.intents.set(intent.id, intent);
  const subject = { kind: "intent", id: intent.id } as const;
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, () => converge(services, subject)),
  );
  // Whoever was overtaken too often tries again later.
  expect(results.some(({ status }) => status === "fulfilled")).toBe(true);
  expect(await available(id)).toBe(5 + 250);
});

test("CR-04 pages of invoices fit together, and show the member's own alone", async () => {
  const [ada, eva] = [await aMember(services), await aMember(services)];
  for (let n = 0; n < 5; n += 1) await paying.buy(ada.id, "pack-50");
  const theirs = await paying.buy(eva.id, "pack-50");
  const whole = (await invoicesOf(services.db, ada.id, { limit: 50 })).items;
  expect(whole).toHaveLength(5);
  const first = await invoicesOf(services.db, ada.id, { limit: 3 });
  const cursor = first.next ?? "";
  const second = await invoicesOf(services.db, ada.id, { cursor, limit: 3 });
  expect([...first.items, ...second.items]).toEqual(whole);
  expect(second.next).toBeNull();
  const foreign = invoicesOf(services.db, ada.id, { cursor: theirs.id, limit: 3 });
  await expect(foreign).rejects.toThrow(/cursor/);
});

test("CR-06 after all of this the ledger and the payments do not differ", async () => {
  expect(await paymentDifferences(services.db)).toEqual([]);
});
