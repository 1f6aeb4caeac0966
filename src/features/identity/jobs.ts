import { portraitFolder, portraitOfKey, portraitPath } from "#app/rules/portraits.ts";
import type { Services } from "#app/services.ts";

/** Younger files may belong to a transaction that is still open. */
const orphanAgeMs = 60 * 60 * 1000;

/**
 * Deletes sessions that are over and links that nobody used in time.
 * @returns how many of each
 */
export async function clearExpired({
  db,
}: Pick<Services, "db">): Promise<{ sessions: number; links: number }> {
  const now = new Date();
  const sessions = await db.deleteFrom("sessions").where("expires_at", "<", now).executeTakeFirst();
  const links = await db
    .deleteFrom("verifications")
    .where("expires_at", "<", now)
    .executeTakeFirst();
  return { sessions: Number(sessions.numDeletedRows), links: Number(links.numDeletedRows) };
}

/**
 * Deletes portraits that no profile shows: left by a crash between writing a file and its transaction.
 * @returns how many
 */
export async function sweepPortraits(
  { db, storage }: Pick<Services, "db" | "storage">,
  olderThan = new Date(Date.now() - orphanAgeMs),
): Promise<number> {
  let swept = 0;
  for await (const key of storage.list(portraitFolder)) {
    const portrait = portraitOfKey(key);
    const file = portrait === null ? null : await storage.head(key);
    if (portrait === null || file === null || file.modified >= olderThan) continue;
    const address = portraitPath(portrait);
    const shown = await db
      .selectFrom("users")
      .select("id")
      .where((e) => e.or([e("avatar_url", "=", address), e("cover_photo_url", "=", address)]))
      .executeTakeFirst();
    if (shown !== undefined) continue;
    await storage.delete(key);
    swept += 1;
  }
  return swept;
}
