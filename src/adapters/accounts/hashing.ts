import { AsyncLocalStorage } from "node:async_hooks";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { AppError } from "#app/lib/errors.ts";
import type { HashTurn, Lane } from "./port.ts";

/** One hash costs about 86 ms of CPU: more than two at once would starve the rest of the program. */
const atOnce = 2;

export type TurnOptions = {
  running: number;
  /** How many may wait in each lane. */
  waiting: Readonly<Record<Lane, number>>;
  /** How many of one client may wait in a lane. */
  perClient: number;
};

type Waiting = Map<string, (() => void)[]>;

const lanes: readonly Lane[] = ["known", "clean", "other"];
/** Known browsers first. Of the rest, each fourth place goes to accounts with failures, so that they do not starve. */
const orders: readonly (readonly Lane[])[] = [
  ["known", "clean", "other"],
  ["known", "clean", "other"],
  ["known", "clean", "other"],
  ["known", "other", "clean"],
];

/**
 * Runs few jobs at once. Those that wait are bounded by lane and by client, and the clients of a lane take turns: a flood
 * from many addresses neither fills the lane of known browsers nor pushes one client behind another's many tries.
 */
export function createTurns({ running, waiting, perClient }: TurnOptions) {
  const queues: Record<Lane, Waiting> = { known: new Map(), clean: new Map(), other: new Map() };
  let free = running;
  let given = 0;

  const lengthOf = (queue: Waiting) =>
    [...queue.values()].reduce((sum, own) => sum + own.length, 0);

  /** The next of a lane; its client goes to the end of the line. */
  function takeFrom(queue: Waiting): (() => void) | undefined {
    const [first] = queue;
    if (first === undefined) return undefined;
    const [client, [next, ...rest]] = first;
    queue.delete(client);
    if (rest.length > 0) queue.set(client, rest);
    return next;
  }

  function leave(): void {
    given += 1;
    for (const lane of orders[given % orders.length] ?? lanes) {
      const next = takeFrom(queues[lane]);
      if (next === undefined) continue;
      next();
      return;
    }
    free += 1;
  }

  function enter({ lane, client }: HashTurn): Promise<void> {
    if (free > 0) {
      free -= 1;
      return Promise.resolve();
    }
    const queue = queues[lane];
    const own = queue.get(client) ?? [];
    if (own.length >= perClient || lengthOf(queue) >= waiting[lane]) {
      return Promise.reject(
        new AppError("unavailable", {
          detail: "Too many people are signing in at this moment",
          retryAfterSeconds: 2,
        }),
      );
    }
    return new Promise((resolve) => queue.set(client, [...own, resolve]));
  }

  return async function pass<T>(turn: HashTurn, job: () => Promise<T>): Promise<T> {
    await enter(turn);
    try {
      return await job();
    } finally {
      leave();
    }
  };
}

/** scrypt in Node's thread pool, in turns. */
export function createHashing() {
  const pass = createTurns({
    running: atOnce,
    waiting: { known: 40, clean: 40, other: 20 },
    perClient: 10,
  });
  const turns = new AsyncLocalStorage<HashTurn>();
  const turn = (): HashTurn => turns.getStore() ?? { lane: "known", client: "operator" };
  return {
    hash: (password: string) => pass(turn(), () => hashPassword(password)),
    verify: (given: { hash: string; password: string }) =>
      pass(turn(), () => verifyPassword(given)),
    /** Runs `work`, whose passwords are hashed in this turn. */
    inTurn: <T>(given: HashTurn, work: () => Promise<T>) => turns.run(given, work),
  };
}
