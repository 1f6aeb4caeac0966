import path from "node:path";
import { openDisk } from "./disk.ts";
import type { Storage } from "./port.ts";

/** The store of this process: files under DATA_DIR/files. */
export function openStorage(env: { DATA_DIR: string }): Promise<Storage> {
  return openDisk(path.join(env.DATA_DIR, "files"));
}
