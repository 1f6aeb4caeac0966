import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Likes and follows that one call takes back: each changes the counts of somebody else's row. */
const most = 500;

/**
 * Takes back likes and follows of a member, 500 at a time; triggers put the counts of others right.
 * @returns how many; both 0 when there are none left
 */
export async function eraseActivity(
  tx: Transaction<Database>,
  userId: string,
): Promise<{ likes: number; follows: number }> {
  const likes = await sql`
    delete from likes where user_id = ${userId} and picture_id in (
      select picture_id from likes where user_id = ${userId} order by picture_id limit ${most})`.execute(
    tx,
  );
  const follows = await sql`
    delete from follows where (follower_id, creator_id) in (
      select follower_id, creator_id from follows
      where follower_id = ${userId} or creator_id = ${userId} order by creator_id limit ${most})`.execute(
    tx,
  );
  await sql`delete from activity_outbox where user_id = ${userId} or actor_id = ${userId}`.execute(
    tx,
  );
  return {
    likes: Number(likes.numAffectedRows ?? 0n),
    follows: Number(follows.numAffectedRows ?? 0n),
  };
}
