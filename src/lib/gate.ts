import { createLanes, type LanesOptions } from "./lanes.ts";

export type GateOptions = Omit<LanesOptions<string>, "queues" | "perClient"> & {
  /** How many may wait; any more are refused at once. */
  queue: number;
};

export type Gate = {
  /** Runs the work when its turn comes. @throws AppError of `code` when the queue is full or the wait too long */
  run: <T>(work: () => Promise<T>) => Promise<T>;
};

/** Runs a bounded number of tasks at a time, first come first served: a single lane. */
export function createGate({ queue, ...options }: GateOptions): Gate {
  const lanes = createLanes({ ...options, queues: { all: queue } });
  return {
    run: (work) => lanes.run({ lane: "all", client: "" }, work),
  };
}
