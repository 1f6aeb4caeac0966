import { setTimeout as pause } from "node:timers/promises";
import { t } from "#app/language/message.ts";
import { createKeyedGate } from "#app/lib/keyed-gate.ts";

/** After this many failures of an account within the hour, attempts from unknown browsers are slowed down. */
const free = 10;
const stepMs = 250;
const longestMs = 5_000;
/** Most attempts of one account that may wait, including the current one. */
const waitingAtMost = 20;

/** Milliseconds that the next attempt on an account waits after so many failures. */
export function delayAfter(failures: number): number {
  return failures < free ? 0 : Math.min(longestMs, stepMs * (failures - free + 1));
}

/**
 * Slows down attempts from unknown browsers on one account instead of locking the account: guessing from
 * many networks gets one attempt every few seconds, and the owner is never locked out.
 */
export function createPace(wait: (ms: number) => Promise<unknown> = pause) {
  const lines = createKeyedGate({
    wide: 1,
    queue: waitingAtMost - 1,
    waitMs: waitingAtMost * longestMs,
    detail: () => t`Too many attempts for this account right now`,
    retryAfterSeconds: Math.ceil(longestMs / 1000),
  });
  return async function slowDown(account: string, failures: number): Promise<void> {
    const ms = delayAfter(failures);
    if (ms > 0) await lines.run(account, () => wait(ms));
  };
}
