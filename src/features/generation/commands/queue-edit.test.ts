import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { openQueuing, refusal, type Queuing } from "#tests/harness/queuing.ts";
import { grantCredits } from "#app/features/billing/commands.ts";
import type { AppError } from "#app/lib/errors.ts";

/** What changes the price of a waiting cast, and when a cast for idle time is drawn. */

let queue: Queuing;
let services: Queuing["services"];
beforeAll(async () => {
  queue = await openQueuing();
  ({ services } = queue);
});
afterAll(() => services.close());

describe("words and settings", () => {
  test("new settings are priced again, and what is set aside follows in both directions", async () => {
    const { member, ids } = await queue.aQueue(1, 10);
    const before = await queue.holdsOf(member);
    await queue.change(member, ids[0], { prompt: "a harbour", quality: "high", aspect: "16:9" });
    expect(await member.see(ids[0])).toMatchObject({
      prompt: "a harbour",
      quality: "high",
      aspect: "16:9",
      cost: 5,
      version: 2,
    });
    expect(await member.balance()).toEqual({ current: 5, held: 5 });
    await queue.change(member, ids[0], {
      quality: "standard",
      count: 3,
      aspect: "1:1",
      negative: "fog",
    });
    expect(await member.see(ids[0])).toMatchObject({ cost: 3, count: 3, negative: "fog" });
    expect((await member.see(ids[0])).progress).toHaveLength(3);
    expect(await member.balance()).toEqual({ current: 7, held: 3 });
    const after = await queue.holdsOf(member);
    expect(before.map(({ amount, state }) => [amount, state])).toEqual([[1, "open"]]);
    expect(after.map(({ amount, state }) => [amount, state])).toEqual([
      [1, "voided"],
      [5, "voided"],
      [3, "open"],
    ]);
    const row = await queue.claim();
    expect(row).toMatchObject({
      id: ids[0],
      prompt: "a harbour",
      count: 3,
      width: 1024,
      height: 1024,
    });
  });

  test("other words at the same price keep the hold", async () => {
    const { member, ids } = await queue.aQueue(1);
    await queue.change(member, ids[0], { prompt: "a harbour", isPublic: false });
    expect(await queue.holdsOf(member)).toHaveLength(1);
    expect(await member.see(ids[0])).toMatchObject({ prompt: "a harbour", isPublic: false });
    await queue.clear(member);
  });

  test("too few credits: the refusal says what is needed, and nothing is changed", async () => {
    const { member, ids } = await queue.aQueue(1, 5);
    const error = await queue
      .change(member, ids[0], { prompt: "dear", count: 6 })
      .catch((e: AppError) => e);
    expect(error).toMatchObject({
      code: "insufficient-credits",
      info: { extra: { available: 5, required: 6, shortfall: 1 } },
    });
    expect(await member.see(ids[0])).toMatchObject({
      prompt: "lake 1",
      count: 1,
      cost: 1,
      version: 1,
    });
    expect(await member.balance()).toEqual({ current: 4, held: 1 });
    expect(await queue.holdsOf(member)).toHaveLength(1);
    await queue.change(member, ids[0], { count: 5 });
    expect(await member.balance()).toEqual({ current: 0, held: 5 });
    await queue.clear(member);
  });

  test("a quality that the engine lacks and words that are not allowed are refused as at the first press", async () => {
    const { member } = await queue.aQueue(0);
    const id = await member.cast("lake", { engine: "plain" });
    expect(await refusal(queue.change(member, id, { quality: "high" }))).toMatchObject({
      code: "invalid-request",
    });
    expect(await refusal(queue.change(member, id, { prompt: "a hentai lake" }))).not.toBeNull();
    expect(await member.see(id)).toMatchObject({ prompt: "lake", quality: "standard", version: 1 });
    await queue.clear(member);
  });
});

describe("when idle", () => {
  test("a cast for idle time costs less, and marking it settles the difference at once", async () => {
    const member = await aCaster(services, 20);
    const id = await member.cast("idle lake", { quality: "high", whenIdle: true, count: 2 });
    expect(await member.see(id)).toMatchObject({ whenIdle: true, cost: 4 });
    await queue.change(member, id, { whenIdle: false });
    expect(await member.balance()).toEqual({ current: 14, held: 6 });
    await queue.change(member, id, { whenIdle: true, count: 1 });
    expect(await member.balance()).toEqual({ current: 18, held: 2 });
    await queue.clear(member);
  });

  test("it is drawn when nobody's cast waits for its engine at the usual price", async () => {
    const idler = await aCaster(services);
    const idle = await idler.cast("idle lake", { whenIdle: true });
    const elsewhere = await idler.cast("idle lake elsewhere", { whenIdle: true, engine: "plain" });
    const { member, ids } = await queue.aQueue(3);
    const taken = [await queue.claim(), await queue.claim(), await queue.claim()].map(
      (row) => row?.id,
    );
    // The other engine has nothing else to do.
    expect(new Set(taken)).toEqual(new Set([elsewhere, ids[0], ids[1]]));
    // The third waits for its member's limit of two, and still comes before idle time.
    expect(await queue.claim()).toBeNull();
    await queue.change(member, ids[2], { isPaused: true });
    expect((await queue.claim())?.id).toBe(idle);
    await queue.clear(member);
  });

  test("after six hours it takes its turn like any other", async () => {
    const { member, ids } = await queue.aQueue(3);
    const idler = await aCaster(services);
    const idle = await idler.cast("idle lake", { whenIdle: true });
    expect([(await queue.claim())?.id, (await queue.claim())?.id, await queue.claim()]).toEqual([
      ids[0],
      ids[1],
      null,
    ]);
    const waited = (hours: number) =>
      services.pool.query(
        "update generations set created_at = now() - make_interval(mins => $2) where id = $1",
        [idle, hours * 60],
      );
    await waited(5.9);
    expect(await queue.claim()).toBeNull();
    await waited(6.1);
    expect((await queue.claim())?.id).toBe(idle);
    await queue.clear(member);
  });

  test("in line it comes after everybody at the usual price", async () => {
    const idler = await aCaster(services);
    const idle = await idler.cast("idle lake", { whenIdle: true });
    const { member, ids } = await queue.aQueue(2);
    const places = await Promise.all([...ids.map(member.see), idler.see(idle)]);
    const [first, second, last] = places.map(({ position }) => position ?? 0);
    expect(last).toBeGreaterThan(Math.max(first, second));
    await queue.clear(member);
    await queue.clear(idler);
  });
});

test("what is set aside never exceeds what a member has, however often a price is changed", async () => {
  const { member, ids } = await queue.aQueue(1, 8);
  for (const count of [8, 2, 5, 8, 1]) {
    await queue.change(member, ids[0], { count });
    expect(await member.balance()).toEqual({ current: 8 - count, held: count });
  }
  await grantCredits(services, {
    userId: member.id,
    amount: 2,
    reason: "Test",
    idempotencyKey: `queue:${member.id}`,
  });
  expect(await refusal(queue.change(member, ids[0], { quality: "high", count: 4 }))).not.toBeNull();
  expect(await member.balance()).toEqual({ current: 9, held: 1 });
  await queue.clear(member);
});
