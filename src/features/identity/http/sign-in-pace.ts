import { setTimeout as pause } from "node:timers/promises";
import { AppError } from "#app/lib/errors.ts";

/** Failures of an account within the hour from which on strangers' tries are slowed down. */
const free = 10;
const stepMs = 250;
const longestMs = 5_000;
/** Tries of one account that wait for their turn. */
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
  const lines = new Map<string, { waiting: number; last: Promise<unknown> }>();
  return async function slowDown(account: string, failures: number): Promise<void> {
    const ms = delayAfter(failures);
    if (ms === 0) return;
    const line = lines.get(account) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting >= waitingAtMost) {
      throw new AppError("unavailable", {
        detail: "Too many attempts for this account right now",
        retryAfterSeconds: Math.ceil(longestMs / 1000),
      });
    }
    line.waiting += 1;
    line.last = line.last.then(() => wait(ms));
    lines.set(account, line);
    await line.last;
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(account);
  };
}
