import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { AccountSanction, ProfilePart } from "#app/rules/sanctions.ts";
import type { AccountBan } from "../commands/account-state.ts";

/** Why the account with this address is off; null when it is on, or when there is none. */
export async function banOf(db: Kysely<Database>, email: string): Promise<AccountBan | null> {
  const row = await db
    .selectFrom("users")
    .select(["ban_kind", "ban_until", "ban_reason", "ban_key"])
    .where("email", "=", email)
    .where("banned_at", "is not", null)
    .executeTakeFirst();
  if (!row?.ban_kind || !row.ban_reason || !row.ban_key) return null;
  return {
    kind: row.ban_kind as AccountSanction,
    until: row.ban_until,
    reason: row.ban_reason,
    key: row.ban_key,
  };
}

/** The deletion that an account waits for: its date, and the key of the page where it is kept. */
export type WaitingDeletion = { dueAt: Date; key: string };

/** The deletion that the account with this address or id waits for; null for none. */
export async function waitingDeletionOf(
  db: Kysely<Database>,
  whose: { email: string } | { id: string },
): Promise<WaitingDeletion | null> {
  const row = await db
    .selectFrom("users")
    .select(["delete_after", "delete_key"])
    .$if("email" in whose, (query) =>
      query.where("email", "=", "email" in whose ? whose.email : ""),
    )
    .$if("id" in whose, (query) => query.where("id", "=", "id" in whose ? whose.id : ""))
    .executeTakeFirst();
  if (!row?.delete_after || !row.delete_key) return null;
  return { dueAt: row.delete_after, key: row.delete_key };
}

/** Whether the member exists and their account is on. */
export async function isAccountOn(db: Kysely<Database>, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("users")
    .select("id")
    .where("id", "=", userId)
    .where("banned_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** What others see of a profile, also while the account is off. name: null where it is the username. For admins alone. */
export async function profileOf(
  db: Kysely<Database>,
  userId: string,
): Promise<Record<ProfilePart, string | null>> {
  const row = await db
    .selectFrom("users")
    .select(["username", "name", "last_name", "bio", "avatar_url", "cover_photo_url"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const isUsername = row.name === row.username && row.last_name === null;
  return {
    name: isUsername ? null : row.name,
    bio: row.bio,
    avatar: row.avatar_url,
    cover: row.cover_photo_url,
  };
}
