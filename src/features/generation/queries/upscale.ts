import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** The engine id of casts that the offline helper enlarges; never a real engine's id. */
export const helperId = "helper:upscale";

/** A member's own picture, as far as enlarging it needs. */
export async function pictureToEnlarge(db: Kysely<Database>, ownerId: string, id: string) {
  return db
    .selectFrom("pictures")
    .select(["id", "title", "prompt", "width", "height", "is_public", "status", "gen_meta"])
    .where("id", "=", id)
    .where("owner_id", "=", ownerId)
    .where("removed_at", "is", null)
    .executeTakeFirst();
}

/** The cast that drew a picture and the picture's index in it; null where the log does not hold it any more. */
export async function originOf(db: Kysely<Database>, pictureId: string | null) {
  if (pictureId === null) return null;
  const row = await db
    .selectFrom("pictures as p")
    .innerJoin("generations as g", "g.id", "p.generation_id")
    .selectAll("g")
    .select("p.generation_index as index")
    .where("p.id", "=", pictureId)
    .executeTakeFirst();
  if (!row || row.index === null) return null;
  const { index, ...cast } = row;
  return { cast, index };
}

/** The texts that an enlarged picture keeps from its source. */
export async function wordsToKeep(db: Kysely<Database>, pictureId: string | null) {
  if (pictureId === null) return undefined;
  return db
    .selectFrom("pictures")
    .select(["title", "prompt", "prompt_hidden as promptHidden", "license"])
    .where("id", "=", pictureId)
    .executeTakeFirst();
}

/** Whether a moderator has rejected or removed a picture. */
export async function isRefused(db: Kysely<Database>, pictureId: string | null): Promise<boolean> {
  if (pictureId === null) return false;
  const row = await db
    .selectFrom("pictures")
    .select(sql<boolean>`(status = 'rejected' or removed_at is not null)`.as("isRefused"))
    .where("id", "=", pictureId)
    .executeTakeFirst();
  return row?.isRefused === true;
}
