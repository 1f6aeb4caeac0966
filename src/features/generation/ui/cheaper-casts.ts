import { t } from "#app/language/message.ts";
import { images } from "#app/rules/counted.ts";
import type { CastQuality } from "#app/rules/cast-limits.ts";

/** Changes that make a cast cheaper, with what it then costs. */
export type CheaperCast = {
  changes: { quality?: CastQuality; count?: number };
  cost: number;
  /** What is left of the cast: "Standard", "1 image". */
  label: string;
};

/**
 * Cheaper forms of a cast, from what changes least to what changes most: standard quality, a single image, both.
 * @param costAt the price of the cast with another quality and count
 */
export function cheaperCasts(
  count: number,
  quality: CastQuality,
  offered: readonly CastQuality[],
  costAt: (quality: CastQuality, count: number) => number,
): CheaperCast[] {
  const isHigh = quality === "high" && offered.includes("standard");
  const standard = { quality: "standard" } as const;
  const ways: CheaperCast[] = [];
  if (isHigh) ways.push({ changes: standard, cost: costAt("standard", count), label: t`Standard` });
  if (count > 1) ways.push({ changes: { count: 1 }, cost: costAt(quality, 1), label: images(1) });
  if (isHigh && count > 1) {
    const changes = { ...standard, count: 1 };
    ways.push({ changes, cost: costAt("standard", 1), label: t`1 standard image` });
  }
  const now = costAt(quality, count);
  return ways.filter(({ cost }) => cost < now);
}
