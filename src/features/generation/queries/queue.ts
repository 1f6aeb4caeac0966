import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { toCasts, type Cast } from "./cast.ts";

/** A member's waiting casts in the order in which they are taken, and what is set aside for them. */
export type Queue = { items: Cast[]; held: number };

/** The waiting casts of a member, in their order. */
function waiting(db: Kysely<Database>, userId: string) {
  return (
    db
      .selectFrom("generations")
      .where("user_id", "=", userId)
      // A literal, so that the partial index of the queue serves.
      .where("state", "=", sql.lit("queued"))
      .orderBy("priority", "desc")
      .orderBy("created_at")
      .orderBy("id")
  );
}

/** Their ids, in their order. */
export async function waitingIds(db: Kysely<Database>, userId: string): Promise<string[]> {
  const rows = await waiting(db, userId).select("id").execute();
  return rows.map(({ id }) => id);
}

/** The member's queue. */
export async function memberQueue(db: Kysely<Database>, userId: string): Promise<Queue> {
  const rows = await waiting(db, userId).selectAll().execute();
  const items = await toCasts(db, userId, rows);
  return { items, held: rows.reduce((sum, { cost }) => sum + cost, 0) };
}
