import { readdirSync } from "node:fs";
import os from "node:os";

/**
 * Lowers the priority of all threads of this process, and of those they start later, below that of the site. An
 * embedded database that was already running keeps its own, because it may serve the site too. Only Linux has thread
 * priorities.
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
