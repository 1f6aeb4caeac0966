import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { paintWithBrush } from "./brush.ts";

/** Thick oil in three coats, with the relief of the paint. */
export function oil(frame: Frame, state: SceneState): void {
  paintWithBrush(frame, state, {
    sizes: [0.02, 0.0108, 0.0068],
    spacing: 1.18,
    drift: 0.035,
    length: 4,
    opacity: 0.95,
    bristles: 3,
    colour: 1.08,
    threshold: 0.055,
    impasto: 0.45,
    swirls: true,
    keepDetail: 0.25,
  });
}

/** Thin digital paint that keeps the drawing's detail. */
export function painterly(frame: Frame, state: SceneState): void {
  paintWithBrush(frame, state, {
    sizes: [0.0145, 0.0088],
    spacing: 1.06,
    drift: 0.022,
    length: 4,
    opacity: 0.92,
    bristles: 2,
    colour: 1.04,
    threshold: 0.035,
    impasto: 0,
    swirls: true,
    keepDetail: 0.55,
  });
}

/** Short, bright, broken dabs in two full coats. */
export function impressionist(frame: Frame, state: SceneState): void {
  paintWithBrush(frame, state, {
    sizes: [0.016, 0.0092],
    spacing: 1.06,
    drift: 0.085,
    length: 2,
    opacity: 0.94,
    bristles: 2,
    colour: 1.28,
    threshold: 0,
    impasto: 0.5,
    swirls: true,
    keepDetail: 0,
  });
}
