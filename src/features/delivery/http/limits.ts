import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "#app/lib/errors.ts";
import type { LimitFacts } from "#app/lib/problem.ts";

/** Uses in a minute by one client (docs/product.md 10.4). */
const policies = {
  resize: 120,
  download: 60,
  /** Names that no picture has: a page may show some that are just deleted, nobody needs hundreds. */
  "picture-misses": 300,
} as const;
const windowSeconds = 60;
/** Files sent to one client at once. A browser asks for six, a proxy of many people for more. */
const sendingAtOnce = 100;

export type Limit = {
  /** Counts one use. @throws AppError rate-limited beyond the limit */
  take(key: string): Promise<void>;
  /** Throws as `take` does, where one more use would be beyond the limit, and counts nothing. */
  check(key: string): Promise<void>;
};

/**
 * Counts uses of one kind by key, in the memory of this process.
 * @param factor RATE_LIMIT_FACTOR
 */
export function createLimit(policy: keyof typeof policies, factor: number): Limit {
  const points = Math.max(1, Math.round(policies[policy] * factor));
  const limiter = new RateLimiterMemory({ keyPrefix: policy, points, duration: windowSeconds });
  const refusal = (msBeforeNext: number) =>
    new AppError("rate-limited", {
      retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
      extra: { policy, quota: points, window: windowSeconds } satisfies LimitFacts,
    });
  return {
    async take(key) {
      try {
        await limiter.consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw refusal(error.msBeforeNext);
      }
    },
    async check(key) {
      const uses = await limiter.get(key);
      if (uses !== null && uses.consumedPoints >= points) throw refusal(uses.msBeforeNext);
    },
  };
}

/**
 * Bounds how many files are sent to one client at a time.
 * @returns a function that runs the sending of one file, or throws AppError rate-limited
 */
export function createSending(factor: number) {
  const most = Math.max(1, Math.round(sendingAtOnce * factor));
  const sending = new Map<string, number>();
  return async (key: string, send: () => Promise<void>): Promise<void> => {
    const before = sending.get(key) ?? 0;
    if (before >= most) {
      throw new AppError("rate-limited", {
        detail: `At most ${most} files are sent to one address at a time`,
        retryAfterSeconds: 5,
      });
    }
    sending.set(key, before + 1);
    try {
      await send();
    } finally {
      const rest = (sending.get(key) ?? 1) - 1;
      if (rest > 0) sending.set(key, rest);
      else sending.delete(key);
    }
  };
}
