import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { aCaster } from "#tests/harness/caster.ts";
import { openQueuing, refusal, type Queuing } from "#tests/harness/queuing.ts";
import { cancelCast } from "#app/features/generation/commands.ts";
import { castLimits } from "#app/rules/cast-limits.ts";
import { releaseRun } from "../jobs/finish.ts";
import type { QueueChange } from "../inputs.ts";
import { memberQueue } from "../queries/queue.ts";
import { changeWaiting, pauseAll } from "./queue.ts";

/** What members do with their waiting casts, and what workers then take. Every file ends with a look at all invariants. */

let queue: Queuing;
let services: Queuing["services"];
beforeAll(async () => {
  queue = await openQueuing();
  ({ services } = queue);
});
afterAll(() => services.close());

describe("order", () => {
  test("casts are taken in the order that their member gave them, and new ones come last", async () => {
    const { member, ids } = await queue.aQueue(4);
    await queue.change(member, ids[3], { before: ids[0] });
    await queue.change(member, ids[1], { before: null });
    const late = await member.cast("late lake");
    const wished = [ids[3], ids[0], ids[2], ids[1], late];
    expect(await queue.orderOf(member)).toEqual(wished);
    const places = (await memberQueue(services.db, member.id)).items.map(
      ({ position }) => position,
    );
    expect(places).toEqual(places.toSorted((a, b) => Number(a) - Number(b)));
    expect((await queue.claim())?.id).toBe(wished[0]);
    expect((await queue.claim())?.id).toBe(wished[1]);
    await queue.clear(member);
    for (const id of wished.slice(0, 2)) await cancelCast(services, member.actor, id);
  });

  test("the order of one member changes nothing of another's turn", async () => {
    const first = await queue.aQueue(2);
    const second = await queue.aQueue(2);
    await queue.change(second.member, second.ids[1], { before: second.ids[0] });
    const taken = [await queue.claim(), await queue.claim()].map((row) => row?.id);
    expect(new Set(taken)).toEqual(new Set([first.ids[0], second.ids[1]]));
    await queue.clear(first.member);
    await queue.clear(second.member);
  });

  test("a cast that a worker gave back is first again, before what was ordered meanwhile", async () => {
    const { member, ids } = await queue.aQueue(3);
    const row = await queue.claim();
    expect(row?.id).toBe(ids[0]);
    await queue.change(member, ids[2], { before: ids[1] });
    if (row) await releaseRun(services, row);
    expect(await queue.orderOf(member)).toEqual([ids[0], ids[2], ids[1]]);
    await queue.clear(member);
  });

  test("a place beside a cast that does not wait any more is refused", async () => {
    const { member, ids } = await queue.aQueue(3);
    await cancelCast(services, member.actor, ids[0]);
    const moved = await refusal(queue.change(member, ids[2], { before: ids[0] }));
    expect(moved).toMatchObject({ code: "conflict" });
    expect(await queue.orderOf(member)).toEqual([ids[1], ids[2]]);
    await queue.clear(member);
  });
});

describe("pause", () => {
  test("a paused cast is passed over, keeps its place and its credits, and goes on", async () => {
    const { member, ids } = await queue.aQueue(2);
    await queue.change(member, ids[0], { isPaused: true });
    expect(await member.see(ids[0])).toMatchObject({ isPaused: true, position: null });
    expect(await member.balance()).toEqual({ current: 38, held: 2 });
    expect((await queue.claim())?.id).toBe(ids[1]);
    expect(await queue.claim()).toBeNull();
    await queue.change(member, ids[0], { isPaused: false });
    expect((await queue.claim())?.id).toBe(ids[0]);
  });

  test("all are paused and go on by one press; pausing again changes nothing", async () => {
    const { member, ids } = await queue.aQueue(3);
    await queue.change(member, ids[1], { isPaused: true });
    expect(await pauseAll(services, member.actor, true)).toBe(2);
    expect(await pauseAll(services, member.actor, true)).toBe(0);
    expect(await queue.claim()).toBeNull();
    expect(await pauseAll(services, member.actor, false)).toBe(3);
    expect((await queue.claim())?.id).toBe(ids[0]);
    await queue.clear(member);
  });

  test("paused casts count among those that may wait, and a cancelled one gives its credits back", async () => {
    const { member, ids } = await queue.aQueue(castLimits.waiting);
    await pauseAll(services, member.actor, true);
    expect(await refusal(member.cast("one more lake"))).toMatchObject({ code: "rate-limited" });
    await cancelCast(services, member.actor, ids[0]);
    expect(await member.balance()).toEqual({ current: 21, held: 19 });
    await queue.clear(member);
    expect(await member.balance()).toEqual({ current: 40, held: 0 });
  });
});

describe("who comes first", () => {
  test("a cast that is being drawn or is over cannot be changed, and says so", async () => {
    const { member, ids } = await queue.aQueue(1);
    const row = await queue.claim();
    expect(row?.id).toBe(ids[0]);
    expect(await refusal(queue.change(member, ids[0], { isPaused: true }))).toEqual({
      code: "conflict",
      detail: "This cast is being drawn: it can be cancelled, but not changed",
    });
    if (row) await releaseRun(services, row);
    // Begun, it may be moved and paused, but what its pictures are made by stays.
    await queue.change(member, ids[0], { isPaused: true });
    expect(await refusal(queue.change(member, ids[0], { prompt: "other" }))).toMatchObject({
      code: "conflict",
    });
    await queue.clear(member);
    expect(await refusal(queue.change(member, ids[0], { isPaused: false }))).toEqual({
      code: "conflict",
      detail: "This cast is over: it cannot be changed",
    });
  });

  test("of two tabs with the same version the second is refused", async () => {
    const { member, ids } = await queue.aQueue(2);
    const press = (to: Partial<QueueChange>) =>
      refusal(changeWaiting(services, member.actor, ids[0], { version: 1, ...to }));
    const answers = await Promise.all([press({ prompt: "first" }), press({ prompt: "second" })]);
    expect(answers.filter((one) => one === null)).toHaveLength(1);
    expect(answers.find((one) => one !== null)).toMatchObject({ code: "conflict" });
    expect((await member.see(ids[0])).version).toBe(2);
    await queue.clear(member);
  });

  test("the cast of somebody else is as unknown as one that is not there", async () => {
    const { member, ids } = await queue.aQueue(1);
    const other = await aCaster(services);
    const press = (id: string) =>
      refusal(changeWaiting(services, other.actor, id, { version: 1, isPaused: true }));
    expect(await press(ids[0])).toEqual(await press("01980000-0000-7000-8000-000000000000"));
    expect(await press(ids[0])).toMatchObject({ code: "not-found" });
    expect(await member.see(ids[0])).toMatchObject({ isPaused: false });
    await queue.clear(member);
  });

  test("changes and claims at the same time: each cast is drawn as changed, or not changed at all", async () => {
    const { member, ids } = await queue.aQueue(6, 100);
    const changes = ids.map((id, n) =>
      refusal(changeWaiting(services, member.actor, id, { version: 1, count: 2 + (n % 3) })),
    );
    const claims = [queue.claim(), queue.claim()];
    const answers = await Promise.all(changes);
    const taken = (await Promise.all(claims)).flatMap((row) => row ?? []);
    const counts = new Map(ids.map((id, n) => [id, answers[n] === null ? 2 + (n % 3) : 1]));
    for (const row of taken) expect(row.count).toBe(counts.get(row.id));
    await queue.clear(member);
  });
});
