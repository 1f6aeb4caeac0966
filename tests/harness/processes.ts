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
