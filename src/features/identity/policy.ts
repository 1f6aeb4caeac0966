import type { Member } from "../../lib/actor.ts";

/** Everyone may change their own profile and nobody else's; admins have their own tools. */
export function canEditProfile(actor: Member, profile: { id: string }): boolean {
  return actor.userId === profile.id;
}

/** Once, unless the row still allows it (decisions: username). */
export function canChangeUsername(profile: { can_change_username: boolean }): boolean {
  return profile.can_change_username;
}
