import { t } from "#app/language/message.ts";

export type Tool = "brush" | "eraser" | "lasso" | "rectangle" | "frame" | "move";

/** The tools in the order of the bar, with the key that chooses each. */
export const tools: readonly { tool: Tool; label: string; key: string }[] = [
  { tool: "brush", label: t`Brush`, key: "b" },
  { tool: "eraser", label: t`Eraser`, key: "e" },
  { tool: "lasso", label: t`Lasso`, key: "l" },
  { tool: "rectangle", label: t`Rectangle`, key: "r" },
  { tool: "frame", label: t`Extend`, key: "x" },
  { tool: "move", label: t`Move`, key: "v" },
];

/** What is chosen in the bar and beside the picture. */
export type Hand = {
  tool: Tool;
  /** Diameter of the brush and the eraser, in pixels of the source. */
  size: number;
  /** Whether lasso and rectangle take away from the mask. */
  erases: boolean;
};
