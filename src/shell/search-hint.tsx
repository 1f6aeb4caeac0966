import { readStored, writeStored } from "#app/ui/stored.ts";

/** The local flag of a visitor who has seen the search hint. See docs/product.md 3.2. */
const hintFlag = "searchHintShown";

/** Whether the hint is to be shown now: once ever, with the first typed character. See docs/product.md 8.4. */
export function takeHint(): boolean {
  if (readStored(hintFlag)) return false;
  writeStored(hintFlag, "true");
  return true;
}
