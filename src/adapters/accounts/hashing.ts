/** Passwords are hashed in low-priority threads, so that pages are rendered while many people sign in. */
import { AsyncLocalStorage } from "node:async_hooks";
import { createWorkerPool, PoolError } from "@echoform/worker-pool";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";

export type HashJob = {
  password: string;
  /** N of scrypt. */
  cost: number;
  /** The stored form to compare with; without it a new one is made. */
  hash?: string;
};
/** The stored form, or whether the password belongs to the one that was given. */
export type HashAnswer = string | boolean;

/** N of scrypt, as Better Auth has it: one hash takes about 86 ms and 32 MB. */
export const realCost = 16_384;
const threads = 2;
/** The server limits concurrent sign-ins; this bounds what is hashed for operators in addition. */
const queue = 100;
const idleMs = 60_000;
const heapMb = 32;

/**
 * @param cost N of scrypt. A hash does not tell it: what was hashed with one is not recognised with another, so it is
 * lower only where nobody's password is real.
 */
export function createHashing(cost = realCost) {
  const pool = createWorkerPool<HashJob, HashAnswer>({
    name: "passwords",
    file: new URL("./hash-worker.ts", import.meta.url),
    size: threads,
    heapMb,
    idleMs,
    queue,
  });

  /** The password of a request that was hashed before it began. */
  const known = new AsyncLocalStorage<{ password: string; hash: string }>();

  async function call(job: HashJob): Promise<HashAnswer> {
    try {
      return await pool.call(job);
    } catch (error) {
      if (!(error instanceof PoolError) || error.kind === "failed") throw error;
      throw new AppError("unavailable", {
        detail: t`Too many people are signing in right now`,
        retryAfterSeconds: 2,
        cause: error,
      });
    }
  }

  async function hash(password: string): Promise<string> {
    const ahead = known.getStore();
    return ahead?.password === password ? ahead.hash : String(await call({ password, cost }));
  }

  return {
    hash,
    /** Hashes a password, and then does work within which `hash` has it already. */
    ahead: async <T>(password: string, work: () => Promise<T>): Promise<T> =>
      known.run({ password, hash: await hash(password) }, work),
    verify: async (given: { hash: string; password: string }) =>
      (await call({ ...given, cost })) === true,
    close: () => pool.close(),
  };
}
