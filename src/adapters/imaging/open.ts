import type { Logger } from "#app/lib/log.ts";
import type { Imaging } from "./port.ts";
import { openSharpImaging } from "./sharp.ts";

/** The imaging of the program: sharp is the only kind. */
export function openImaging(log: Logger): Imaging {
  return openSharpImaging(undefined, (error) =>
    log.warn({ err: error }, "cannot read the settings of a picture"),
  );
}
