import { randomUUID } from "node:crypto";
import fs from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { AppError } from "#app/lib/errors.ts";
import { isStorageKey, type Storage, type StoredFile } from "./port.ts";

const DRAFTS = ".drafts";
/** What is read of a streamed file at a time. */
const pieceBytes = 64 * 1024;
const DRAFT_AGE_MS = 60 * 60 * 1000;
function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}

const isAbsent = (error: unknown) => ["ENOENT", "ENOTDIR", "EISDIR"].includes(codeOf(error));

function absent(error: unknown): null {
  if (isAbsent(error)) return null;
  throw error;
}

function explain(error: unknown): unknown {
  if (!["ENOSPC", "EDQUOT"].includes(codeOf(error))) return error;
  return new AppError("storage-full", { detail: "The disk for pictures is full", cause: error });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, "wx");
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and the ones above it, below a root that exists; each new name is on disk before the next. */
async function makeFolders(root: string, folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (!first) return;
  for (let made = folder; made.length >= first.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
    if (made === root) break;
  }
}

/** The first `size` bytes of an open file: into `room` if they fit, else into memory of their own. */
function readWhole(
  fd: number,
  size: number,
  room: Uint8Array | undefined,
  done: (error: Error | null, bytes: Buffer) => void,
): void {
  const bytes =
    room !== undefined && size <= room.byteLength
      ? Buffer.from(room.buffer, room.byteOffset, size)
      : Buffer.allocUnsafeSlow(size);
  const readFrom = (at: number) =>
    fs.read(fd, bytes, at, size - at, at, (error, bytesRead) => {
      const end = at + bytesRead;
      if (error || bytesRead === 0 || end === size) done(error, bytes.subarray(0, end));
      else readFrom(end);
    });
  if (size === 0) done(null, bytes);
  else readFrom(0);
}

/**
 * A whole file; null for what is no file or not there. By callbacks: handles and promises for each call took most of the time of
 * reading an original.
 */
function readFileInto(file: string, room: Uint8Array | undefined): Promise<StoredFile | null> {
  return new Promise((resolve, reject) => {
    fs.open(file, "r", (error, fd) => {
      if (error) {
        if (isAbsent(error)) resolve(null);
        else reject(error);
        return;
      }
      const end = (failed: Error | null, found: StoredFile | null) =>
        fs.close(fd, () => (failed ? reject(failed) : resolve(found)));
      fs.fstat(fd, (failed, facts) => {
        if (failed || !facts.isFile()) end(failed, null);
        else {
          readWhole(fd, facts.size, room, (broken, bytes) =>
            end(broken, { bytes, size: bytes.length, modified: facts.mtime }),
          );
        }
      });
    });
  });
}

async function dropOldDrafts(drafts: string): Promise<void> {
  for (const name of await readdir(drafts)) {
    const file = path.join(drafts, name);
    const found = await stat(file).catch(absent);
    if (found && Date.now() - found.mtimeMs > DRAFT_AGE_MS) await rm(file, { force: true });
  }
}

type Entry = { sortKey: string; key: string; isFolder: boolean };

async function entries(root: string, folderKey: string): Promise<Entry[]> {
  const found = await readdir(path.join(root, folderKey), { withFileTypes: true }).catch(absent);
  return (found ?? [])
    .filter((entry) => entry.name !== DRAFTS)
    .map((entry) => {
      const key = folderKey ? `${folderKey}/${entry.name}` : entry.name;
      const isFolder = entry.isDirectory();
      return { key, isFolder, sortKey: isFolder ? `${key}/` : key };
    })
    .toSorted((a, b) => (a.sortKey < b.sortKey ? -1 : 1));
}

async function* walk(root: string, folderKey: string, prefix: string): AsyncGenerator<string> {
  for (const entry of await entries(root, folderKey)) {
    // What somebody else put there is none of ours.
    if (!isStorageKey(entry.key)) continue;
    if (!entry.isFolder) {
      if (entry.key.startsWith(prefix)) yield entry.key;
    } else if (entry.sortKey.startsWith(prefix) || prefix.startsWith(entry.sortKey)) {
      yield* walk(root, entry.key, prefix);
    }
  }
}

/**
 * Files below one folder. A write goes to a draft, is forced to disk and then renamed, so that a crash leaves the old
 * file, the new one, or none.
 * @throws TypeError for a key that is not of the agreed form: keys are made by the program, so that is a bug.
 */
export async function openDisk(root: string): Promise<Storage> {
  const drafts = path.join(root, DRAFTS);
  await mkdir(drafts, { recursive: true });
  await dropOldDrafts(drafts);

  function fileOf(key: string): string {
    if (!isStorageKey(key)) throw new TypeError(`"${key}" is no storage key`);
    return path.join(root, key);
  }

  return {
    async put(key, bytes) {
      const file = fileOf(key);
      const draft = path.join(drafts, randomUUID());
      try {
        await writeSynced(draft, bytes);
        await makeFolders(root, path.dirname(file));
        await rename(draft, file);
        await syncFolder(path.dirname(file));
      } catch (error) {
        await rm(draft, { force: true });
        throw explain(error);
      }
    },
    get: async (key, room) => readFileInto(fileOf(key), room),
    async stream(key, part) {
      const handle = await open(fileOf(key), "r").catch(absent);
      if (handle === null) return null;
      try {
        const found = await handle.stat();
        if (found.isFile()) {
          const body = handle.createReadStream({ ...part, highWaterMark: pieceBytes });
          return { body, size: found.size, modified: found.mtime };
        }
      } catch (error) {
        await handle.close();
        throw error;
      }
      await handle.close();
      return null;
    },
    async head(key) {
      const found = await stat(fileOf(key)).catch(absent);
      return found?.isFile() ? { size: found.size, modified: found.mtime } : null;
    },
    async delete(key) {
      await rm(fileOf(key), { force: true });
    },
    list(prefix) {
      const lastSlash = prefix.lastIndexOf("/");
      const folderKey = lastSlash < 0 ? "" : prefix.slice(0, lastSlash);
      if (folderKey) fileOf(folderKey);
      return walk(root, folderKey, prefix);
    },
    async check() {
      const probe = path.join(drafts, randomUUID());
      try {
        await writeSynced(probe, new Uint8Array([1]));
      } catch (error) {
        throw explain(error);
      } finally {
        await rm(probe, { force: true });
      }
    },
  };
}
