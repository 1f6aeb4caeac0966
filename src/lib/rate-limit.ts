import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import { AppError } from "./errors.ts";
import type { LimitFacts } from "./problem.ts";

/** Points in a window of seconds (reliability guide, section 4). */
const policies = {
  /** Tries to sign in, by address of the client. */
  "sign-in": [25, 300],
  /** Failed tries to sign in, by account, known or not. */
  "sign-in-failures": [10, 3600],
  "sign-up": [5, 1800],
  generate: [30, 60],
  /** Messages to the operator, by member or address of the client. */
  contact: [5, 1800],
  /** Likes and follows, each way. */
  social: [60, 60],
  /** Everything under /api. */
  api: [600, 60],
} as const satisfies Record<string, readonly [points: number, seconds: number]>;

type LimitName = keyof typeof policies;

export type Limits = {
  /**
   * Counts one use.
   * @throws AppError rate-limited, with the seconds to wait
   */
  take(name: LimitName, key: string): Promise<void>;
  /** Takes one use back, e.g. of a try that was no failure after all. */
  giveBack(name: LimitName, key: string): Promise<void>;
  /** Forgets all uses of the key. */
  forget(name: LimitName, key: string): Promise<void>;
};

/** Thrown by `take`; problem.ts makes the RateLimit header fields of the extra members. */
function refusal(policy: LimitName, quota: number, window: number, waitMs: number): AppError {
  const wait = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("rate-limited", {
    detail: `Try again in ${wait} s`,
    retryAfterSeconds: wait,
    extra: { policy, quota, window } satisfies LimitFacts,
  });
}

/**
 * The limits of this process, in memory.
 * @param factor multiplies every number of uses, for load tests (RATE_LIMIT_FACTOR)
 */
export function createLimits(factor: number): Limits {
  const limiters = new Map(
    Object.entries(policies).map(([name, [points, duration]]) => {
      const scaled = Math.max(1, Math.round(points * factor));
      return [name, new RateLimiterMemory({ keyPrefix: name, points: scaled, duration })];
    }),
  );
  const limiter = (name: LimitName) => limiters.get(name) as RateLimiterMemory;
  return {
    async take(name, key) {
      try {
        await limiter(name).consume(key);
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        const { points, duration } = limiter(name);
        throw refusal(name, points, duration, error.msBeforeNext);
      }
    },
    async giveBack(name, key) {
      await limiter(name).reward(key);
    },
    async forget(name, key) {
      await limiter(name).delete(key);
    },
  };
}
