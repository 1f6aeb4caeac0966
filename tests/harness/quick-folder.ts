import { access, constants, mkdtemp, statfs } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { runFolder } from "./leftovers.ts";

/** What `statfs` calls a file system in memory. */
const tmpfs = 0x01021994;
const inMemory = "/dev/shm";
/** All folders of a run take less than this at any time. */
const roomBytes = 2 * 1024 ** 3;

/**
 * Where databases and data folders of tests are: in memory, on machines that have enough of it, else among the temporary files.
 * Each test file makes and drops a database of 900 files (docs/decisions/503-tests-keep-their-files-in-memory.md).
 */
export async function quickFolder(): Promise<string> {
  try {
    await access(inMemory, constants.W_OK);
    const { type, bavail, bsize } = await statfs(inMemory);
    const isRoomy = bavail * bsize >= roomBytes && process.availableMemory() >= 2 * roomBytes;
    return type === tmpfs && isRoomy ? inMemory : os.tmpdir();
  } catch {
    return os.tmpdir();
  }
}

/** A new folder that the caller removes; what a killed process leaves is deleted by a later run. Nothing in it need be executable. */
export async function quickTemporaryFolder(): Promise<string> {
  return mkdtemp(path.join(await quickFolder(), runFolder()));
}
