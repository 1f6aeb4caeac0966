import { setTimeout as sleep } from "node:timers/promises";

export type Repeated = {
  /** Calls the work at once, or once more after the present call. */
  wake: () => void;
  /** No further call; waits for the present one. */
  stop(): Promise<void>;
};

type Work = (signal: AbortSignal) => Promise<{ again: boolean } | void>;

/**
 * Calls `work` now and again and again, never twice at a time. This is for what every process does for itself, such as
 * reading a queue; what one process does for all is upkeep (adapters/jobs/port.ts).
 * @param everyMs pause after a call; none where the call says that there is more to do
 * @param failed hears of errors; the next call comes all the same
 */
export function repeat(everyMs: number, work: Work, failed: (error: unknown) => void): Repeated {
  const stopping = new AbortController();
  const { signal } = stopping;
  let pause = new AbortController();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      pause = new AbortController();
      try {
        if ((await work(signal))?.again) continue;
      } catch (error) {
        if (!signal.aborted) failed(error);
      }
      const until = AbortSignal.any([signal, pause.signal]);
      await sleep(everyMs, undefined, { signal: until, ref: false }).catch(() => undefined);
    }
  }

  const running = run();
  return {
    wake: () => pause.abort(),
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
