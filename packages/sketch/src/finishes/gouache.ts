import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { pressOnPaper } from "./paper.ts";
import { shortSide } from "./plane.ts";
import { posterise } from "./posterise.ts";
import { simplifyInPlace } from "./simplify.ts";

/** Flat, opaque patches of poster colour on toothed paper. */
export function gouache(frame: Frame, state: SceneState): void {
  simplifyInPlace(frame, shortSide(frame) * 0.008, state);
  posterise(frame, state, 9, 1.12);
  pressOnPaper(frame, state, 0.035);
}
