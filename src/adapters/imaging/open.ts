import type { Imaging } from "./port.ts";
import { openSharpImaging } from "./sharp.ts";

/** The imaging of the program: sharp is the only kind. */
export function openImaging(): Imaging {
  return openSharpImaging();
}
