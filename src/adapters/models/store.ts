/** The folder that keeps files of models: whole ones by their hash in `blobs`, and what is being fetched in `parts`. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  lstat,
  open,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { z } from "zod";
import { makeFolder } from "#app/lib/make-folder.ts";
import { dropPart } from "./part.ts";

/** What is known of a kept file, to see at a glance whether it is still the same. */
const manifest = z.strictObject({ bytes: z.number(), modified: z.number() });

const readBytes = 1024 * 1024;
const named = /^sha256-([0-9a-f]{64})/;

export type Store = {
  partOf(sha256: string): string;
  blobOf(sha256: string): string;
  /** Where the bytes of a kept file are: its blob, or the file of another folder that the blob links to. */
  pathOf(sha256: string): Promise<string>;
  /** Makes the folders. @throws the system's error */
  prepare(): Promise<void>;
  space(): Promise<{ free: number; total: number }>;
  /** Whether a whole file is here, by its size and time. */
  has(sha256: string): Promise<boolean>;
  /** Takes a finished part. */
  keep(sha256: string): Promise<void>;
  /** Notes a file that was linked. */
  note(sha256: string): Promise<void>;
  /** Deletes a kept file. @returns bytes that became free */
  drop(sha256: string): Promise<number>;
  /** Deletes a part. @returns bytes that became free */
  dropPart(sha256: string): Promise<number>;
  /** Hashes of all that is kept, and of all parts. */
  names(kind: "blobs" | "parts"): Promise<string[]>;
};

/** The sha256 of a file, 64 hexadecimal digits. @throws the signal's reason; the system's error */
export async function hashOf(file: string, signal?: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const bytes = createReadStream(file, { highWaterMark: readBytes });
  await pipeline(bytes, hash, { signal });
  return hash.digest("hex");
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The folder, or the nearest above it that is there. */
async function existing(folder: string): Promise<string> {
  const found = await stat(folder).catch(() => null);
  const parent = path.dirname(folder);
  return found !== null || parent === folder ? folder : existing(parent);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** @param modelsDir absolute path; made by `prepare` */
export function openStore(modelsDir: string): Store {
  const blobs = path.join(modelsDir, "blobs");
  const parts = path.join(modelsDir, "parts");
  const blobOf = (sha256: string) => path.join(blobs, `sha256-${sha256}`);
  const noteOf = (sha256: string) => `${blobOf(sha256)}.json`;
  const partOf = (sha256: string) => path.join(parts, `sha256-${sha256}.part`);

  const note = async (sha256: string) => {
    const { size, mtimeMs } = await stat(blobOf(sha256));
    await writeFile(noteOf(sha256), JSON.stringify({ bytes: size, modified: mtimeMs }));
    await syncFolder(blobs);
  };

  return {
    partOf,
    blobOf,
    note,
    pathOf: (sha256) => readlink(blobOf(sha256)).catch(() => blobOf(sha256)),
    async prepare() {
      await makeFolder(blobs);
      await makeFolder(parts);
    },
    async space() {
      const { bavail, blocks, bsize } = await statfs(await existing(modelsDir));
      return { free: bavail * bsize, total: blocks * bsize };
    },
    async has(sha256) {
      const text = await readFile(noteOf(sha256), "utf8").catch(() => null);
      const found = await stat(blobOf(sha256)).catch(() => null);
      if (text === null || found === null || !found.isFile()) return false;
      const known = manifest.safeParse(parsed(text)).data;
      return known?.bytes === found.size && known.modified === found.mtimeMs;
    },
    async keep(sha256) {
      await rename(partOf(sha256), blobOf(sha256));
      await note(sha256);
      await dropPart(partOf(sha256));
    },
    async drop(sha256) {
      const found = await lstat(blobOf(sha256)).catch(() => null);
      await rm(noteOf(sha256), { force: true });
      await rm(blobOf(sha256), { force: true });
      // A link, or a file that has another name too, in somebody's own folder, frees nothing.
      return found?.isFile() === true && found.nlink === 1 ? found.size : 0;
    },
    async dropPart(sha256) {
      const found = await stat(partOf(sha256)).catch(() => null);
      await dropPart(partOf(sha256));
      // What a part skips takes no room.
      return found === null ? 0 : Math.min(found.size, found.blocks * 512);
    },
    async names(kind) {
      const entries = await readdir(kind === "blobs" ? blobs : parts).catch(() => []);
      const hashes = entries.flatMap((name) => named.exec(name)?.[1] ?? []);
      return [...new Set(hashes)].toSorted();
    },
  };
}
