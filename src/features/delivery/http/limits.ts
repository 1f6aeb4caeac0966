import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "../../../lib/errors.ts";
import type { LimitFacts } from "../../../lib/problem.ts";

/** Uses in a minute by one client (reliability guide, section 4). */
const policies = { resize: 120, download: 60 } as const;
const windowSeconds = 60;

/**
 * Counts uses of one kind by key, in the memory of this process.
 * @param factor RATE_LIMIT_FACTOR
 * @returns a function that counts one use and throws AppError rate-limited beyond the limit
 */
export function createLimit(policy: keyof typeof policies, factor: number) {
  const points = Math.max(1, Math.round(policies[policy] * factor));
  const limiter = new RateLimiterMemory({ keyPrefix: policy, points, duration: windowSeconds });
  return async (key: string): Promise<void> => {
    try {
      await limiter.consume(key);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new AppError("rate-limited", {
        retryAfterSeconds: Math.max(1, Math.ceil(error.msBeforeNext / 1000)),
        extra: { policy, quota: points, window: windowSeconds } satisfies LimitFacts,
      });
    }
  };
}
