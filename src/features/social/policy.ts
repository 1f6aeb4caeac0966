import type { Member } from "#app/lib/actor.ts";

/** Everybody but oneself can be followed. */
export function canFollow(actor: Member, creator: { id: string }): boolean {
  return actor.userId !== creator.id;
}
