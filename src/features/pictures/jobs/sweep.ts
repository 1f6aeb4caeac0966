import { digestOfKey, originalKeys } from "#app/rules/picture-files.ts";
import type { Services } from "#app/services.ts";
import { deleteUnlessNamed } from "../commands/files.ts";

type SweepServices = Pick<Services, "db" | "log" | "storage">;

/** Younger files may belong to a transaction that is still open. */
const orphanAgeMs = 60 * 60 * 1000;
/** Files looked up per batch. */
const batchSize = 500;

type Area = {
  prefix: string;
  table: "pictures" | "uploads";
  /** Storage keys, one of which is in the row that a file belongs to; null for a file that is left alone. */
  rowKeys(key: string): string[] | null;
};

/** An original that nobody knows by this name goes. */
function originalsOf(key: string): string[] | null {
  return digestOfKey(key) === null ? null : [key];
}

/** A variant goes with the original that it was made from, whichever form that has. */
function originalsOfVariant(key: string): string[] | null {
  const digest = digestOfKey(key);
  return digest === null ? null : originalKeys(digest);
}

const areas: readonly Area[] = [
  { prefix: "pictures/", table: "pictures", rowKeys: originalsOf },
  { prefix: "variants/", table: "pictures", rowKeys: originalsOfVariant },
  { prefix: "uploads/", table: "uploads", rowKeys: (key) => [key] },
];

/** Deletes the files of a batch that no row names and that are old enough. @returns their keys */
async function sweepBatch(
  services: SweepServices,
  area: Area,
  files: ReadonlyMap<string, string[]>,
  olderThan: Date,
): Promise<string[]> {
  const { db, storage } = services;
  const rows = await db
    .selectFrom(area.table)
    .select("storage_key")
    .where("storage_key", "in", [...new Set([...files.values()].flat())])
    .execute();
  const named = new Set(rows.map((row) => row.storage_key));
  const swept: string[] = [];
  for (const [key, rowKeys] of files) {
    if (rowKeys.some((rowKey) => named.has(rowKey))) continue;
    const file = await storage.head(key);
    if (file === null || file.modified >= olderThan) continue;
    if (await deleteUnlessNamed(services, key)) swept.push(key);
  }
  return swept;
}

/**
 * Deletes files of pictures and uploads that have no row: left by a crash or a lost connection between writing a file
 * and its transaction.
 * @returns the keys that were deleted.
 */
export async function sweepOrphans(
  services: SweepServices,
  olderThan = new Date(Date.now() - orphanAgeMs),
): Promise<string[]> {
  const swept: string[] = [];
  for (const area of areas) {
    let batch = new Map<string, string[]>();
    for await (const key of services.storage.list(area.prefix)) {
      const rowKeys = area.rowKeys(key);
      if (rowKeys === null) continue;
      batch.set(key, rowKeys);
      if (batch.size < batchSize) continue;
      swept.push(...(await sweepBatch(services, area, batch, olderThan)));
      batch = new Map();
    }
    if (batch.size > 0) swept.push(...(await sweepBatch(services, area, batch, olderThan)));
  }
  if (swept.length > 0) {
    services.log.info({ files: swept.length }, "files without a row were deleted");
  }
  return swept;
}
