import type { FinishName } from "../types.ts";

/** Media that print on paper or in flat inks: film grain and vignette would betray them. */
const DRY: ReadonlySet<FinishName> = new Set([
  "pixel",
  "linocut",
  "pencil",
  "ink",
  "watercolor",
  "comic",
  "papercut",
  "risograph",
  "woodblock",
  "blueprint",
  "lowpoly",
  "gouache",
]);

/** Whether a medium has no film grain and no vignette; a picture without a medium may have both. */
export const isDry = (finish: FinishName | null): boolean => finish !== null && DRY.has(finish);
