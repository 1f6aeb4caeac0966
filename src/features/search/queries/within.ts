import type { Kysely } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { Actor } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import { collectionPage } from "#app/features/collections/queries.ts";
import { creatorByUsername } from "#app/features/social/queries.ts";
import type { Scope } from "./scope.ts";

/**
 * The scope that `within` of the API names.
 * @throws AppError unauthenticated for likes of a guest; not-found for what the viewer may not open
 */
export async function scopeOf(db: Kysely<Database>, viewer: Actor, within: string): Promise<Scope> {
  if (within === "likes") {
    if (viewer.role === "guest") throw new AppError("unauthenticated");
    return { viewer, kind: "likes" };
  }
  if (within.startsWith("@")) {
    const creator = await creatorByUsername(db, within.slice(1));
    if (creator === null) throw new AppError("not-found", { detail: t`Creator not found` });
    return { viewer, kind: "creator", id: creator.id };
  }
  const collection = await collectionPage(db, { id: within, limit: 1 }, viewer);
  if (collection === null) throw new AppError("not-found", { detail: t`Collection not found` });
  return { viewer, kind: "collection", id: collection.id };
}
