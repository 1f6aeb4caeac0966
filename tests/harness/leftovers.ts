import { readFile, readdir, readlink, rename, rm } from "node:fs/promises";
import path from "node:path";
import { until } from "./patience.ts";

/** Before the time at which a run began and the id of its process, in the name of its folder. */
const FOLDER_PREFIX = "echoform-test-";
const LEFTOVER_AGE_MS = 60 * 60 * 1000;

/** The name of a run's folder, up to what makes it unique. */
export const runFolder = () => `${FOLDER_PREFIX}${Date.now()}-${process.pid}-`;

/** A run may last longer than that on a busy machine, or have another clock: it has ended when its process has. */
function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The data folder that a server works in has its present name here, whatever it was called when the server started. */
const workingFolder = (pid: number) => readlink(`/proc/${pid}/cwd`).catch(() => null);

async function endServer(data: string): Promise<void> {
  const text = await readFile(path.join(data, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number(text.split("\n")[0]);
  if (!(pid > 0) || (await workingFolder(pid)) !== data) return;
  process.kill(pid, "SIGQUIT");
  await until(
    "the server of a killed run to end",
    () => workingFolder(pid),
    (folder) => folder !== data,
  );
}

/**
 * Deletes what killed runs left in a folder of temporary files, their servers included. Runs that start together share
 * the work: whoever renames a folder deletes it. What cannot be deleted is reported and left to a later run.
 * @returns how many folders were deleted
 */
export async function dropLeftovers(temporary: string): Promise<number> {
  let dropped = 0;
  for (const name of await readdir(temporary)) {
    if (!name.startsWith(FOLDER_PREFIX)) continue;
    const [startedAt, pid] = name.slice(FOLDER_PREFIX.length).split("-").map(Number);
    if (Date.now() - startedAt < LEFTOVER_AGE_MS || isRunning(pid)) continue;
    const claimed = path.join(temporary, `${runFolder()}${dropped}-dropped`);
    try {
      await rename(path.join(temporary, name), claimed);
    } catch {
      // Another run has it, or it belongs to somebody else.
      continue;
    }
    try {
      await endServer(path.join(claimed, "postgres", "data"));
      await rm(claimed, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
      dropped += 1;
    } catch (error) {
      process.stderr.write(`A folder of an earlier run could not be deleted: ${String(error)}\n`);
    }
  }
  return dropped;
}
