import { AppError } from "#app/lib/errors.ts";

export type GateOptions = {
  /** How many run at once. */
  wide: number;
  /** How many may wait; one more is refused at once. */
  queue: number;
  /** Longest wait, in milliseconds. */
  waitMs: number;
};

type Waiting = { start: () => void; timer: NodeJS.Timeout };

export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

const busy = (): AppError =>
  new AppError("unavailable", {
    detail: "Too many pictures are being worked on; try again in a moment",
    retryAfterSeconds: 2,
  });

/**
 * Lets a bounded number of pieces of work run, first come first served.
 * @throws AppError unavailable when the queue is full or the wait too long
 */
export function createGate({ wide, queue, waitMs }: GateOptions): Gate {
  const waiting = new Set<Waiting>();
  let running = 0;

  function enter(): Promise<void> {
    if (running < wide) {
      running += 1;
      return Promise.resolve();
    }
    if (waiting.size >= queue) return Promise.reject(busy());
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

  return async (work) => {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
