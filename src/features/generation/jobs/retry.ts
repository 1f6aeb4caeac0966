import { isEngineError } from "./failure.ts";

/** Tries in all, the first included. Engines guide, section 5. */
export const mostTries = 4;

const passing = new Set(["rate-limited", "overloaded", "provider-down"]);
const firstWaitMs = 500;
const longestWaitMs = 20_000;

/**
 * Milliseconds to wait before the next try, or null when there is to be none: only what passes by itself is tried
 * again, and never once the provider may have billed. Honours the provider's own wish, with jitter on top.
 * @param tried how often it was tried
 * @param random 0 to 1
 */
export function retryDelay(error: unknown, tried: number, random: number): number | null {
  if (tried >= mostTries || !isEngineError(error)) return null;
  if (!passing.has(error.kind) || error.billed !== "no") return null;
  const jitter = random * Math.min(longestWaitMs, firstWaitMs * 2 ** (tried - 1));
  return (error.retryAfterMs ?? 0) + jitter;
}
