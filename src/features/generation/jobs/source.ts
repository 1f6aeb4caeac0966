import { EngineError } from "#app/adapters/engines/port.ts";
import type { Services } from "#app/services.ts";
import type { Generation } from "../commands/close.ts";

async function storageKeyOf(
  services: Pick<Services, "db">,
  row: Generation,
): Promise<string | undefined> {
  const table = row.source_picture_id ? "pictures" : "uploads";
  const id = row.source_picture_id ?? row.source_upload_id;
  if (!id) return undefined;
  const found = await services.db
    .selectFrom(table)
    .select("storage_key")
    .where("id", "=", id)
    .executeTakeFirst();
  return found?.storage_key;
}

/**
 * The file a remix starts from, as it is stored; undefined for a cast from words alone.
 * @throws EngineError when the source was deleted while the cast waited
 */
export async function sourceFile(
  services: Pick<Services, "db" | "storage">,
  row: Generation,
): Promise<Uint8Array | undefined> {
  if (row.kind === "create") return undefined;
  const key = await storageKeyOf(services, row);
  const file = key === undefined ? null : await services.storage.get(key);
  if (!file) {
    throw new EngineError("invalid-request", "The picture to start from is no longer there.");
  }
  return file.bytes;
}

/** The same as engines take it. @throws EngineError as `sourceFile` does */
export async function loadSource(
  services: Pick<Services, "db" | "imaging" | "storage">,
  row: Generation,
): Promise<{ bytes: Uint8Array; mime: string } | undefined> {
  const file = await sourceFile(services, row);
  return file && services.imaging.asSource(file);
}
