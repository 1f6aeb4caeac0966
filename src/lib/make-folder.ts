import { mkdir, stat } from "node:fs/promises";
import path from "node:path";

/**
 * Creates a folder and its parents, closed to other users. One by one: Node's `recursive` never returns below /proc.
 * @throws the error of the system for the first that cannot be made
 */
export async function makeFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found?.isDirectory()) return;
  const parent = path.dirname(folder);
  if (!found && parent !== folder) await makeFolder(parent);
  await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
    // Another process may have created it just now; a file in the way stays an error.
    const made = error.code === "EEXIST" ? await stat(folder) : null;
    if (!made?.isDirectory()) throw error;
  });
}
