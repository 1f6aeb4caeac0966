import { createHash } from "node:crypto";
import type { Pool } from "pg";
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from "rate-limiter-flexible";
import { t } from "#app/language/message.ts";
import { AppError } from "./errors.ts";
import type { LimitFacts } from "./problem.ts";

/** Points in a window of seconds (docs/product.md 10.4). */
const policies = {
  /** Sign-in attempts, by client address. */
  "sign-in": [25, 300],
  /** Failed sign-in attempts, by account (existing or not) and by network or known browser. */
  "sign-in-failures": [10, 3600],
  /** The same by account alone: it only slows down (features/identity/http/sign-in-pace.ts). */
  "account-failures": [1_000_000, 3600],
  /** Wrong codes of a second factor, by account and network, and by account alone. */
  "factor-failures": [10, 900],
  "factor-account": [50, 3600],
  /** Challenges and answers of passkeys, by client address. */
  passkey: [60, 300],
  "sign-up": [5, 1800],
  /** Mails that anybody can have sent to an address: reset links, confirmations; each kind by account, known or not. */
  reset: [5, 1800],
  "verification-mail": [5, 1800],
  /** The same by client address, for all accounts. */
  "account-mail": [20, 1800],
  /** Attempts to use the link of a mail, or to change the password. */
  "password-change": [10, 1800],
  generate: [30, 60],
  /** Messages to the operator, by member or address of the client. */
  contact: [5, 1800],
  /** Rewritten prompts, by member: each costs the operator something and the member nothing. */
  "prompt-help": [10, 60],
  /** Changes of waiting casts, by member. */
  "queue-change": [120, 60],
  /** Pictures to begin a cast from, by member. */
  upload: [30, 600],
  /** Small copies of them, by member. */
  "upload-picture": [60, 60],
  /** Masks of edits, by member. */
  mask: [60, 600],
  /** Questions to the hub about files of models, by admin. */
  "model-statements": [30, 60],
  /** Changes of pictures, by member: each may write the file anew. */
  "picture-change": [60, 60],
  /** Reports of pictures, by member: each takes an admin's time. */
  report: [20, 3600],
  /** Grant codes that a member cannot redeem, whatever the reason. */
  "grant-code": [10, 3600],
  /** Answers to decisions of admins, by address of the client. */
  appeal: [10, 3600],
  /** Changes of a name, by member: all pictures of the member are indexed again. */
  "profile-name": [10, 3600],
  /** New pictures for a profile, by member. */
  portrait: [20, 600],
  /** Likes and follows, each way. */
  social: [60, 60],
  /** Searches through the API and on pages, page by page, by member or address of the client. */
  search: [60, 60],
  /** Reports of browsers about the content security policy, by address of the client. */
  "csp-report": [20, 60],
  /** Checkouts, portals and changes of a plan, by member: each asks the provider of payments. */
  checkout: [20, 600],
  /** Events of the provider of payments, by its address: what is refused here it sends again. */
  webhook: [3_000, 60],
  /** Everything under /api but the receiver of payment events. */
  api: [600, 60],
  /** Pages with their data, sitemaps and feeds, by member or address of the client. */
  page: [600, 60],
  /** Missing pages that are rendered, by client address. */
  "page-misses": [60, 60],
  /** Pictures made in a new size, by address of the client. */
  resize: [120, 60],
  /** Pictures as attachments, by member or address of the client. */
  download: [60, 60],
  /** Files whose origin is looked for, by member or address of the client: each takes a second of a processor. */
  verify: [20, 60],
  /** Unknown picture names, by client address: a page may show some just deleted ones, nobody needs hundreds. */
  "picture-misses": [300, 60],
} as const satisfies Record<string, readonly [points: number, seconds: number]>;

export type LimitName = keyof typeof policies;

export type Limits = {
  /**
   * Counts one use.
   * @throws AppError rate-limited, with the seconds to wait
   */
  take(name: LimitName, key: string): Promise<void>;
  /** Throws like `take` when one more use would exceed the limit, but counts nothing. */
  check(name: LimitName, key: string): Promise<void>;
  /** Undoes one use, e.g. of an attempt that did not fail. */
  refund(name: LimitName, key: string): Promise<void>;
  /** How many uses the key has in its window. */
  used(name: LimitName, key: string): Promise<number>;
  /** Forgets all uses of the key. */
  forget(name: LimitName, key: string): Promise<void>;
};

/** Thrown by `take`; problem.ts makes the RateLimit header fields of the extra members. */
function refusal(policy: LimitName, quota: number, window: number, waitMs: number): AppError {
  const wait = Math.max(1, Math.ceil(waitMs / 1000));
  return new AppError("rate-limited", {
    detail: t`Try again in ${wait} s`,
    retryAfterSeconds: wait,
    extra: { policy, quota, window } satisfies LimitFacts,
  });
}

/** Limits that protect accounts and credits are counted in the database, for all processes; for the others that would cost more than it gains. */
const shared: ReadonlySet<string> = new Set<LimitName>([
  "sign-in",
  "sign-in-failures",
  "account-failures",
  "factor-failures",
  "factor-account",
  "sign-up",
  "reset",
  "verification-mail",
  "account-mail",
  "password-change",
  "grant-code",
]);

/**
 * Keys of the shared counters are hashed, so that they reveal no account or address; word by word, so that those of one
 * account begin alike.
 */
function keptKey(key: string): string {
  const hashed = (word: string) => createHash("sha256").update(word).digest("base64url");
  const words = key.toLowerCase().split(" ");
  return words.map((word) => hashed(word).slice(0, 24)).join(".");
}

/** Its keys are forgotten by account, also where another process has refused them. */
const forgettable = "sign-in-failures" satisfies LimitName;

/** How the stored keys begin of an account's failures, from whatever network or browser. */
export const failuresOf = (account: string): string => `${forgettable}:${keptKey(account)}.`;

function openLimiter(pool: Pool, name: LimitName, points: number): RateLimiterAbstract {
  const [, duration] = policies[name];
  const options = { keyPrefix: name, points, duration };
  if (!shared.has(name)) return new RateLimiterMemory(options);
  return new RateLimiterPostgres({
    ...options,
    storeClient: pool,
    storeType: "pool",
    tableName: "rate_limits",
    tableCreated: true,
    // One of them clears the table of them all.
    clearExpiredByTimeout: name === "sign-in",
    // A client that is already refused costs no further query; but another process could not lift that.
    inMemoryBlockOnConsumed: name === forgettable ? 0 : points + 1,
  });
}

/**
 * The limits: those that protect accounts in the table `rate_limits`, the others in this process's memory.
 * @param factor multiplies every number of uses, for load tests (RATE_LIMIT_FACTOR)
 */
export function createLimits(factor: number, pool: Pool): Limits {
  const names = Object.keys(policies) as LimitName[];
  const limiters = new Map(
    names.map((name) => {
      const scaled = Math.max(1, Math.round(policies[name][0] * factor));
      return [name, openLimiter(pool, name, scaled)];
    }),
  );
  const limiter = (name: LimitName) => limiters.get(name) as RateLimiterAbstract;
  const keyOf = (name: LimitName, key: string) => (shared.has(name) ? keptKey(key) : key);
  const refused = (name: LimitName, waitMs: number) => {
    const { points, duration } = limiter(name);
    return refusal(name, points, duration, waitMs);
  };
  return {
    async take(name, key) {
      try {
        await limiter(name).consume(keyOf(name, key));
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error;
        throw refused(name, error.msBeforeNext);
      }
    },
    async check(name, key) {
      const uses = await limiter(name).get(keyOf(name, key));
      if (uses !== null && uses.consumedPoints >= limiter(name).points) {
        throw refused(name, uses.msBeforeNext);
      }
    },
    async refund(name, key) {
      await limiter(name).reward(keyOf(name, key));
    },
    async used(name, key) {
      return (await limiter(name).get(keyOf(name, key)))?.consumedPoints ?? 0;
    },
    async forget(name, key) {
      await limiter(name).delete(keyOf(name, key));
    },
  };
}
