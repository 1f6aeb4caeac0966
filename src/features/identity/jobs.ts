import { sql } from "kysely";
import { portraitFolder, portraitOfKey, portraitPath } from "#app/rules/portraits.ts";
import type { Services } from "#app/services.ts";
import { secondStepMinutes } from "./queries/second-factor.ts";
import { oldestSession } from "./queries/sessions.ts";

/** Younger files may belong to a transaction that is still open. */
const orphanAgeMs = 60 * 60 * 1000;
/** Files looked up per batch. */
const batchSize = 500;

/**
 * Deletes sessions that are over or whose second step was never made, and links that nobody used in time.
 * @returns how many of each
 */
export async function clearExpired({
  db,
}: Pick<Services, "db">): Promise<{ sessions: number; links: number }> {
  const now = new Date();
  const abandoned = new Date(now.getTime() - secondStepMinutes * 60_000);
  const sessions = await db
    .deleteFrom("sessions")
    .where((eb) =>
      eb.or([
        eb("expires_at", "<", now),
        eb("created_at", "<", oldestSession(now.getTime())),
        eb.and([
          eb("factor_at", "is", null),
          eb("created_at", "<", abandoned),
          eb(
            "user_id",
            "in",
            eb.selectFrom("users").select("id").where("two_factor_at", "is not", null),
          ),
        ]),
      ]),
    )
    .executeTakeFirst();
  const links = await db
    .deleteFrom("verifications")
    .where("expires_at", "<", now)
    .executeTakeFirst();
  return { sessions: Number(sessions.numDeletedRows), links: Number(links.numDeletedRows) };
}

/** Which of these addresses a profile shows. */
async function shownAmong(db: Services["db"], addresses: readonly string[]) {
  // The limit keeps the lookups separate: one index scan per address, whatever the planner does with the batch.
  const { rows } = await sql<{ address: string }>`
    select given.address from unnest(${[...addresses]}::text[]) as given(address)
    cross join lateral (
      (select from users where avatar_url = given.address limit 1) union all
      (select from users where cover_photo_url = given.address limit 1) limit 1) as profile`.execute(
    db,
  );
  return new Set(rows.map((row) => row.address));
}

/** Deletes the portraits of a batch that no profile shows. @returns how many */
async function sweepBatch(
  { db, storage }: Pick<Services, "db" | "storage">,
  keyOf: ReadonlyMap<string, string>,
): Promise<number> {
  const shown = await shownAmong(db, [...keyOf.keys()]);
  let swept = 0;
  for (const [address, key] of keyOf) {
    if (shown.has(address)) continue;
    await storage.delete(key);
    swept += 1;
  }
  return swept;
}

/**
 * Deletes portraits that no profile shows: left by a crash between writing a file and its transaction.
 * @returns how many
 */
export async function sweepPortraits(
  services: Pick<Services, "db" | "storage">,
  olderThan = new Date(Date.now() - orphanAgeMs),
): Promise<number> {
  const { storage } = services;
  let swept = 0;
  let batch = new Map<string, string>();
  for await (const key of storage.list(portraitFolder)) {
    const portrait = portraitOfKey(key);
    const file = portrait === null ? null : await storage.head(key);
    if (portrait === null || file === null || file.modified >= olderThan) continue;
    batch.set(portraitPath(portrait), key);
    if (batch.size < batchSize) continue;
    swept += await sweepBatch(services, batch);
    batch = new Map();
  }
  return swept + (batch.size === 0 ? 0 : await sweepBatch(services, batch));
}
