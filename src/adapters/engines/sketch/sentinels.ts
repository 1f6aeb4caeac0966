/**
 * Prompts that make Sketch fail on purpose, so that every failure that the rest of the program must
 * handle can be triggered by hand:
 *
 * - `refuse:` the prompt is declined
 * - `crash:`  the drawing thread dies for real
 * - `slow:`   each picture takes about 20 s, with steady progress
 * - `half:`   only the first half of the pictures come, rounded down
 */

export type Sentinel = "refuse" | "crash" | "slow" | "half";

const PATTERN = /^\s*(refuse|crash|slow|half):/i;

/** Time a `slow:` picture takes. */
export const SLOW_PICTURE_MS = 20_000;

/** The sentinel a prompt begins with, and the prompt without it. */
export function readSentinel(prompt: string): { sentinel: Sentinel | null; prompt: string } {
  const match = PATTERN.exec(prompt);
  if (!match) return { sentinel: null, prompt };
  return {
    sentinel: match[1].toLowerCase() as Sentinel,
    prompt: prompt.slice(match[0].length).trim(),
  };
}
