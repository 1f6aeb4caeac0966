import { monitorEventLoopDelay } from "node:perf_hooks";

export type LoopDelay = {
  /** Delay of the event loop in seconds, since a reading at least ten seconds ago. */
  read(): { p50: number; p99: number; max: number };
  stop(): void;
};

const resolutionMs = 20;
const shortestWindowMs = 10_000;

/** Measures how late the event loop is, by a timer that costs fifty wake-ups a second and keeps nothing alive. */
export function watchLoopDelay(): LoopDelay {
  const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
  histogram.enable();
  let began = performance.now();
  // The histogram has the whole time between two ticks, the wanted one included.
  const late = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolutionMs / 1000);
  return {
    read() {
      const seen = {
        p50: late(histogram.percentile(50)),
        p99: late(histogram.percentile(99)),
        max: late(histogram.max),
      };
      if (performance.now() - began >= shortestWindowMs) {
        histogram.reset();
        began = performance.now();
      }
      return seen;
    },
    stop: () => void histogram.disable(),
  };
}
