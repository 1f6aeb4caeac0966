import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { placeHold } from "#tests/harness/hold.ts";
import { testServices } from "#tests/harness/services.ts";
import { adjustCredits, settleHold, voidHold } from "./commands.ts";
import { balanceOf, ledger, type LedgerLine } from "./queries.ts";

let services: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  services = await testServices();
});
afterAll(() => services.close());

async function movesOf(userId: string) {
  const { db } = services;
  const hold = async (amount: number) => {
    const wanted = {
      userId,
      amount,
      expiresAt: new Date(Date.now() + 60_000),
      reason: "Cast",
      idempotencyKey: uuidv7(),
    };
    const placed = await db.transaction().execute((tx) => placeHold(tx, wanted));
    if (!placed.ok) throw new Error("the hold was refused");
    return placed.holdId;
  };
  const settled = await hold(6);
  await db.transaction().execute((tx) => settleHold(tx, settled, 4));
  const voided = await hold(3);
  await db.transaction().execute((tx) => voidHold(tx, voided));
  await db
    .transaction()
    .execute((tx) =>
      adjustCredits(tx, { userId, amount: -2, reason: "Mistake", idempotencyKey: uuidv7() }),
    );
}

test("CR-04 the ledger tells each movement with its reason and the balance it left", async () => {
  const { id } = await aMember(services, { credits: 20 });
  await movesOf(id);
  const { items, next } = await ledger(services.db, id, { limit: 50 });
  expect(items.map(({ kind, reason, change, balance }) => [kind, reason, change, balance])).toEqual(
    [
      ["adjust", "Mistake", -2, 14],
      ["void", "Cast", 3, 16],
      ["hold", "Cast", -3, 13],
      ["settle", "Cast", 2, 16],
      ["hold", "Cast", -6, 14],
      ["grant", "Test", 15, 20],
      ["grant", "Credits at sign-up", 5, 5],
    ],
  );
  expect(next).toBeNull();
  expect(items[0].balance).toBe((await balanceOf(services.db, id)).current);
});

test("CR-04 pages of the ledger fit together without gap or repeat", async () => {
  const { id } = await aMember(services, { credits: 20 });
  await movesOf(id);
  const whole = (await ledger(services.db, id, { limit: 50 })).items;
  const parts: LedgerLine[] = [];
  let cursor: string | undefined;
  do {
    const page = await ledger(services.db, id, { cursor, limit: 3 });
    parts.push(...page.items);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(parts).toEqual(whole);
});

test("CR-04 the ledger shows only the member's own entries", async () => {
  const { id } = await aMember(services);
  const { items } = await ledger(services.db, id, { limit: 50 });
  expect(items.map(({ change }) => change)).toEqual([5]);
  await expect(ledger(services.db, id, { cursor: "x", limit: 5 })).rejects.toThrow(/cursor/);
});
