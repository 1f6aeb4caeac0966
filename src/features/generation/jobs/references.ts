import { EngineError } from "#app/adapters/engines/port.ts";
import type { ReferencePicture } from "#app/rules/references.ts";
import type { Services } from "#app/services.ts";
import type { Generation } from "../commands/close.ts";
import { type KeptReference, referencesOf } from "../queries/references.ts";

async function storageKeyOf(
  { db }: Pick<Services, "db">,
  { pictureId, uploadId }: KeptReference,
): Promise<string | undefined> {
  const found = await db
    .selectFrom(pictureId === undefined ? "uploads" : "pictures")
    .select("storage_key")
    .where("id", "=", pictureId ?? uploadId ?? "")
    .executeTakeFirst();
  return found?.storage_key;
}

/**
 * The pictures that a cast refers to. Those of a mood board that are gone are left out.
 * @throws EngineError when one that the cast named was deleted while it waited
 */
export async function loadReferences(
  services: Pick<Services, "db" | "imaging" | "storage">,
  row: Generation,
): Promise<ReferencePicture[]> {
  const loaded: ReferencePicture[] = [];
  for (const reference of referencesOf(row)) {
    const key = await storageKeyOf(services, reference);
    const file = key === undefined ? null : await services.storage.get(key);
    if (file) {
      const { role, weight } = reference;
      const picture = await services.imaging.asSource(file.bytes);
      loaded.push({ ...picture, role, ...(weight !== undefined && { weight }) });
    } else if (!reference.fromKit) {
      throw new EngineError("invalid-request", "A picture that it refers to is no longer there.");
    }
  }
  return loaded;
}
