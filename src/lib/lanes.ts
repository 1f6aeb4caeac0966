import { performance } from "node:perf_hooks";
import { AppError } from "./errors.ts";

export type LanesOptions<Lane extends string> = {
  /** How many run at once. */
  wide: number;
  /** How many may wait in each lane; any more are refused at once. The first lane has priority. */
  queues: Readonly<Record<Lane, number>>;
  /** How many tasks of one client may wait in a lane. */
  perClient?: number;
  /** Longest wait, in milliseconds. */
  waitMs: number;
  /** Says the message of a refusal. */
  detail: () => string;
  /** The code of a refusal that is the client's own doing; "unavailable" otherwise. */
  code?: "unavailable" | "rate-limited";
  /** Seconds until a retry; 2 by default. */
  retryAfterSeconds?: number;
  /**
   * After this many milliseconds a task frees its slot, although it goes on: for work that needs the processor
   * for a moment and may then wait for something else. While the processor was busy all the time, the task may be waiting
   * for that, and keeps its slot for up to ten times as long. Without it a slot is held to the end.
   */
  holdMs?: number;
};

/** The queue of one lane, in which clients take turns. */
export type Turn<Lane extends string> = { lane: Lane; client: string };

export type Lanes<Lane extends string> = {
  /** Runs the work when its turn comes. @throws AppError of `code` when the lane is full or the wait too long */
  run: <T>(turn: Turn<Lane>, work: () => Promise<T>) => Promise<T>;
  /** Whether the next one of this lane would be refused at once. */
  isFull: (lane: Lane) => boolean;
};

type Waiting = { start: () => void; timer: NodeJS.Timeout };
type Queue = { size: number; clients: Map<string, Set<Waiting>> };

/** A task keeps its slot while the event loop was busy for this share of the time, for so many times `holdMs`. */
const busyShare = 0.9;
const mostHolds = 10;

/** Every so many turns the last lane goes before the other lower lanes, so that it never starves. */
const lastGoesFirst = 4;

/** Calls `free` once the event loop was idle in a time of `holdMs`, or after the longest hold. @returns what ends it */
function holdFor(holdMs: number, free: () => void): () => void {
  let before = performance.eventLoopUtilization();
  let holds = 0;
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    holds += 1;
    const isBusy = performance.eventLoopUtilization(now, before).utilization > busyShare;
    before = now;
    if (isBusy && holds < mostHolds) return;
    clearInterval(timer);
    free();
  }, holdMs);
  return () => clearInterval(timer);
}

/**
 * Runs a bounded number of tasks at a time. Waiting tasks are bounded by lane and by client, and the clients of a
 * lane take turns: a crowd cannot fill another lane, nor push one client behind another's many requests.
 */
export function createLanes<Lane extends string>(options: LanesOptions<Lane>): Lanes<Lane> {
  const { wide, queues: most, perClient = Infinity, waitMs, holdMs } = options;
  const { detail, code = "unavailable", retryAfterSeconds = 2 } = options;
  const lanes = Object.keys(most) as Lane[];
  const queues = new Map(
    lanes.map((lane): [Lane, Queue] => [lane, { size: 0, clients: new Map() }]),
  );
  const queueOf = (lane: Lane) => queues.get(lane) as Queue;
  const usual = [...queues.values()];
  const [first, ...rest] = usual;
  const reversed = [first, ...rest.toReversed()];
  let running = 0;
  let given = 0;

  const busy = () => new AppError(code, { detail: detail(), retryAfterSeconds });
  const isFull = (lane: Lane) => running >= wide && queueOf(lane).size >= most[lane];

  function enter({ lane, client }: Turn<Lane>): Promise<void> {
    if (running < wide) {
      running += 1;
      return Promise.resolve();
    }
    const queue = queueOf(lane);
    const own = queue.clients.get(client) ?? new Set<Waiting>();
    if (isFull(lane) || own.size >= perClient) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        start: resolve,
        timer: setTimeout(() => {
          own.delete(waiting);
          if (own.size === 0) queue.clients.delete(client);
          queue.size -= 1;
          reject(busy());
        }, waitMs),
      };
      own.add(waiting);
      queue.clients.set(client, own);
      queue.size += 1;
    });
  }

  /** The next task of a lane; its client goes to the end of the line. */
  function takeFrom(queue: Queue): Waiting | undefined {
    for (const [client, own] of queue.clients) {
      const [next] = own;
      if (next === undefined) continue;
      own.delete(next);
      queue.clients.delete(client);
      if (own.size > 0) queue.clients.set(client, own);
      queue.size -= 1;
      return next;
    }
    return undefined;
  }

  function leave(): void {
    given += 1;
    for (const queue of given % lastGoesFirst === 0 ? reversed : usual) {
      const next = takeFrom(queue);
      if (next === undefined) continue;
      // The slot passes straight to the next task, so that `running` stays correct.
      clearTimeout(next.timer);
      next.start();
      return;
    }
    running -= 1;
  }

  return {
    isFull,
    async run(turn, work) {
      await enter(turn);
      let isInside = true;
      const leaveOnce = () => {
        if (isInside) leave();
        isInside = false;
      };
      const stopHolding = holdMs === undefined ? undefined : holdFor(holdMs, leaveOnce);
      try {
        return await work();
      } finally {
        stopHolding?.();
        leaveOnce();
      }
    },
  };
}
