import { expect, test } from "vitest";
import { createTurns } from "./hashing.ts";
import type { HashTurn, Lane } from "./port.ts";

const waiting = { known: 3, clean: 3, other: 3 };

/** Gives turns that end one after the other, and notes in which order they began. */
function recorded(options = { running: 1, waiting, perClient: 2 }) {
  const pass = createTurns(options);
  const began: string[] = [];
  const releases: (() => void)[] = [];
  const ask = (lane: Lane, client: string, name = `${lane} ${client}`) =>
    pass({ lane, client } satisfies HashTurn, async () => {
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
    return settled;
  }
  return { ask, began, finishAll };
}

test("two run at once, as many as may wait do, the rest is refused; then all is free again", async () => {
  const { ask, began, finishAll } = recorded({ running: 2, waiting, perClient: 10 });
  const outcomes = await finishAll(
    Array.from({ length: 7 }, (_, n) => ask("clean", "one", `${n}`)),
  );
  expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([
    ...Array.from({ length: 5 }, () => true),
    false,
    false,
  ]);
  expect(outcomes[6]).toMatchObject({ reason: { code: "unavailable", status: 503 } });
  expect(began).toEqual(["0", "1", "2", "3", "4"]);
  expect(await finishAll([ask("clean", "one")])).toMatchObject([{ status: "fulfilled" }]);
});

test("a job that fails makes room like any other", async () => {
  const pass = createTurns({ running: 1, waiting, perClient: 1 });
  const turn: HashTurn = { lane: "clean", client: "one" };
  await expect(pass(turn, () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
  await expect(pass(turn, () => Promise.resolve(1))).resolves.toBe(1);
});

test("F3 a full lane of strangers leaves the lane of known browsers open, and it goes first", async () => {
  const { ask, began, finishAll } = recorded();
  const flood = ["a", "b", "c", "d", "e", "f"].map((client) => ask("other", client));
  const owner = ask("known", "owner");
  const outcomes = await finishAll([...flood, owner]);
  expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(began.slice(0, 2)).toEqual(["other a", "known owner"]);
});

test("F3 the clients of a lane take turns, and one alone cannot fill it", async () => {
  const { ask, began, finishAll } = recorded();
  const many = [1, 2, 3, 4].map((n) => ask("clean", "greedy", `greedy ${n}`));
  const other = ask("clean", "patient", "patient");
  const outcomes = await finishAll([...many, other]);
  expect(outcomes.map(({ status }) => status === "fulfilled")).toEqual([
    true,
    true,
    true,
    false,
    true,
  ]);
  expect(began).toEqual(["greedy 1", "greedy 2", "patient", "greedy 3"]);
});

test("F3 accounts with failures are served too while others wait", async () => {
  const { ask, began, finishAll } = recorded({
    running: 1,
    waiting: { known: 3, clean: 9, other: 3 },
    perClient: 9,
  });
  const first = ask("clean", "first");
  const slow = ask("other", "slow");
  const rest = Array.from({ length: 8 }, (_, n) => ask("clean", `c${n}`));
  await finishAll([first, slow, ...rest]);
  expect(began.indexOf("other slow")).toBeLessThan(6);
});
