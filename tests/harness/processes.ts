/** Processes of the system, as /proc shows them. */
import { readdir, readFile } from "node:fs/promises";

/** Ids of the living processes whose command line contains all texts. */
export async function processesWith(...texts: string[]): Promise<number[]> {
  const ids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
  const lines = await Promise.all(
    ids.map((pid) => readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")),
  );
  return ids.filter((_, index) => texts.every((text) => lines[index].includes(text)));
}

/** Whether there is a process of this id. */
export function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
