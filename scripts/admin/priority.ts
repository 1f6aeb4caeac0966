import { readdirSync } from "node:fs";
import os from "node:os";

/**
 * Gives all threads of this process, and those they start later, a lower priority than that of a site beside it. An embedded
 * database started before keeps its own, for it may serve the site too. Only Linux has priorities of threads.
 */
export function letTheSiteGoFirst(): void {
  if (process.platform !== "linux") return;
  for (const thread of readdirSync("/proc/self/task")) {
    try {
      os.setPriority(Number(thread), os.constants.priority.PRIORITY_BELOW_NORMAL);
    } catch (error) {
      // A thread may have ended since the folder was read.
      if ((error as { info?: { code?: string } }).info?.code !== "ESRCH") throw error;
    }
  }
}
