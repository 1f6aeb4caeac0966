import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/**
 * Deletes notifications of others that a member's deeds led to, and events that repeat them. Groups that others lead keep
 * their text, without the member among their sources.
 * @returns how many notifications
 */
export async function eraseNotifications(
  tx: Transaction<Database>,
  userId: string,
  names: readonly string[],
): Promise<number> {
  const gone = await tx
    .deleteFrom("notifications")
    .where("actor_id", "=", userId)
    .where("user_id", "!=", userId)
    .executeTakeFirst();
  await sql`
    update notifications set sources = array_remove(sources, ${userId}::uuid)
    where user_id <> ${userId} and ${userId}::uuid = any(sources)`.execute(tx);
  await eraseEvents(tx, [userId, ...names]);
  return Number(gone.numDeletedRows);
}

/** Deletes notifications about pictures, and events that repeat them. @returns how many notifications */
export async function eraseNoticesOfPictures(
  tx: Transaction<Database>,
  ids: readonly string[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from notifications
    where image_id = any(${[...ids]}::uuid[]) or subject_id = any(${[...ids]}::uuid[])
       or sources && ${[...ids]}::uuid[]`.execute(tx);
  await eraseEvents(tx, ids);
  return Number(numAffectedRows);
}

/** Events are kept for a day, so that a tab which was away can catch up. One that is missing makes it read all anew. */
async function eraseEvents(tx: Transaction<Database>, words: readonly string[]): Promise<void> {
  await sql`
    delete from events e where exists (
      select from unnest(${[...words]}::text[]) as n (words) where strpos(lower(e.payload::text), lower(n.words)) > 0)`.execute(
    tx,
  );
}
