import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import { openEntryCache } from "#app/lib/entry-cache.ts";
import { failuresOf } from "#app/lib/rate-limit.ts";
import type { Services } from "#app/services.ts";

/**
 * Ends one of the actor's own sessions; it is invalid from the next request on.
 * @returns false when they have no such session
 */
export async function endSession(
  db: Kysely<Database>,
  actor: Member,
  id: string,
): Promise<boolean> {
  const ended = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("user_id", "=", actor.userId)
    .executeTakeFirst();
  return ended.numDeletedRows > 0n;
}

/**
 * Ends the actor's sessions but the one with this token.
 * @returns how many
 */
export async function endOtherSessions(
  db: Kysely<Database>,
  actor: Member,
  token: string,
): Promise<number> {
  const ended = await db
    .deleteFrom("sessions")
    .where("user_id", "=", actor.userId)
    .where("token", "!=", token)
    .executeTakeFirst();
  return Number(ended.numDeletedRows);
}

/** Ends the session with this token, which was not sent to anybody. */
export async function forgetSession(db: Kysely<Database>, token: string): Promise<void> {
  await db.deleteFrom("sessions").where("token", "=", token).execute();
}

/** Revokes a member's password reset links, after one was used or the password was changed. */
export async function forgetLinks(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom("verifications").where("value", "=", userId).execute();
}

/** Forgets the failed sign-ins of an account, from every network and every known browser, in every process. */
export async function forgetFailures(db: Kysely<Database>, email: string): Promise<void> {
  await db
    .deleteFrom("rate_limits")
    .where(sql<boolean>`starts_with(key, ${failuresOf(email)})`)
    .execute();
}

/** Milliseconds between two records of a session's use. */
const noteEveryMs = 5 * 60_000;

/**
 * Records when sessions are used, for their owners to see; rarely, and in the background.
 * @returns a function to call with the headers of each request of a member
 */
export function createSessionNotes({
  accounts,
  db,
  log,
}: Pick<Services, "accounts" | "db" | "log">): (headers: Headers) => void {
  const noted = openEntryCache<true>(10_000, { ttl: noteEveryMs });

  async function note(token: string): Promise<void> {
    const now = Date.now();
    await db
      .updateTable("sessions")
      .set({ updated_at: new Date(now) })
      .where("token", "=", token)
      .where("updated_at", "<", new Date(now - noteEveryMs))
      .execute();
  }

  return (headers) => {
    const token = accounts.sessionToken(headers);
    if (token === null || noted.has(token)) return;
    noted.set(token, true);
    note(token).catch((error: unknown) => log.debug({ err: error }, "session's use not noted"));
  };
}
