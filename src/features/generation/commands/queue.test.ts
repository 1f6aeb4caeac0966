import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { quickEngine } from "#tests/harness/quick-engine.ts";
import { testServices } from "#tests/harness/services.ts";
import { cancelCast } from "#app/features/generation/commands.ts";
import { grantCredits } from "#app/features/billing/commands.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { AppError } from "#app/lib/errors.ts";
import { castLimits } from "#app/rules/cast-limits.ts";
import { claimGeneration } from "../jobs/claim.ts";
import { releaseRun } from "../jobs/finish.ts";
import type { QueueChange } from "../inputs.ts";
import { memberQueue, waitingIds } from "../queries/queue.ts";
import { changeWaiting, pauseAll } from "./queue.ts";

/** What members do with their waiting casts, and what workers then take. Every file ends with a look at all invariants. */

let services: OpenServices;
beforeAll(async () => {
  const engine = quickEngine();
  const plain = { ...quickEngine({}, { qualities: ["standard"] }), id: "plain" };
  services = await testServices({ engines: new Map([engine, plain].map((one) => [one.id, one])) });
});
afterAll(() => services.close());

type Caster = Awaited<ReturnType<typeof aCaster>>;

const claimant = { worker: "w", leaseSeconds: 30 };
const room = { local: true, limits: new Map<string, number>() };
const claim = () => claimGeneration(services.db, claimant, room);

async function aQueue(count: number, credits = 40) {
  const member = await aCaster(services, credits);
  const ids: string[] = [];
  for (let n = 1; n <= count; n += 1) ids.push(await member.cast(`lake ${n}`));
  return { member, ids };
}

async function change(member: Caster, id: string, to: Partial<QueueChange>): Promise<void> {
  const { version } = await member.see(id);
  await changeWaiting(services, member.actor, id, { version, ...to });
}

/** The refusal of a change. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: AppError) => ({ code: error.code, detail: error.info.detail }),
  );

const orderOf = ({ id }: Caster) => waitingIds(services.db, id);

/** Ends what is left, so that the next test claims its own casts alone. */
async function clear(member: Caster): Promise<void> {
  for (const id of await orderOf(member)) await cancelCast(services, member.actor, id);
}

describe("order", () => {
  test("casts are taken in the order that their member gave them, and new ones come last", async () => {
    const { member, ids } = await aQueue(4);
    await change(member, ids[3], { before: ids[0] });
    await change(member, ids[1], { before: null });
    const late = await member.cast("late lake");
    const wished = [ids[3], ids[0], ids[2], ids[1], late];
    expect(await orderOf(member)).toEqual(wished);
    const places = (await memberQueue(services.db, member.id)).items.map(
      ({ position }) => position,
    );
    expect(places).toEqual(places.toSorted((a, b) => Number(a) - Number(b)));
    expect((await claim())?.id).toBe(wished[0]);
    expect((await claim())?.id).toBe(wished[1]);
    await clear(member);
    for (const id of wished.slice(0, 2)) await cancelCast(services, member.actor, id);
  });

  test("the order of one member changes nothing of another's turn", async () => {
    const first = await aQueue(2);
    const second = await aQueue(2);
    await change(second.member, second.ids[1], { before: second.ids[0] });
    const taken = [await claim(), await claim()].map((row) => row?.id);
    expect(taken.toSorted()).toEqual([first.ids[0], second.ids[1]].toSorted());
    await clear(first.member);
    await clear(second.member);
  });

  test("a cast that a worker gave back is first again, before what was ordered meanwhile", async () => {
    const { member, ids } = await aQueue(3);
    const row = await claim();
    expect(row?.id).toBe(ids[0]);
    await change(member, ids[2], { before: ids[1] });
    if (row) await releaseRun(services, row);
    expect(await orderOf(member)).toEqual([ids[0], ids[2], ids[1]]);
    await clear(member);
  });

  test("a place beside a cast that does not wait any more is refused", async () => {
    const { member, ids } = await aQueue(3);
    await cancelCast(services, member.actor, ids[0]);
    const moved = await refusal(change(member, ids[2], { before: ids[0] }));
    expect(moved).toMatchObject({ code: "conflict" });
    expect(await orderOf(member)).toEqual([ids[1], ids[2]]);
    await clear(member);
  });
});

describe("pause", () => {
  test("a paused cast is passed over, keeps its place and its credits, and goes on", async () => {
    const { member, ids } = await aQueue(2);
    await change(member, ids[0], { isPaused: true });
    expect(await member.see(ids[0])).toMatchObject({ isPaused: true, position: null });
    expect(await member.balance()).toEqual({ current: 38, held: 2 });
    expect((await claim())?.id).toBe(ids[1]);
    expect(await claim()).toBeNull();
    await change(member, ids[0], { isPaused: false });
    expect((await claim())?.id).toBe(ids[0]);
  });

  test("all are paused and go on by one press; pausing again changes nothing", async () => {
    const { member, ids } = await aQueue(3);
    await change(member, ids[1], { isPaused: true });
    expect(await pauseAll(services, member.actor, true)).toBe(2);
    expect(await pauseAll(services, member.actor, true)).toBe(0);
    expect(await claim()).toBeNull();
    expect(await pauseAll(services, member.actor, false)).toBe(3);
    expect((await claim())?.id).toBe(ids[0]);
    await clear(member);
  });

  test("paused casts count among those that may wait, and a cancelled one gives its credits back", async () => {
    const { member, ids } = await aQueue(castLimits.waiting);
    await pauseAll(services, member.actor, true);
    expect(await refusal(member.cast("one more lake"))).toMatchObject({ code: "rate-limited" });
    await cancelCast(services, member.actor, ids[0]);
    expect(await member.balance()).toEqual({ current: 21, held: 19 });
    await clear(member);
    expect(await member.balance()).toEqual({ current: 40, held: 0 });
  });
});

describe("words and settings", () => {
  test("new settings are priced again, and what is set aside follows in both directions", async () => {
    const { member, ids } = await aQueue(1, 10);
    const before = await holdsOf(member);
    await change(member, ids[0], { prompt: "a harbour", quality: "high", aspect: "16:9" });
    expect(await member.see(ids[0])).toMatchObject({
      prompt: "a harbour",
      quality: "high",
      aspect: "16:9",
      cost: 5,
      version: 2,
    });
    expect(await member.balance()).toEqual({ current: 5, held: 5 });
    await change(member, ids[0], { quality: "standard", count: 3, aspect: "1:1", negative: "fog" });
    expect(await member.see(ids[0])).toMatchObject({ cost: 3, count: 3, negative: "fog" });
    expect((await member.see(ids[0])).progress).toHaveLength(3);
    expect(await member.balance()).toEqual({ current: 7, held: 3 });
    const after = await holdsOf(member);
    expect(before.map(({ amount, state }) => [amount, state])).toEqual([[1, "open"]]);
    expect(after.map(({ amount, state }) => [amount, state])).toEqual([
      [1, "voided"],
      [5, "voided"],
      [3, "open"],
    ]);
    const row = await claim();
    expect(row).toMatchObject({
      id: ids[0],
      prompt: "a harbour",
      count: 3,
      width: 1024,
      height: 1024,
    });
  });

  test("other words at the same price keep the hold", async () => {
    const { member, ids } = await aQueue(1);
    await change(member, ids[0], { prompt: "a harbour", isPublic: false });
    expect(await holdsOf(member)).toHaveLength(1);
    expect(await member.see(ids[0])).toMatchObject({ prompt: "a harbour", isPublic: false });
    await clear(member);
  });

  test("too few credits: the refusal says what is needed, and nothing is changed", async () => {
    const { member, ids } = await aQueue(1, 5);
    const error = await change(member, ids[0], { prompt: "dear", count: 6 }).catch(
      (e: AppError) => e,
    );
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
    expect(await holdsOf(member)).toHaveLength(1);
    await change(member, ids[0], { count: 5 });
    expect(await member.balance()).toEqual({ current: 0, held: 5 });
    await clear(member);
  });

  test("a quality that the engine lacks and words that are not allowed are refused as at the first press", async () => {
    const { member } = await aQueue(0);
    const id = await member.cast("lake", { engine: "plain" });
    expect(await refusal(change(member, id, { quality: "high" }))).toMatchObject({
      code: "invalid-request",
    });
    expect(await refusal(change(member, id, { prompt: "a hentai lake" }))).not.toBeNull();
    expect(await member.see(id)).toMatchObject({ prompt: "lake", quality: "standard", version: 1 });
    await clear(member);
  });
});

describe("who comes first", () => {
  test("a cast that is being drawn or is over cannot be changed, and says so", async () => {
    const { member, ids } = await aQueue(1);
    const row = await claim();
    expect(row?.id).toBe(ids[0]);
    expect(await refusal(change(member, ids[0], { isPaused: true }))).toEqual({
      code: "conflict",
      detail: "This cast is being drawn: it can be cancelled, but not changed",
    });
    if (row) await releaseRun(services, row);
    // Begun, it may be moved and paused, but what its pictures are made by stays.
    await change(member, ids[0], { isPaused: true });
    expect(await refusal(change(member, ids[0], { prompt: "other" }))).toMatchObject({
      code: "conflict",
    });
    await clear(member);
    expect(await refusal(change(member, ids[0], { isPaused: false }))).toEqual({
      code: "conflict",
      detail: "This cast is over: it cannot be changed",
    });
  });

  test("of two tabs with the same version the second is refused", async () => {
    const { member, ids } = await aQueue(2);
    const press = (to: Partial<QueueChange>) =>
      refusal(changeWaiting(services, member.actor, ids[0], { version: 1, ...to }));
    const answers = await Promise.all([press({ prompt: "first" }), press({ prompt: "second" })]);
    expect(answers.filter((one) => one === null)).toHaveLength(1);
    expect(answers.find((one) => one !== null)).toMatchObject({ code: "conflict" });
    expect((await member.see(ids[0])).version).toBe(2);
    await clear(member);
  });

  test("the cast of somebody else is as unknown as one that is not there", async () => {
    const { member, ids } = await aQueue(1);
    const other = await aCaster(services);
    const press = (id: string) =>
      refusal(changeWaiting(services, other.actor, id, { version: 1, isPaused: true }));
    expect(await press(ids[0])).toEqual(await press("01980000-0000-7000-8000-000000000000"));
    expect(await press(ids[0])).toMatchObject({ code: "not-found" });
    expect(await member.see(ids[0])).toMatchObject({ isPaused: false });
    await clear(member);
  });

  test("changes and claims at the same time: each cast is drawn as changed, or not changed at all", async () => {
    const { member, ids } = await aQueue(6, 100);
    const changes = ids.map((id, n) =>
      refusal(changeWaiting(services, member.actor, id, { version: 1, count: 2 + (n % 3) })),
    );
    const claims = [claim(), claim()];
    const answers = await Promise.all(changes);
    const taken = (await Promise.all(claims)).flatMap((row) => row ?? []);
    const counts = new Map(ids.map((id, n) => [id, answers[n] === null ? 2 + (n % 3) : 1]));
    for (const row of taken) expect(row.count).toBe(counts.get(row.id));
    await clear(member);
  });
});

describe("when idle", () => {
  test("a cast for idle time costs less, and marking it settles the difference at once", async () => {
    const member = await aCaster(services, 20);
    const id = await member.cast("idle lake", { quality: "high", whenIdle: true, count: 2 });
    expect(await member.see(id)).toMatchObject({ whenIdle: true, cost: 4 });
    await change(member, id, { whenIdle: false });
    expect(await member.balance()).toEqual({ current: 14, held: 6 });
    await change(member, id, { whenIdle: true, count: 1 });
    expect(await member.balance()).toEqual({ current: 18, held: 2 });
    await clear(member);
  });

  test("it is drawn when nobody's cast waits for its engine at the usual price", async () => {
    const idler = await aCaster(services);
    const idle = await idler.cast("idle lake", { whenIdle: true });
    const elsewhere = await idler.cast("idle lake elsewhere", { whenIdle: true, engine: "plain" });
    const { member, ids } = await aQueue(3);
    const taken = [await claim(), await claim(), await claim()].map((row) => row?.id);
    // The other engine has nothing else to do.
    expect(taken.toSorted()).toEqual([elsewhere, ids[0], ids[1]].toSorted());
    // The third waits for its member's limit of two, and still comes before idle time.
    expect(await claim()).toBeNull();
    await change(member, ids[2], { isPaused: true });
    expect((await claim())?.id).toBe(idle);
    await clear(member);
  });

  test("after six hours it takes its turn like any other", async () => {
    const { member, ids } = await aQueue(3);
    const idler = await aCaster(services);
    const idle = await idler.cast("idle lake", { whenIdle: true });
    expect([(await claim())?.id, (await claim())?.id, await claim()]).toEqual([
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
    expect(await claim()).toBeNull();
    await waited(6.1);
    expect((await claim())?.id).toBe(idle);
    await clear(member);
  });

  test("in line it comes after everybody at the usual price", async () => {
    const idler = await aCaster(services);
    const idle = await idler.cast("idle lake", { whenIdle: true });
    const { member, ids } = await aQueue(2);
    const places = await Promise.all([...ids.map(member.see), idler.see(idle)]);
    const [first, second, last] = places.map(({ position }) => position ?? 0);
    expect(last).toBeGreaterThan(Math.max(first, second));
    await clear(member);
    await clear(idler);
  });
});

async function holdsOf({ id }: Caster) {
  return services.db
    .selectFrom("holds as h")
    .innerJoin("ledger_accounts as a", "a.id", "h.account_id")
    .select(["h.amount", "h.state"])
    .where("a.user_id", "=", id)
    .orderBy("h.created_at")
    .orderBy("h.id")
    .execute();
}

test("what is set aside never exceeds what a member has, however often a price is changed", async () => {
  const { member, ids } = await aQueue(1, 8);
  for (const count of [8, 2, 5, 8, 1]) {
    await change(member, ids[0], { count });
    expect(await member.balance()).toEqual({ current: 8 - count, held: count });
  }
  await grantCredits(services, {
    userId: member.id,
    amount: 2,
    reason: "Test",
    idempotencyKey: `queue:${member.id}`,
  });
  expect(await refusal(change(member, ids[0], { quality: "high", count: 4 }))).not.toBeNull();
  expect(await member.balance()).toEqual({ current: 9, held: 1 });
  await clear(member);
});
