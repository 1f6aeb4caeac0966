import type { Comparison, Reading } from "./find.ts";
import type { OriginalPixels, Pixels } from "./grid.ts";

/** What passes to the thread. Pixels are given away; those that are read or compared are three bytes each. */
export type MarkJob =
  | {
      kind: "embed";
      picture: OriginalPixels;
      key: Uint8Array;
      payload: Uint8Array;
      /** How much each pixel may change, 255 for all of it; every one where it is left out. */
      room?: Uint8Array;
    }
  | { kind: "read"; picture: Pixels; key: Uint8Array }
  | { kind: "compare"; picture: Pixels; known: Pixels; key: Uint8Array; payload: Uint8Array };

/** What comes back: pixels with a mark, which are given away, and the look; what was read; or how two pictures compare. */
export type MarkResult = [pixels: Uint8Array, look: string] | Reading | Comparison;
