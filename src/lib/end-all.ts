import type { Logger } from "./log.ts";

/**
 * Waits for the end of several parts of the program. One that ends with an error, as when a busy database does not answer in time,
 * is logged: it keeps none of the others from ending, and the program from ending well.
 */
export async function endAll(
  log: Pick<Logger, "error">,
  endings: readonly Promise<unknown>[],
): Promise<void> {
  for (const ending of await Promise.allSettled(endings)) {
    if (ending.status === "rejected") log.error({ err: ending.reason }, "a part did not end well");
  }
}
