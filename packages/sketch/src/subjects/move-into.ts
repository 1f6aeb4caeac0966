/** Brings things into a part of the picture. */
import { type MaskArea, fitInto } from "../mask-area.ts";
import type { Spot } from "./spots.ts";

/** Moves and shrinks things together so that all of them lie inside `area`. */
export function moveInto(
  area: MaskArea,
  plans: readonly (Spot & { aspect: number })[],
  frame: { w: number; h: number },
): void {
  const sides = plans.map(({ cx, height, aspect }) => [
    cx - (height * aspect) / 2,
    cx + (height * aspect) / 2,
  ]);
  const box = {
    left: Math.min(...sides.map(([left]) => left)),
    right: Math.max(...sides.map(([, right]) => right)),
    top: Math.min(...plans.map(({ baseY, height }) => baseY - height)),
    bottom: Math.max(...plans.map(({ baseY }) => baseY)),
  };
  const { scale, x, y } = fitInto(area, box, frame);
  const [middleX, middleY] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  for (const plan of plans) {
    plan.cx = x + (plan.cx - middleX) * scale;
    plan.baseY = y + (plan.baseY - middleY) * scale;
    plan.height *= scale;
  }
}
