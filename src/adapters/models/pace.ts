import { setTimeout as sleep } from "node:timers/promises";

/** Waits until bytes may be taken. @throws the signal's reason */
export type Pace = (bytes: number, signal: AbortSignal) => Promise<void>;

/** Most milliseconds of the limit that are taken at once after a pause. */
const burstMs = 250;

/**
 * Spreads bytes over time; all downloads of the process share one.
 * @param limit bytes a second; without one nobody waits
 */
export function createPace(limit: number | undefined): Pace {
  if (limit === undefined) return async () => undefined;
  let freeAt = 0;
  return async (bytes, signal) => {
    const now = performance.now();
    freeAt = Math.max(freeAt, now - burstMs) + (bytes / limit) * 1000;
    const wait = freeAt - now;
    if (wait <= 0) return;
    await sleep(wait, undefined, { signal }).catch(() => signal.throwIfAborted());
  };
}
