import type { Box } from "#app/rules/edit-area.ts";
import type { EditShape } from "#app/rules/edit-limits.ts";
import type { Blending } from "./blend.ts";

/** What passes to the thread of edits. Pixels are given away. */
export type EditJob =
  | { kind: "grey"; pixels: Uint8Array; channels: 3 | 4 }
  | {
      kind: "map";
      source: { width: number; height: number };
      mask: Uint8Array | null;
      shape: EditShape;
    }
  | ({ kind: "blend" } & Blending);

/** A mask and whether it is black; what changes and the box around it; a blended picture. All are given away. */
export type EditResult =
  | [grey: Uint8Array, isBlack: boolean]
  | [map: Uint8Array, changed: Box | null]
  | [base: Uint8Array];
