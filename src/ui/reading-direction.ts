import { direction } from "#app/language/message.ts";

/** Whether lines are read from right to left, so that "next" is to the left. */
export const isRightToLeft = direction() === "rtl";

/** The arrow keys that point to what comes next and to what came before. */
export const [nextArrow, previousArrow] = isRightToLeft
  ? (["ArrowLeft", "ArrowRight"] as const)
  : (["ArrowRight", "ArrowLeft"] as const);
