import { AppError } from "./errors.ts";

export type GateOptions = {
  /** How many run at once. */
  wide: number;
  /** How many may wait; one more is refused at once. */
  queue: number;
  /** Longest wait, in milliseconds. */
  waitMs: number;
  /** What whoever is refused reads. */
  detail: string;
  /**
   * After so many milliseconds work gives its place to the next, though it goes on: for work that needs the processor
   * for a moment and may then wait for something else. Without it a place is held to the end.
   */
  holdMs?: number;
};

type Waiting = { start: () => void; timer: NodeJS.Timeout };

export type Gate = {
  /** Runs the work in its turn. @throws AppError unavailable when the queue is full or the wait too long */
  run: <T>(work: () => Promise<T>) => Promise<T>;
  /** Whether the next one would be refused at once. */
  isFull: () => boolean;
};

/** Lets a bounded number of pieces of work run, first come first served. */
export function createGate({ wide, queue, waitMs, detail, holdMs }: GateOptions): Gate {
  const waiting = new Set<Waiting>();
  let running = 0;
  const busy = () => new AppError("unavailable", { detail, retryAfterSeconds: 2 });
  const isFull = () => running >= wide && waiting.size >= queue;

  function enter(): Promise<void> {
    if (running < wide) {
      running += 1;
      return Promise.resolve();
    }
    if (isFull()) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const own: Waiting = {
        start: resolve,
        timer: setTimeout(() => {
          waiting.delete(own);
          reject(busy());
        }, waitMs),
      };
      waiting.add(own);
    });
  }

  function leave(): void {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    // The place goes straight to the next one, so that running stays true.
    waiting.delete(next);
    clearTimeout(next.timer);
    next.start();
  }

  return {
    isFull,
    async run(work) {
      await enter();
      let isInside = true;
      const leaveOnce = () => {
        if (isInside) leave();
        isInside = false;
      };
      const timer = holdMs === undefined ? undefined : setTimeout(leaveOnce, holdMs);
      try {
        return await work();
      } finally {
        clearTimeout(timer);
        leaveOnce();
      }
    },
  };
}
