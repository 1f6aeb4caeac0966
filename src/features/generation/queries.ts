import { sql, type Kysely } from "kysely";
import type { Database } from "../../db/schema.ts";
import { AppError } from "../../lib/errors.ts";
import { decodeCursor, encodeCursor } from "../../rules/page-cursor.ts";
import { toCasts, type Cast } from "./queries/cast.ts";

export { listEngines, type HealthWord } from "./queries/engines.ts";
export type { Cast } from "./queries/cast.ts";

/** The generation that a member's Idempotency-Key made. */
export async function castByKey(db: Kysely<Database>, userId: string, key: string) {
  return db
    .selectFrom("generations")
    .select(["id", "cost", "request_hash"])
    .where("user_id", "=", userId)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** An upload of the member's own. */
export async function ownUpload(db: Kysely<Database>, userId: string, uploadId: string) {
  return db
    .selectFrom("uploads")
    .select(["id", "storage_key"])
    .where("id", "=", uploadId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/**
 * The member's casts, newest first.
 * @throws AppError invalid-request for a cursor that no page handed out
 */
export async function castLog(
  db: Kysely<Database>,
  userId: string,
  page: { cursor?: string; limit: number },
): Promise<{ items: Cast[]; next: string | null }> {
  const place = page.cursor === undefined ? undefined : decodeCursor(page.cursor);
  if (place === null) {
    throw new AppError("invalid-request", {
      errors: [{ path: "cursor", code: "unknown", message: "This cursor is not known" }],
    });
  }
  const rows = await db
    .selectFrom("generations")
    .selectAll()
    .where("user_id", "=", userId)
    .$if(place !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${place?.createdAt}, ${place?.id}::uuid)`),
    )
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(page.limit + 1)
    .execute();
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return {
    items: await toCasts(db, userId, shown),
    next: last ? encodeCursor({ createdAt: last.created_at, id: last.id }) : null,
  };
}

/** One of the member's casts, or null: somebody else's is as absent as one that never was. */
export async function castById(
  db: Kysely<Database>,
  userId: string,
  id: string,
): Promise<Cast | null> {
  const rows = await db
    .selectFrom("generations")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .execute();
  const [cast] = await toCasts(db, userId, rows);
  return cast ?? null;
}

/** How many casts of all members wait and how many are being drawn, for the metrics. */
export async function castQueue(
  db: Kysely<Database>,
): Promise<{ queued: number; running: number }> {
  const row = await db
    .selectFrom("generations")
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere("state", "=", "queued").as("queued"),
      eb.fn.countAll<number>().filterWhere("state", "=", "running").as("running"),
    ])
    // Literals, so that the partial index of open casts serves.
    .where("state", "in", [sql.lit("queued"), sql.lit("running")])
    .executeTakeFirstOrThrow();
  return row;
}
