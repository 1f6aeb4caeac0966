import { afterAll, beforeAll, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { aMember } from "#tests/harness/factories.ts";
import { payingMembers } from "#tests/harness/paid.ts";
import { anIntent, newId, testProvider } from "#tests/harness/payment-provider.ts";
import { testServices } from "#tests/harness/services.ts";
import { ledger } from "#app/features/billing/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { replayEvent } from "./jobs.ts";
import { invoicesOf, paymentDifferences } from "./queries.ts";

const provider = testProvider();
let services: OpenServices;
let paying: ReturnType<typeof payingMembers>;
beforeAll(async () => {
  services = await testServices({ payments: provider.payments });
  paying = payingMembers(services, provider);
});
afterAll(() => services.close());

const plain = { held: 0, frozen: 0, debt: 0 };

test("CR-06 a paid pack grants its credits once, whatever events tell of it and however often", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-200");
  await paying.aboutIntent("payment_intent.succeeded", intent.id);
  await paying.tell("charge.succeeded", { object: "charge", payment_intent: intent.id });
  const session = { id: newId("cs"), paymentIntent: intent.id, subscriptionId: null };
  provider.sessions.set(session.id, { ...session, subtotal: 1000, total: 1000 });
  await paying.tell("checkout.session.completed", { object: "checkout.session", id: session.id });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 205 });
  const { items } = await ledger(services.db, id, { limit: 10 });
  expect(items.map(({ kind, reason, change }) => [kind, reason, change])).toEqual([
    ["purchase", "Bought 200 credits", 200],
    ["grant", "Credits at sign-up", 5],
  ]);
  const invoices = await invoicesOf(services.db, id, { limit: 10 });
  expect(invoices).toMatchObject({
    items: [{ id: intent.id, description: "200 credits", amount: 1000, state: "paid" }],
    next: null,
  });
});

test("CR-06 the checkout that is done and not paid grants nothing; the late payment does", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50", { status: "open", amount: 0 });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5 });
  expect((await invoicesOf(services.db, id, { limit: 10 })).items[0]).toMatchObject({
    state: "open",
    amount: 300,
  });
  await paying.change(intent, { status: "paid", amount: 300 });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 55 });
});

test("CR-06 a late payment that fails grants nothing and is listed as failed", async () => {
  const { id } = await aMember(services);
  await paying.buy(id, "pack-50", { status: "failed", amount: 0 });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5 });
  expect((await invoicesOf(services.db, id, { limit: 10 })).items[0].state).toBe("failed");
});

test.each([
  ["amount", { amount: 299 }, /amount 299/],
  ["larger amount", { amount: 1000 }, /amount 1000/],
  ["currency", { currency: "eur" }, /currency eur/],
  ["customer", { customerId: "cus_of_somebody_else" }, /customer cus_of_somebody_else/],
  ["missing customer", { customerId: null }, /customer null/],
  ["mode", { livemode: true }, /mode live/],
])("CR-06 a payment of another %s grants nothing and says so", async (_what, wrong, reason) => {
  const { id } = await aMember(services);
  const intent = anIntent(await paying.checkout(id, "pack-50"), wrong);
  provider.intents.set(intent.id, intent);
  const event = await paying.aboutIntent("payment_intent.succeeded", intent.id);
  const { state, last_error } = await paying.outcomeOf(event);
  expect(state).toBe("failed");
  expect(last_error).toMatch(reason);
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5 });
  expect((await invoicesOf(services.db, id, { limit: 10 })).items).toEqual([]);
});

test("CR-06 a member's payment for another member's checkout grants nothing to either", async () => {
  const [payer, other] = [await aMember(services), await aMember(services)];
  const own = await paying.checkout(payer.id, "pack-50");
  const theirs = await paying.checkout(other.id, "pack-50");
  const intent = anIntent({ ...own, checkoutId: theirs.checkoutId });
  provider.intents.set(intent.id, intent);
  const event = await paying.aboutIntent("payment_intent.succeeded", intent.id);
  expect((await paying.outcomeOf(event)).state).toBe("failed");
  expect(await paying.accountOf(payer.id)).toEqual({ ...plain, available: 5 });
  expect(await paying.accountOf(other.id)).toEqual({ ...plain, available: 5 });
});

test.each([null, "not-a-checkout", uuidv7()])(
  "CR-06 a payment with the checkout %s belongs to something else and is ignored",
  async (checkoutId) => {
    const { id } = await aMember(services);
    const intent = anIntent(await paying.checkout(id, "pack-50"), { checkoutId });
    provider.intents.set(intent.id, intent);
    const event = await paying.aboutIntent("payment_intent.succeeded", intent.id);
    expect(await paying.outcomeOf(event)).toMatchObject({ state: "ignored" });
    expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5 });
  },
);

test.each([
  [{ account: "acct_of_somebody" }, /account acct_of_somebody/],
  [{ livemode: true }, /live mode/],
])("CR-06 an event with %j is kept, and nothing follows from it", async (more, reason) => {
  const { id } = await aMember(services);
  const intent = anIntent(await paying.checkout(id, "pack-50"));
  provider.intents.set(intent.id, intent);
  const about = { object: "payment_intent", id: intent.id };
  const event = await paying.tell("payment_intent.succeeded", about, more);
  const { state, last_error } = await paying.outcomeOf(event);
  expect(state).toBe("failed");
  expect(last_error).toMatch(reason);
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5 });
});

test("CR-06 kinds of events that are not known are kept as ignored", async () => {
  const event = await paying.tell("terminal.reader.updated", {
    object: "terminal.reader",
    id: "x",
  });
  expect(await paying.outcomeOf(event)).toMatchObject({ state: "ignored", last_error: null });
});

test("CR-06 with tax more is paid, and what was offered is the part before tax", async () => {
  const { id } = await aMember(services);
  const offered = await paying.checkout(id, "pack-50");
  const intent = anIntent({ ...offered, amount: 357 });
  provider.intents.set(intent.id, intent);
  const session = { id: newId("cs"), paymentIntent: intent.id, subscriptionId: null };
  provider.sessions.set(session.id, { ...session, subtotal: 300, total: 357 });
  await paying.aboutIntent("payment_intent.succeeded", intent.id);
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 55 });
});

test("CR-06 credits of a member whose account was not open yet come to the account that is opened now", async () => {
  const id = uuidv7();
  const name = `late_${id.slice(-12)}`;
  const columns = { id, email: `${name}@example.org`, name, username: name };
  await services.db.insertInto("users").values(columns).execute();
  await paying.buy(id, "pack-50");
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 55 });
});

test("CR-06 a banned member gets what they paid for", async () => {
  const { id } = await aMember(services, { columns: { banned_at: new Date() } });
  await paying.buy(id, "pack-50");
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 55 });
});

test("CR-06 while the provider does not answer an event waits and is tried again; a replay takes the same path", async () => {
  const { id } = await aMember(services);
  const intent = anIntent(await paying.checkout(id, "pack-50"));
  provider.intents.set(intent.id, intent);
  provider.failures.push(new Error("connection refused"));
  const event = await paying.aboutIntent("payment_intent.succeeded", intent.id);
  expect(await paying.outcomeOf(event)).toEqual({
    state: "received",
    last_error: "Error: connection refused",
    attempts: 1,
  });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5 });
  expect(await replayEvent(services, event)).toEqual({ state: "done", lastError: null });
  expect(await replayEvent(services, event)).toEqual({ state: "done", lastError: null });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 55 });
  expect(await replayEvent(services, "evt_unknown")).toBeNull();
});

test("CR-06 an event is given up after its last try, with its reason", async () => {
  const { id } = await aMember(services);
  const intent = anIntent(await paying.checkout(id, "pack-50"));
  provider.intents.set(intent.id, intent);
  provider.failures.push(new Error("first"));
  const event = await paying.aboutIntent("payment_intent.succeeded", intent.id);
  await services.pool.query(
    "update payment_events set attempts = 11, next_attempt_at = now() where id = $1",
    [event],
  );
  provider.failures.push(new Error("last"));
  await paying.tell("customer.updated", { object: "customer", id: "cus_1" });
  expect(await paying.outcomeOf(event)).toEqual({
    state: "failed",
    last_error: "Error: last",
    attempts: 12,
  });
});

test("CR-06 after all of this the ledger and the payments do not differ", async () => {
  expect(await paymentDifferences(services.db)).toEqual([]);
});
