import type { Actor } from "#app/lib/actor.ts";

export type Ownership = { ownerId: string };
export type Visibility = Ownership & { isPublic: boolean; approved: boolean };

/** Owners and admins may ask for what others do not see (docs/product.md 4.12). */
export function canSeeHidden(actor: Actor, picture: Ownership): boolean {
  return actor.role === "admin" || (actor.role !== "guest" && actor.userId === picture.ownerId);
}

/** Everybody sees what is public and approved, the owner and admins all of it. */
export function canSee(actor: Actor, picture: Visibility): boolean {
  return (picture.isPublic && picture.approved) || canSeeHidden(actor, picture);
}

/** The owner's and admins' to change and to delete. */
export function canEdit(actor: Actor, picture: Ownership): boolean {
  return canSeeHidden(actor, picture);
}

/** The initial state of a picture: with MODERATION=before it waits for an admin (docs/product.md 4.12). */
export function stateOnArrival(moderation: "after" | "before") {
  return moderation === "before"
    ? ({ approved: false, status: "waiting" } as const)
    : ({ approved: true, status: "ready" } as const);
}
