import { editDistance } from "./edit-distance.ts";

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Distance of two names: typos count by letters, a different ending after the same beginning as two. */
function unlikeness(name: string, known: string): number {
  const slips = editDistance(name, known);
  const shorter = Math.min(name.length, known.length);
  const shared = sharedStart(name, known);
  return shared >= 6 && shared * 100 >= shorter * 85 ? Math.min(slips, 2) : slips;
}

/**
 * The known name that was most likely meant, or null when none is near: one letter wrong in a short name, two in a long
 * one, or another ending. Capitals do not count.
 */
export function nearestName(name: string, known: readonly string[]): string | null {
  const upper = name.toUpperCase();
  const allowed = upper.length >= 6 ? 2 : 1;
  let best: { known: string; unlike: number } | null = null;
  for (const candidate of known) {
    const unlike = unlikeness(upper, candidate.toUpperCase());
    if (unlike <= allowed && unlike < (best?.unlike ?? Infinity))
      best = { known: candidate, unlike };
  }
  return best?.known ?? null;
}
