import type { Actor } from "../../lib/actor.ts";

/** Private collections are their owner's alone; not even admins look into them. */
export function canSeeCollection(
  actor: Actor,
  collection: { ownerId: string; isPublic: boolean },
): boolean {
  return collection.isPublic || actor.userId === collection.ownerId;
}

/** Only the owner arranges a collection. */
export function canEditCollection(actor: Actor, collection: { ownerId: string }): boolean {
  return actor.userId === collection.ownerId;
}
