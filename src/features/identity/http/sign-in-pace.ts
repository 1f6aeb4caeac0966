import { setTimeout as pause } from "node:timers/promises";
import { createKeyedGate } from "#app/lib/keyed-gate.ts";

/** Failures of an account within the hour from which on strangers' tries are slowed down. */
const free = 10;
const stepMs = 250;
const longestMs = 5_000;
/** Tries of one account that wait, the one at its turn included. */
const waitingAtMost = 20;

/** Milliseconds that the next try of an account waits after so many failures. */
export function delayAfter(failures: number): number {
  return failures < free ? 0 : Math.min(longestMs, stepMs * (failures - free + 1));
}

/**
 * Slows strangers' tries of one account down, one after the other, rather than locking the account: whoever guesses from
 * many networks gets a try each few seconds, and the owner is never shut out.
 */
export function createPace(wait: (ms: number) => Promise<unknown> = pause) {
  const lines = createKeyedGate({
    wide: 1,
    queue: waitingAtMost - 1,
    waitMs: waitingAtMost * longestMs,
    detail: "Too many attempts for this account right now",
    retryAfterSeconds: Math.ceil(longestMs / 1000),
  });
  return async function slowDown(account: string, failures: number): Promise<void> {
    const ms = delayAfter(failures);
    if (ms > 0) await lines.run(account, () => wait(ms));
  };
}
