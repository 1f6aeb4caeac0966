import type { Frame } from "../core/frame.ts";
import type { SceneState } from "../types.ts";
import { shortSide } from "./plane.ts";

const STROKES = 6;

/** Stamps a small red seal with an invented sign into the lower right corner. */
export function stampSeal(frame: Frame, state: SceneState): void {
  const rng = state.rng("seal");
  const { canvas, context } = frame.canvas();
  const size = shortSide(frame) * 0.05;
  const left = frame.w * 0.9 - size;
  const top = frame.h * 0.9 - size;
  context.fillStyle = "rgba(178,34,34,.88)";
  context.beginPath();
  context.roundRect(left, top, size, size, size * 0.14);
  context.fill();
  context.strokeStyle = "rgba(250,240,225,.9)";
  context.lineWidth = size * 0.07;
  const within = (start: number) => start + size * rng.range(0.2, 0.8);
  for (let stroke = 0; stroke < STROKES; stroke++) {
    const fromX = within(left);
    const fromY = within(top);
    const toX = rng.chance(0.5) ? within(left) : fromX;
    const toY = rng.chance(0.5) ? fromY : within(top);
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    context.stroke();
  }
  frame.draw(canvas);
}
