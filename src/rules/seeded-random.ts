/**
 * Random numbers of a seed: mulberry32 (Tommy Ettinger, public domain). The same seed gives the same numbers for ever, in
 * every browser and on every server: it is 32-bit integer arithmetic alone. Changing it changes what kept seeds draw.
 * @param seed a whole number; its lowest 32 bits count
 * @returns a function that gives the next number from 0 to below 1
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
