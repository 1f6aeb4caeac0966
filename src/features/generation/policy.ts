import type { Actor } from "#app/lib/actor.ts";

export type CastState = "queued" | "running" | "done" | "failed" | "cancelled";

/** Casts are their member's alone; admins see pictures, not casts. */
export function canSeeCast(actor: Actor, cast: { userId: string }): boolean {
  return actor.userId === cast.userId;
}

/** A cast can be cancelled until it is over. */
export function canCancel(state: CastState): boolean {
  return state === "queued" || state === "running";
}
