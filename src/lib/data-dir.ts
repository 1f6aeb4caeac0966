/** DATA_DIR: created, checked and closed to other users before anything in it is opened. */
import { access, chmod, constants, readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { Logger } from "./log.ts";
import { makeFolder } from "./make-folder.ts";

/** What the program writes there. A folder with anything else belongs to somebody else and is not closed as a whole. */
export const ownFolders = [
  "files",
  "cache",
  "mail",
  "models",
  "postgres",
  "runtime",
  "vite",
] as const;
/** Files of ours, and what operators and disks put beside them. */
const expected = /^(?:auth-secret|postgres\.log|backups?$|lost\+found$)/;

const reasons: Readonly<Record<string, string>> = {
  EROFS: "the disk is read-only: set DATA_DIR to a folder on another",
  ENOSPC: "the disk is full: free some of it",
  EDQUOT: "the disk is full: free some of it",
  ENOTDIR: "a file is in the way: move it, or set DATA_DIR to another",
  EEXIST: "a file is in the way: move it, or set DATA_DIR to another",
  EACCES: "this user may not write there: change its owner, or set DATA_DIR to another",
  EPERM: "this user may not write there: change its owner, or set DATA_DIR to another",
};

const others = 0o077;
const groupMayEnter = 0o010;

/** Removes other users' permissions on a folder. Root lets the database's account through by its group. */
async function close(folder: string): Promise<void> {
  const found = await stat(folder).catch(() => null);
  if (!found?.isDirectory()) return;
  const kept = process.getuid?.() === 0 ? groupMayEnter : 0;
  const mode = found.mode & 0o7777 & ~(others & ~kept);
  if (mode !== (found.mode & 0o7777)) await chmod(folder, mode);
}

/**
 * Creates DATA_DIR if missing and removes other users' read permissions in it.
 * @throws Error of one sentence that names the folder and says what to do
 */
export async function prepareDataDir(folder: string, log: Logger): Promise<void> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const names = await readdir(folder);
    const foreign = names.find((name) => !isOwn(name));
    for (const name of ownFolders.filter((each) => each !== "postgres")) {
      await close(path.join(folder, name));
    }
    if (foreign === undefined) await close(folder);
    else
      log.warn(
        { folder, foreign },
        "DATA_DIR contains other files too; its permissions are left unchanged",
      );
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (code === "") throw error;
    const reason = reasons[code] ?? "no folder can be there: set DATA_DIR to another";
    throw new Error(`The data folder ${folder} cannot be used (${code}): ${reason}.`, {
      cause: error,
    });
  }
}

function isOwn(name: string): boolean {
  return ownFolders.some((own) => own === name) || expected.test(name);
}
