import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { isUuid } from "#app/rules/picture-filename.ts";
import { toCasts, type Cast } from "./queries/cast.ts";

export { listEngines, type HealthWord } from "./queries/engines.ts";
export type { Cast } from "./queries/cast.ts";
export { castsOfHolds, spending } from "./queries/usage.ts";
export { placesOf } from "./queries/places.ts";
export { sharedKitsOf } from "./queries/kits.ts";
export { castLog } from "./queries/log.ts";
export { promptRefusals, type PromptRefusal } from "./queries/prompt-refusals.ts";
export { reportedCasts, type ReportedCast } from "./queries/service-reports.ts";
export { promptRules, type PromptRule } from "./queries/prompt-rules.ts";

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
    .select(["id", "storage_key", "width", "height"])
    .where("id", "=", uploadId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** One of the member's casts, or null, also for somebody else's. */
export async function castById(
  db: Kysely<Database>,
  userId: string,
  id: string,
): Promise<Cast | null> {
  // Addresses of pages name casts too.
  if (!isUuid(id)) return null;
  const rows = await db
    .selectFrom("generations")
    .selectAll()
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .execute();
  const [cast] = await toCasts(db, userId, rows);
  return cast ?? null;
}

/** How many casts of all members wait for a worker, without paused ones, and how many are being drawn, for the metrics. */
export async function castQueue(
  db: Kysely<Database>,
): Promise<{ queued: number; running: number }> {
  const row = await db
    .selectFrom("generations")
    .select((eb) => [
      eb.fn
        .countAll<number>()
        .filterWhere((one) => one.and([one("state", "=", "queued"), one("is_paused", "=", false)]))
        .as("queued"),
      eb.fn.countAll<number>().filterWhere("state", "=", "running").as("running"),
    ])
    // Literals, so that the partial index of open casts serves.
    .where("state", "in", [sql.lit("queued"), sql.lit("running")])
    .executeTakeFirstOrThrow();
  return row;
}
