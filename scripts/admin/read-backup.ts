/** A backup is read and verified completely before a restore changes anything. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readFile } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { z } from "zod";
import {
  fileLineSchema,
  fileList,
  manifestFile,
  readManifest,
  storedFile,
  tableFile,
  type Manifest,
} from "#app/features/admin/jobs/backup-format.ts";

export type SavedFile = z.infer<typeof fileLineSchema>;

/** @throws Error with one sentence that names the file, if there is no finished backup or its manifest is damaged */
export async function openManifest(folder: string): Promise<Manifest> {
  const file = manifestFile(folder);
  const content = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
    throw new Error(`${file} cannot be read (${error.code}).`, { cause: error });
  });
  if (content === null) {
    throw new Error(
      `${folder} holds no finished backup: backup.json, which is written last, is missing.`,
    );
  }
  return readManifest(file, content);
}

/** A file does not match its checksum. */
export const changed = (file: string) => new Error(`${file} does not match its checksum.`);

/** @throws Error that names the file if it does not match the checksum */
async function assertSame(file: string, sha256: string): Promise<void> {
  const hash = createHash("sha256");
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`${file} ${code === "ENOENT" ? "is missing" : "cannot be read"} (${code}).`, {
      cause: error,
    });
  }
  if (hash.digest("hex") !== sha256) throw changed(file);
}

function parseFileLine(list: string, line: string, index: number): SavedFile {
  try {
    return fileLineSchema.parse(JSON.parse(line));
  } catch (error) {
    throw new Error(`${list} is damaged in line ${index + 1}.`, { cause: error });
  }
}

/**
 * Reads all of a backup once.
 * @returns the files to restore
 * @throws Error that names the first file that is missing or changed
 */
export async function verified(folder: string, manifest: Manifest): Promise<SavedFile[]> {
  for (const table of manifest.tables)
    await assertSame(tableFile(folder, table.name), table.sha256);
  const list = fileList(folder);
  await assertSame(list, manifest.files.sha256);
  const lines = (await readFile(list, "utf8")).split("\n").filter(Boolean);
  const files = lines.map((line, index) => parseFileLine(list, line, index));
  if (files.length !== manifest.files.count) throw changed(list);
  for (const { key, sha256 } of files) await assertSame(storedFile(folder, key), sha256);
  return files;
}
