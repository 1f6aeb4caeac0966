/**
 * Deterministic random streams split by label, so that changing how one layer is drawn
 * never reshuffles another. The same seed and label give the same numbers in every process.
 */

/** A stream of numbers in [0, 1), with the usual helpers on it. */
export type Rng = {
  (): number;
  /** Uniform in [low, high). */
  range(low: number, high: number): number;
  /** Uniform integer in [low, high], both ends included. */
  int(low: number, high: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(probability: number): boolean;
  /** About normal, mean 0, standard deviation 0.7, never beyond 2.43. */
  gauss(): number;
  /** Either -1 or 1. */
  sign(): -1 | 1;
};

const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 16777619;

/** Unsigned 32-bit hash of a string (FNV-1a with a final avalanche), continuing from `start`. */
export function hash32(text: string, start = FNV_OFFSET): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) {
    hash ^= text.charCodeAt(i);
    hash = Math.imul(hash, FNV_PRIME);
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x7feb352d);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x846ca68b);
  hash ^= hash >>> 16;
  return hash >>> 0;
}

/** The stream (mulberry32) that belongs to a seed and a label. */
export function makeRng(seed: number | string, label = ""): Rng {
  let state = hash32(label, hash32(String(seed))) | 0;
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  return Object.assign(next, {
    range: (low: number, high: number) => low + (high - low) * next(),
    int: (low: number, high: number) => Math.floor(low + (high - low + 1) * next()),
    pick: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)],
    chance: (probability: number) => next() < probability,
    gauss: () => (next() + next() + next() + next() - 2) * 0.866 * 1.4,
    sign: (): -1 | 1 => (next() < 0.5 ? -1 : 1),
  });
}
