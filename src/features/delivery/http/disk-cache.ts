import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { mkdir, open, readdir, rm, utimes } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { AppError } from "#app/lib/errors.ts";
import type { Logger } from "#app/lib/log.ts";
import type { Content } from "./response.ts";
import { contentOf, largestInMemory } from "./contents.ts";

// Those of node:fs/promises make an object for each open file, which costs more than the rest of the call.
const readFile = promisify(fs.readFile);
const rename = promisify(fs.rename);
const stat = promisify(fs.stat);
const writeFile = promisify(fs.writeFile);

export type DiskCache = {
  /** The file, or null; reading it marks it as recently used. */
  read(name: string): Promise<Content | null>;
  /**
   * Stores a file; readers see all of it or nothing. A full disk is not an error: the file is then not cached.
   * @returns whether it was kept
   */
  write(name: string, bytes: Uint8Array): Promise<boolean>;
  /** Ends when all that was given to write is written. */
  flush(): Promise<void>;
  /** Deletes the files whose names begin so. */
  forget(start: string): Promise<void>;
  /** The names of all files. */
  names(): Promise<string[]>;
  /** Deletes the least recently read files until four fifths of the quota are used. */
  sweep(): Promise<void>;
};

/** A read refreshes a file's time only when that is older than this, so that most reads write nothing. */
const refreshMs = 60 * 60 * 1000;
const swept = 0.8;

type Entry = { file: string; size: number; usedMs: number };

async function entriesOf(folder: string): Promise<Entry[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const entries: Entry[] = [];
  for (const entry of found) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const facts = await stat(file).catch(() => null);
    if (facts !== null) entries.push({ file, size: facts.size, usedMs: facts.mtimeMs });
  }
  return entries;
}

/** A file deleted before a reader opens it is made again at the next request. */
const gone = () => new AppError("unavailable", { retryAfterSeconds: 1 });

function largeFile(file: string, size: number): Content {
  return {
    size,
    bytes: null,
    async open(part) {
      const handle = await open(file, "r").catch((error: unknown) => {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") throw gone();
        throw error;
      });
      return handle.createReadStream(part ?? {});
    },
  };
}

/**
 * A folder of files that can all be made again, of at most `quota` bytes.
 * Names are the program's own (digest, size, format), never from a request.
 */
export function createDiskCache(folder: string, quota: number, log: Logger): DiskCache {
  /** Bytes in the folder; unknown until the first sweep has counted them. */
  let used: number | null = null;
  let sweeping: Promise<void> | null = null;
  const folders = new Set<string>();
  const writing = new Set<Promise<boolean>>();
  const fileOf = (name: string) => path.join(folder, name.slice(0, 2), name);

  async function makeRoom(): Promise<void> {
    const entries = (await entriesOf(folder)).toSorted((a, b) => a.usedMs - b.usedMs);
    let total = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (total > quota) {
      for (const entry of entries) {
        if (total <= quota * swept) break;
        await rm(entry.file, { force: true });
        total -= entry.size;
      }
    }
    used = total;
  }

  const sweep = (): Promise<void> => {
    sweeping ??= makeRoom()
      .catch((error: unknown) => log.warn({ err: error }, "cannot sweep the cache of variants"))
      .finally(() => {
        sweeping = null;
      });
    return sweeping;
  };

  async function store(name: string, bytes: Uint8Array): Promise<boolean> {
    const file = fileOf(name);
    const draft = path.join(folder, `${randomUUID()}.draft`);
    try {
      const parent = path.dirname(file);
      if (!folders.has(parent)) await mkdir(parent, { recursive: true });
      folders.add(parent);
      await writeFile(draft, bytes, { flag: "wx" });
      await rename(draft, file);
    } catch (error) {
      // Somebody may have emptied the cache by hand.
      folders.clear();
      await rm(draft, { force: true }).catch(() => undefined);
      log.warn({ err: error }, "cannot cache a variant on disk");
      return false;
    }
    if (used !== null) used += bytes.byteLength;
    if (used === null || used > quota) await sweep();
    return true;
  }

  return {
    sweep,
    async forget(start) {
      const parent = path.dirname(fileOf(start));
      const names = await readdir(parent).catch(() => []);
      for (const name of names) {
        if (name.startsWith(start)) await rm(path.join(parent, name), { force: true });
      }
    },
    async names() {
      const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
      return found.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    async read(name) {
      const file = fileOf(name);
      const facts = await stat(file).catch(() => null);
      if (facts === null || !facts.isFile() || facts.size === 0) return null;
      if (Date.now() - facts.mtimeMs > refreshMs) {
        const now = new Date();
        await utimes(file, now, now).catch(() => undefined);
      }
      if (facts.size > largestInMemory) return largeFile(file, facts.size);
      const bytes = await readFile(file).catch(() => null);
      return bytes === null ? null : contentOf(bytes);
    },
    write(name, bytes) {
      const written = store(name, bytes).finally(() => writing.delete(written));
      writing.add(written);
      return written;
    },
    async flush() {
      await Promise.all(writing);
    },
  };
}
