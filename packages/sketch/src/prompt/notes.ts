/** What a result says of words beside "understood" and "ignored". */
export type Note =
  /** A drawing of `drawn` stands for `word`, of which there is none. */
  | { kind: "likened"; word: string; drawn: string }
  /** Things that are not in the picture because nothing is near to them. */
  | { kind: "unknown"; words: string[] }
  /** What the picture shows whether it is asked for or not. */
  | { kind: "given"; words: string[] }
  /** Words to leave out that change the picture, and those that do not. */
  | { kind: "avoided"; words: string[] }
  | { kind: "not-avoided"; words: string[] };
