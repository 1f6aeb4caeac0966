import { hashPassword, verifyPassword } from "better-auth/crypto";
import { AppError } from "#app/lib/errors.ts";

/** One hash costs about 86 ms of CPU: more than two at once would starve the rest of the program. */
const atOnce = 2;
const waitingAtMost = 20;

/** Runs at most `running` jobs at once and lets at most `queue` wait; refuses the rest. */
export function createGate(running: number, queue: number) {
  let free = running;
  const waiting: (() => void)[] = [];
  return async function pass<T>(job: () => Promise<T>): Promise<T> {
    if (free > 0) {
      free -= 1;
    } else {
      if (waiting.length >= queue) {
        throw new AppError("unavailable", {
          detail: "Too many people are signing in at this moment",
          retryAfterSeconds: 2,
        });
      }
      await new Promise<void>((resolve) => waiting.push(resolve));
    }
    try {
      return await job();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

/** scrypt in Node's thread pool, behind a gate. */
export function createHashing() {
  const gate = createGate(atOnce, waitingAtMost);
  return {
    hash: (password: string) => gate(() => hashPassword(password)),
    verify: (given: { hash: string; password: string }) => gate(() => verifyPassword(given)),
  };
}
