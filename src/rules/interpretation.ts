/** What an engine understood of a prompt (docs/product.md 4.2). */

/** Which words of the prompt the engine used, for engines that report it. */
export type Interpretation = {
  understood: string[];
  ignored: string[];
  /** What else is to be said of words, by engines that can. */
  notes?: InterpretationNote[];
};

export type InterpretationNote =
  /** A drawing of `drawn` stands for `word`, which the engine cannot draw. */
  | { kind: "likened"; word: string; drawn: string }
  /** Things missing from the picture; words to avoid that were followed, and those that were not; what is in it anyway. */
  | { kind: "unknown" | "avoided" | "not-avoided" | "given"; words: string[] };
