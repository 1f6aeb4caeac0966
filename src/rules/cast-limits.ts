/** Limits of a cast (docs/product.md 10.1 and 10.2). */
export const castLimits = {
  /** Characters after trimming. */
  prompt: { min: 1, max: 2000 },
  negative: { max: 500 },
  /** Pictures of one cast. */
  count: { min: 1, max: 8 },
  seed: { min: 0, max: 2 ** 32 - 1 },
  /** 0 keeps the source, 1 is free of it. */
  strength: { min: 0, max: 1, default: 0.5 },
  /** Casts of one member at a time. */
  running: 2,
  waiting: 20,
  /** Casts of the log that can be chosen at once. */
  chosen: 100,
  /** Pictures of a thread that are shown. */
  threadNodes: 2000,
  /** Characters of the Idempotency-Key header. */
  idempotencyKey: { min: 8, max: 255 },
} as const;

export const qualities = ["standard", "high"] as const;
export type CastQuality = (typeof qualities)[number];

/**
 * The quality of a cast that names none: high, at 3 credits for a square, where the engine offers it
 * (docs/product.md 9.1).
 */
export function usualQuality(offered: readonly CastQuality[]): CastQuality {
  return offered.includes("high") ? "high" : "standard";
}
