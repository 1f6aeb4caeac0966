/** Who may cast with an engine that an admin has set up. */

export const audiences = ["everyone", "plans", "admins"] as const;
export type Audience = (typeof audiences)[number];

/** Whether somebody belongs to those who may use an engine; admins always do. */
export function isInAudience(
  audience: Audience,
  member: { isAdmin: boolean; hasPlan: boolean },
): boolean {
  if (member.isAdmin || audience === "everyone") return true;
  return audience === "plans" && member.hasPlan;
}
