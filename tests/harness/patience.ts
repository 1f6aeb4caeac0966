import { setTimeout as sleep } from "node:timers/promises";

/**
 * Milliseconds that a test waits for a fact before it says that the fact does not come. A fact that comes is seen at
 * once, so this costs nothing but on the way to a failure; a machine that is busy with other things must not reach it.
 */
export const patienceMs = 120_000;

/** Milliseconds between two looks. */
const lookMs = 20;

/** Lets others work before the next look. */
export const pause = () => sleep(lookMs);

/**
 * Looks again and again until what is seen is as wanted, and returns it. While it changes it is waited for; an error
 * says what was seen when it has not changed for as long as anybody waits for one fact.
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
