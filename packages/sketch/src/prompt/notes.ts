/** What a result says of words beside "understood" and "ignored". */
import { coverage } from "./coverage.ts";
import type { Reading } from "./reading.ts";

export type Note =
  /** A drawing of `drawn` stands for `word`, of which there is none. */
  | { kind: "likened"; word: string; drawn: string }
  /** Things that are not in the picture because nothing is near to them. */
  | { kind: "unknown"; words: string[] }
  /** Negative words that are followed, and those that are not known. */
  | { kind: "avoided"; words: string[] }
  /** What the picture shows whether it is asked for or not. */
  | { kind: "given"; words: string[] }
  | { kind: "not-avoided"; words: string[] };

/** Notes on the negative words, once they have been read. */
export function negativeNotes(negative: Reading): Note[] {
  const { understood, ignored } = coverage(negative);
  const notes: Note[] = [];
  if (understood.length > 0) notes.push({ kind: "avoided", words: understood });
  if (ignored.length > 0) notes.push({ kind: "not-avoided", words: ignored });
  return notes;
}
