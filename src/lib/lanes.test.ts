import { expect, test } from "vitest";
import { createLanes, type LanesOptions } from "./lanes.ts";

type Lane = "known" | "clean" | "other";
const usual = {
  wide: 1,
  queues: { known: 3, clean: 3, other: 3 },
  perClient: 2,
  waitMs: 60_000,
  detail: () => "Too much at once",
} satisfies LanesOptions<Lane>;

/** Runs tasks that are finished one by one, and records the order in which they began. */
function recorded(options: Partial<LanesOptions<Lane>> = {}) {
  const lanes = createLanes<Lane>({ ...usual, ...options });
  const began: string[] = [];
  const releases: (() => void)[] = [];
  const ask = (lane: Lane, client: string, name = `${lane} ${client}`) =>
    lanes.run({ lane, client }, async () => {
      began.push(name);
      await new Promise<void>((resolve) => releases.push(resolve));
      return name;
    });
  async function finishAll(asked: Promise<unknown>[]) {
    const settled = Promise.allSettled(asked);
    for (let n = 0; n < asked.length * 2; n += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      releases.shift()?.();
    }
    return (await settled).map(({ status }) => status === "fulfilled");
  }
  return { lanes, ask, began, finishAll };
}

test("a full lane of unknown browsers leaves the lane of known ones open, which goes first", async () => {
  const { lanes, ask, began, finishAll } = recorded();
  const flood = ["a", "b", "c", "d", "e"].map((client) => ask("other", client));
  expect(lanes.isFull("other")).toBe(true);
  expect(lanes.isFull("known")).toBe(false);
  const outcomes = await finishAll([...flood, ask("known", "owner")]);
  expect(outcomes).toEqual([true, true, true, true, false, true]);
  expect(began.slice(0, 2)).toEqual(["other a", "known owner"]);
});

test("the clients of a lane take turns, and one client cannot fill it", async () => {
  const { ask, began, finishAll } = recorded();
  const many = [1, 2, 3, 4].map((n) => ask("clean", "greedy", `greedy ${n}`));
  const outcomes = await finishAll([...many, ask("clean", "patient", "patient")]);
  expect(outcomes).toEqual([true, true, true, false, true]);
  expect(began).toEqual(["greedy 1", "greedy 2", "patient", "greedy 3"]);
});

test("the last lane is served too while the others have waiters", async () => {
  const { ask, began, finishAll } = recorded({ queues: { known: 3, clean: 9, other: 3 } });
  const first = ask("clean", "first");
  const slow = ask("other", "slow");
  await finishAll([first, slow, ...Array.from({ length: 8 }, (_, n) => ask("clean", `c${n}`))]);
  expect(began.indexOf("other slow")).toBeLessThan(6);
});

test("a waiter that times out is refused and frees its place in the lane", async () => {
  const { ask, finishAll } = recorded({
    queues: { known: 1, clean: 1, other: 1 },
    perClient: 1,
    waitMs: 20,
  });
  const first = ask("clean", "first");
  await expect(ask("clean", "late")).rejects.toMatchObject({
    code: "unavailable",
    info: { detail: "Too much at once", retryAfterSeconds: 2 },
  });
  const again = ask("clean", "late");
  await finishAll([first, again]);
  expect(await again).toBe("clean late");
});
