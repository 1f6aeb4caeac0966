import { setTimeout as sleep } from "node:timers/promises";

export type Repeated = {
  /** Calls the work now, or once more after the current call. */
  wake: () => void;
  /** Makes no further call; waits for the current one. */
  stop(): Promise<void>;
};

type Work = (signal: AbortSignal) => Promise<{ again: boolean } | void>;

/**
 * Calls `work` repeatedly, never twice at a time. This is for what every process does for itself, such as
 * polling a queue; what one process does for all is upkeep (adapters/jobs/port.ts).
 * @param everyMs pause after a call; none when the call reports that there is more to do
 * @param failed called with each error; the next call is made regardless
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
