import { setTimeout as sleep } from "node:timers/promises";

/**
 * Milliseconds that a test waits for a condition before it fails. A condition that comes true is seen at
 * once, so this costs time only before a failure; it must be out of reach for a busy machine.
 */
export const patienceMs = 120_000;

/** Milliseconds between two checks. */
const lookMs = 20;

/** Yields before the next check. */
export const pause = () => sleep(lookMs);

/**
 * Polls until the value is as wanted, and returns it. The limit starts again whenever the value changes; the error
 * has the last value.
 * @param what for the error, e.g. "the cast to end"
 */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  isWanted: (seen: T) => boolean,
): Promise<T> {
  let last = "";
  let changedAt = performance.now();
  for (;;) {
    const seen = await look();
    if (isWanted(seen)) return seen;
    const now = JSON.stringify(seen) ?? "undefined";
    if (now !== last) [last, changedAt] = [now, performance.now()];
    else if (performance.now() - changedAt > patienceMs) {
      throw new Error(`waited in vain for ${what}; seen last: ${now.slice(0, 2000)}`);
    }
    await pause();
  }
}

/**
 * Sends a request again for as long as a gate answers 503. For sign-ups and sign-ins on a busy machine: their gate refuses
 * before anything is done.
 */
export function untilTaken(send: () => Promise<Response>): Promise<Response> {
  return until("a request to be taken", send, ({ status }) => status !== 503);
}
