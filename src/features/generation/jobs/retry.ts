import type { EngineErrorKind } from "#app/adapters/engines/port.ts";
import { isEngineError } from "./failure.ts";

/** Attempts in all, including the first. See docs/product.md 10.5. */
export const mostTries = 4;

const firstWaitMs = 500;
const longestWaitMs = 20_000;

/**
 * Failures that pass by themselves, and the milliseconds that all tries of a cast may take together: alone, and where
 * another engine may draw instead. An engine that cannot be reached is not worth a long wait; a busy one says how
 * long it takes.
 */
const patience: Partial<Record<EngineErrorKind, { alone: number; withOther: number }>> = {
  "provider-down": { alone: 10_000, withOther: 2_000 },
  "rate-limited": { alone: 120_000, withOther: 5_000 },
  overloaded: { alone: 120_000, withOther: 5_000 },
};

export type Tries = {
  /** How often it was tried. */
  tried: number;
  /** Milliseconds since the first try began. */
  spentMs: number;
  /** Whether another engine may draw instead. */
  hasOther: boolean;
};

/**
 * Milliseconds to wait before the next try, or null when there is to be none: only what passes by itself is tried
 * again, never once the provider may have billed, and not for longer than it is worth. Honours the provider's own
 * wish, with jitter on top.
 * @param random 0 to 1
 */
export function retryDelay(error: unknown, tries: Tries, random: number): number | null {
  const { tried, spentMs, hasOther } = tries;
  if (tried >= mostTries || !isEngineError(error) || error.billed !== "no") return null;
  const limit = patience[error.kind];
  if (!limit) return null;
  const jitter = random * Math.min(longestWaitMs, firstWaitMs * 2 ** (tried - 1));
  const delay = (error.retryAfterMs ?? 0) + jitter;
  return spentMs + delay > (hasOther ? limit.withOther : limit.alone) ? null : delay;
}
