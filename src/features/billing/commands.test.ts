import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "#tests/harness/database.ts";
import { placeHold } from "#tests/harness/hold.ts";
import {
  adjustCredits,
  expireHolds,
  grantCredits,
  openAccount,
  settleHold,
  voidHold,
  type Grant,
} from "./commands.ts";
import { balanceOf } from "./queries.ts";

let base: TestDatabase;
beforeAll(async () => {
  base = await testDatabase();
});

async function member(credits = 5): Promise<string> {
  const id = uuidv7();
  const name = `m${id.replaceAll("-", "").slice(-20)}`;
  await base.db
    .insertInto("users")
    .values({ id, email: `${name}@example.org`, name, username: name })
    .execute();
  await openAccount(base.db, id);
  if (credits > 5) {
    const extra = { userId: id, amount: credits - 5, reason: "test", idempotencyKey: `t:${id}` };
    await grantCredits(base, extra);
  }
  return id;
}

const inAnHour = () => new Date(Date.now() + 3_600_000);

function hold(userId: string, amount: number, key: string = uuidv7(), expiresAt = inAnHour()) {
  const wanted = { userId, amount, expiresAt, reason: "cast", idempotencyKey: key };
  return base.db.transaction().execute((tx) => placeHold(tx, wanted));
}

async function held(userId: string, amount: number, expiresAt = inAnHour()): Promise<string> {
  const placed = await hold(userId, amount, uuidv7(), expiresAt);
  if (!placed.ok) throw new Error("the hold was refused");
  return placed.holdId;
}

const settle = (id: string, amount: number) =>
  base.db.transaction().execute((tx) => settleHold(tx, id, amount));
const giveBack = (id: string) => base.db.transaction().execute((tx) => voidHold(tx, id));

async function mirrored(userId: string): Promise<number> {
  const row = await base.db
    .selectFrom("users")
    .select("credits")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return row.credits;
}

test("CR-05 an account opens once, with five credits, however often it is asked for", async () => {
  const id = await member();
  await Promise.all([openAccount(base.db, id), openAccount(base.db, id)]);
  await base.db.transaction().execute((tx) => openAccount(tx, id));
  expect(await balanceOf(base.db, id)).toEqual({ current: 5, held: 0 });
  expect(await mirrored(id)).toBe(5);
});

test("CR-05 a grant with the same key is given once, also at the same time", async () => {
  const id = await member();
  const grant = { userId: id, amount: 7, reason: "test", idempotencyKey: uuidv7() };
  const answers = await Promise.all([1, 2, 3, 4].map(() => grantCredits(base, grant)));
  expect(answers).toEqual([1, 2, 3, 4].map(() => ({ current: 12 })));
  expect(await balanceOf(base.db, id)).toEqual({ current: 12, held: 0 });
});

test("CR-05 a hold sets credits aside and a replay returns the first hold", async () => {
  const id = await member();
  const key = uuidv7();
  const answers = await Promise.all([1, 2, 3].map(() => hold(id, 4, key)));
  expect(new Set(answers.map((answer) => answer.ok && answer.holdId)).size).toBe(1);
  expect(await balanceOf(base.db, id)).toEqual({ current: 1, held: 4 });
  // The key returns the first result although the balance would be too low now.
  expect(await hold(id, 4, key)).toEqual(answers[0]);
});

test("CR-05 of many concurrent holds only those that the balance covers are placed", async () => {
  const id = await member(10);
  const answers = await Promise.all(Array.from({ length: 12 }, () => hold(id, 3)));
  expect(answers.filter((answer) => answer.ok)).toHaveLength(3);
  expect(answers.find((answer) => !answer.ok)).toEqual({
    ok: false,
    available: expect.any(Number),
  });
  expect(await balanceOf(base.db, id)).toEqual({ current: 1, held: 9 });
});

test("CR-05 settling part of a hold refunds the rest, once", async () => {
  const id = await member(10);
  const holdId = await held(id, 8);
  expect(await settle(holdId, 6)).toEqual({ state: "settled", settled: 6 });
  expect(await balanceOf(base.db, id)).toEqual({ current: 4, held: 0 });
  expect(await settle(holdId, 8)).toEqual({ state: "settled", settled: 6 });
  expect(await giveBack(holdId)).toEqual({ state: "settled", settled: 6 });
  expect(await balanceOf(base.db, id)).toEqual({ current: 4, held: 0 });
});

test("CR-05 settle and void at the same time: one of them closes the hold", async () => {
  const id = await member(10);
  for (let round = 0; round < 10; round += 1) {
    const before = await balanceOf(base.db, id);
    const holdId = await held(id, 1);
    const [one, other] = await Promise.all([settle(holdId, 1), giveBack(holdId)]);
    expect(one).toEqual(other);
    const after = await balanceOf(base.db, id);
    expect(after).toEqual({ current: before.current - one.settled, held: 0 });
    if (after.current === 0) break;
  }
});

test("CR-05 settling nothing voids; settling more than was held is refused", async () => {
  const id = await member();
  const holdId = await held(id, 2);
  await expect(settle(holdId, 3)).rejects.toThrow(RangeError);
  expect(await settle(holdId, 0)).toEqual({ state: "voided", settled: 0 });
  await expect(settle(uuidv7(), 1)).rejects.toThrow(RangeError);
  expect(await balanceOf(base.db, id)).toEqual({ current: 5, held: 0 });
});

test("CR-05 expired holds are refunded once, others stay open", async () => {
  const id = await member();
  const kept = await held(id, 1);
  const late = await held(id, 2, new Date(Date.now() - 1000));
  await Promise.all([expireHolds(base), expireHolds(base)]);
  expect(await expireHolds(base)).toBe(0);
  expect(await balanceOf(base.db, id)).toEqual({ current: 4, held: 1 });
  expect(await settle(late, 2)).toEqual({ state: "expired", settled: 0 });
  expect(await settle(kept, 1)).toEqual({ state: "settled", settled: 1 });
});

const correct = (correction: Grant) =>
  base.db.transaction().execute((tx) => adjustCredits(tx, correction));

test("CR-05 removing credits stops at a balance of 0 and is done once per key", async () => {
  const id = await member();
  await held(id, 2);
  const taking = { userId: id, amount: -50, reason: "refund", idempotencyKey: uuidv7() };
  expect(await correct(taking)).toBe(-3);
  expect(await correct(taking)).toBe(-3);
  expect(await balanceOf(base.db, id)).toEqual({ current: 0, held: 2 });
  const again = { ...taking, idempotencyKey: uuidv7() };
  expect(await correct(again)).toBe(0);
  await grantCredits(base, { ...taking, amount: 4, idempotencyKey: uuidv7() });
  expect(await correct(again)).toBe(0);
  expect(await mirrored(id)).toBe(4);
});

test.each([0, -1, 1.5, Number.NaN, 2 ** 60])("CR-05 %d is no amount of credits", async (amount) => {
  const id = await member();
  const grant = { userId: id, amount, reason: "test", idempotencyKey: uuidv7() };
  await expect(grantCredits(base, grant)).rejects.toThrow(RangeError);
});

test.each([
  [0, "holds_amount_check"],
  [-1, "ledger_accounts_held_check"],
  [1.5, "type bigint"],
  [Number.NaN, "type bigint"],
])("CR-05 %d is no hold, and the credits stay", async (amount, reason) => {
  const id = await member();
  await expect(hold(id, amount)).rejects.toThrow(reason);
  expect(await balanceOf(base.db, id)).toMatchObject({ current: 5, held: 0 });
});

test.each([0, 1.5, Number.NaN, -(2 ** 60)])("CR-05 %d is no correction", async (amount) => {
  const id = await member();
  const correction = { userId: id, amount, reason: "test", idempotencyKey: uuidv7() };
  await expect(correct(correction)).rejects.toThrow(RangeError);
});

test("CR-05 nobody can rewrite the ledger, and the database refuses a negative balance", async () => {
  const id = await member();
  for (const statement of [
    "update ledger_entries set amount = 100",
    "delete from ledger_entries",
    "truncate ledger_entries",
    "update ledger_transactions set reason = 'x'",
    "delete from ledger_transactions",
  ]) {
    await expect(base.pool.query(statement)).rejects.toThrow(/append-only|foreign key/);
  }
  const below = sql`update ledger_accounts set available = -1 where user_id = ${id}`;
  await expect(below.execute(base.db)).rejects.toThrow(/check/);
});

test("CR-05 every change of the balance is an event with the balance that resulted", async () => {
  const id = await member();
  const holdId = await held(id, 3);
  await settle(holdId, 2);
  const events = await base.db
    .selectFrom("events")
    .select(["number", "name", "payload"])
    .where("user_id", "=", id)
    .orderBy("number")
    .execute();
  expect(events).toEqual([
    { number: 1, name: "balance", payload: { current: 5, held: 0 } },
    { number: 2, name: "balance", payload: { current: 2, held: 3 } },
    { number: 3, name: "balance", payload: { current: 3, held: 0 } },
  ]);
});
