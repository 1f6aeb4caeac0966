import { stat } from "node:fs/promises";
import { ModelFileError } from "#app/adapters/models/port.ts";
import type { CatalogueModel, InstalledFile, ModelFile } from "#app/rules/local-models.ts";
import { spareBytes } from "#app/rules/model-states.ts";
import type { Services } from "#app/services.ts";
import type { Statement } from "../queries/rows.ts";

type FileServices = Pick<Services, "modelFiles">;

type Whole = ModelFile & Statement;

/** Files of a model as they are found before anything is fetched. */
export type Inventory = {
  /** The entry with the sizes and revisions that the hub stated. */
  entry: CatalogueModel;
  here: InstalledFile[];
  missing: Whole[];
  /** What the hub stated of files without a known hash; until it is confirmed nothing is fetched. */
  unconfirmed: Statement[];
};

/** @throws ModelFileError where the hub has another file than the catalogue says */
function assertSame(file: ModelFile, stated: { sha256: string; bytes: number }): void {
  const isSame =
    (file.sha256 === null || file.sha256 === stated.sha256) &&
    (file.bytes === null || file.bytes === stated.bytes);
  if (isSame) return;
  throw new ModelFileError("changed", { file: file.path, host: file.repo });
}

/**
 * Looks for the files of a model, and asks the hub for what the catalogue does not know.
 * @param isDeep read the files that are here again, and hash them
 * @param onChecked called with the bytes of files that were found whole
 * @throws ModelFileError
 */
export async function lookAt(
  { modelFiles }: FileServices,
  entry: CatalogueModel,
  {
    isDeep,
    signal,
    onChecked,
  }: { isDeep: boolean; signal: AbortSignal; onChecked: (bytes: number) => void },
): Promise<Inventory> {
  const here: InstalledFile[] = [];
  const missing: Whole[] = [];
  const unconfirmed: Statement[] = [];
  const files: ModelFile[] = [];
  for (const file of entry.files) {
    signal.throwIfAborted();
    const { role, path, sha256 } = file;
    const found = sha256 === null ? null : await modelFiles.find(sha256, isDeep);
    if (sha256 !== null && found !== null) {
      const { size } = await stat(found);
      here.push({ role, path: found, bytes: size, sha256 });
      files.push({ ...file, bytes: size });
      onChecked(size);
      continue;
    }
    const stated = await modelFiles.state(file, signal);
    assertSame(file, stated);
    if (sha256 === null) {
      unconfirmed.push({ path, ...stated });
      files.push(file);
    } else {
      missing.push({ ...file, ...stated });
      files.push({ ...file, bytes: stated.bytes, revision: stated.revision });
    }
  }
  return { entry: { ...entry, files }, here, missing, unconfirmed };
}

/**
 * Fetches the missing files, one after the other.
 * @param onBytes called with the bytes of these files that are on disk
 * @returns all files, in the order of the entry
 * @throws ModelFileError, "no-space" before the first byte where the disk has too little room for all
 */
export async function fetchFiles(
  { modelFiles }: FileServices,
  { entry, here, missing }: Inventory,
  signal: AbortSignal,
  onBytes: (done: number) => void,
): Promise<InstalledFile[]> {
  const wanted = missing.reduce((sum, { bytes }) => sum + bytes, 0);
  const { free } = await modelFiles.space();
  if (missing.length > 0 && wanted + spareBytes > free) {
    throw new ModelFileError("no-space", { needed: wanted + spareBytes, free });
  }
  const files = [...here];
  let before = 0;
  for (const file of missing) {
    const path = await modelFiles.download(file, signal, ({ bytes }) => onBytes(before + bytes));
    before += file.bytes;
    onBytes(before);
    files.push({ role: file.role, path, bytes: file.bytes, sha256: file.sha256 });
  }
  // Two roles may share a file, so that the entry's order counts and not the hash.
  return entry.files.flatMap(
    ({ role, sha256 }) => files.find((file) => file.sha256 === sha256 && file.role === role) ?? [],
  );
}
