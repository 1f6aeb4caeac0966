import { afterAll, beforeAll, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { aMember } from "#tests/harness/factories.ts";
import { placeHold } from "#tests/harness/hold.ts";
import { payingMembers } from "#tests/harness/paid.ts";
import { aDispute, anIntent, testProvider } from "#tests/harness/payment-provider.ts";
import { testServices } from "#tests/harness/services.ts";
import { settleHold, voidHold } from "#app/features/billing/commands.ts";
import { ledger } from "#app/features/billing/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { invoicesOf, paymentDifferences } from "../queries.ts";

const provider = testProvider();
let services: OpenServices;
let paying: ReturnType<typeof payingMembers>;
beforeAll(async () => {
  services = await testServices({ payments: provider.payments });
  paying = payingMembers(services, provider);
});
afterAll(() => services.close());

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

test("CR-06 after all of this the ledger and the payments do not differ", async () => {
  expect(await paymentDifferences(services.db)).toEqual([]);
});
