/** One at a time over all processes of this machine, by a file that says who is at work. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { isAlive, markOf, type ProcessMark } from "#app/db/embedded/process.ts";

const lookEveryMs = 250;

async function holderOf(file: string): Promise<ProcessMark | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as ProcessMark;
  } catch {
    return null;
  }
}

async function take(file: string, mine: string): Promise<boolean> {
  try {
    await writeFile(file, mine, { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}

/**
 * Does `work` while no other process does it under the same file; waits for one that does. A file that a killed process
 * left counts for nothing.
 */
export async function oneAtATime<T>(
  file: string,
  signal: AbortSignal,
  work: () => Promise<T>,
): Promise<T> {
  const mine = JSON.stringify(await markOf(process.pid));
  while (!(await take(file, mine))) {
    const holder = await holderOf(file);
    if (holder !== null && (await isAlive(holder))) {
      await pause(lookEveryMs, undefined, { signal });
      continue;
    }
    // Written a moment ago, or left behind: another look tells.
    await pause(lookEveryMs, undefined, { signal });
    const again = await holderOf(file);
    if (again === null || !(await isAlive(again))) await rm(file, { force: true });
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}
