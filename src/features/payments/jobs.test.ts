import { afterAll, beforeAll, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { aMember } from "#tests/harness/factories.ts";
import { placeHold } from "#tests/harness/hold.ts";
import { payingMembers } from "#tests/harness/paid.ts";
import { aDispute, anIntent, newId, testProvider } from "#tests/harness/payment-provider.ts";
import { testServices } from "#tests/harness/services.ts";
import { settleHold, voidHold } from "#app/features/billing/commands.ts";
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
afterAll(async () => {
  expect(await paymentDifferences(services.db)).toEqual([]);
  await services.close();
});

const plain = { held: 0, frozen: 0, debt: 0 };

async function spend(userId: string, amount: number): Promise<void> {
  const hold = await holdOf(userId, amount);
  await services.db.transaction().execute((tx) => settleHold(tx, hold, amount));
}

async function holdOf(userId: string, amount: number): Promise<string> {
  const expiresAt = new Date(Date.now() + 60_000);
  const wanted = { userId, amount, expiresAt, reason: "Cast", idempotencyKey: uuidv7() };
  const placed = await services.db.transaction().execute((tx) => placeHold(tx, wanted));
  if (!placed.ok) throw new Error("the hold was refused");
  return placed.holdId;
}

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

test("CR-06 a refund takes back what is left, and what was spent is a debt that later credits pay first", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  await spend(id, 40);
  await paying.change(intent, { refunded: 300 });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 0, debt: 35 });
  // Told again, it takes nothing more.
  await paying.change(intent, { refunded: 300 });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 0, debt: 35 });
  await paying.buy(id, "pack-200");
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 165 });
  const { items } = await ledger(services.db, id, { limit: 4 });
  expect(items.map(({ kind, change, debt, balance }) => [kind, change, debt, balance])).toEqual([
    ["purchase", 0, -35, 165],
    ["purchase", 165, 0, 165],
    ["refund", 0, 35, 0],
    ["refund", -15, 0, 0],
  ]);
});

test("CR-06 refunds of parts take credits in proportion, rounded in favour of the member", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  await paying.change(intent, { refunded: 100 });
  expect((await paying.accountOf(id)).available).toBe(5 + 50 - 16);
  await paying.change(intent, { refunded: 200 });
  expect((await paying.accountOf(id)).available).toBe(5 + 50 - 33);
  await paying.change(intent, { refunded: 300 });
  expect((await paying.accountOf(id)).available).toBe(5);
});

test("CR-06 credits of a refund that failed come back", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  await paying.change(intent, { refunded: 300 });
  await paying.change(intent, { refunded: 0 });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 55 });
});

test("CR-06 a refund while credits are held leaves the cast alone; what comes back pays the debt", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  const [drawn, voided] = [await holdOf(id, 20), await holdOf(id, 30)];
  await paying.change(intent, { refunded: 300 });
  expect(await paying.accountOf(id)).toEqual({ available: 0, held: 50, frozen: 0, debt: 45 });
  await services.db.transaction().execute((tx) => settleHold(tx, drawn, 12));
  expect(await paying.accountOf(id)).toEqual({ available: 0, held: 30, frozen: 0, debt: 37 });
  await services.db.transaction().execute((tx) => voidHold(tx, voided));
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 0, debt: 7 });
});

test("CR-06 a dispute freezes the credits, and a dispute that is won gives them back", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  const dispute = aDispute(300);
  await paying.change(intent, { disputes: [dispute] });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5, frozen: 50 });
  expect((await invoicesOf(services.db, id, { limit: 1 })).items[0].state).toBe("disputed");
  await paying.change(intent, { disputes: [{ ...dispute, state: "won", status: "won" }] });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 55 });
  expect((await invoicesOf(services.db, id, { limit: 1 })).items[0].state).toBe("paid");
});

test("CR-06 a dispute that is lost takes the frozen credits, and the rest is a debt", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  await spend(id, 25);
  const dispute = aDispute(300);
  await paying.change(intent, { disputes: [dispute] });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 0, frozen: 30 });
  await paying.change(intent, { disputes: [{ ...dispute, state: "lost", status: "lost" }] });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 0, debt: 20 });
});

test("CR-06 a dispute that is first heard of when it is lost takes the same", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  await spend(id, 25);
  await paying.change(intent, { disputes: [aDispute(300, { state: "lost", status: "lost" })] });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 0, debt: 20 });
});

test.each(["refund first", "dispute first"])(
  "CR-06 a refund and a lost dispute of the same payment take its credits once: %s",
  async (order) => {
    const { id } = await aMember(services);
    const intent = await paying.buy(id, "pack-50");
    const lost = aDispute(300, { state: "lost", status: "lost" });
    const steps = [{ refunded: 300 }, { disputes: [lost] }];
    for (const step of order === "refund first" ? steps : steps.toReversed()) {
      await paying.change(intent, step);
    }
    expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5 });
  },
);

test("CR-06 a refund during a dispute takes the frozen credits, and winning it gives nothing twice", async () => {
  const { id } = await aMember(services);
  const intent = await paying.buy(id, "pack-50");
  const dispute = aDispute(300);
  await paying.change(intent, { disputes: [dispute] });
  await paying.change(intent, { refunded: 150 });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5, frozen: 25 });
  await paying.change(intent, { disputes: [{ ...dispute, state: "won", status: "won" }] });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 30 });
});

test("CR-06 released credits pay a debt of another payment first", async () => {
  const { id } = await aMember(services);
  const [disputed, refunded] = [await paying.buy(id, "pack-50"), await paying.buy(id, "pack-50")];
  const dispute = aDispute(300);
  await paying.change(disputed, { disputes: [dispute] });
  await spend(id, 55);
  await paying.change(refunded, { refunded: 300 });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 0, frozen: 50, debt: 50 });
  await paying.change(disputed, { disputes: [{ ...dispute, state: "won", status: "won" }] });
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 0 });
});

test("CR-06 a refund that is heard of before its payment comes to the same", async () => {
  const { id } = await aMember(services);
  const intent = anIntent(await paying.checkout(id, "pack-50"), { refunded: 300 });
  provider.intents.set(intent.id, intent);
  await paying.tell("charge.refunded", { object: "charge", payment_intent: intent.id });
  await paying.aboutIntent("payment_intent.succeeded", intent.id);
  expect(await paying.accountOf(id)).toEqual({ ...plain, available: 5 });
  expect((await invoicesOf(services.db, id, { limit: 1 })).items[0].state).toBe("refunded");
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
