import { randomBytes } from "node:crypto";
import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";
import type { NotificationSettings } from "#app/rules/notification-settings.ts";
import type { Services } from "#app/services.ts";
import { settingsOf } from "../queries.ts";

/** Lets no notification of the member wait for a digest any more; those that were kept for it alone are deleted. */
export async function leaveDigest(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx
    .deleteFrom("notifications")
    .where("user_id", "=", userId)
    .where("in_site", "=", false)
    .execute();
  await tx
    .updateTable("notifications")
    .set({ for_digest: false })
    .where("user_id", "=", userId)
    .where("for_digest", "=", true)
    .execute();
}

/**
 * Ends the digests of whoever has the key, which is in the links of their mails; repeating it changes nothing.
 * @throws AppError not-found for an unknown key
 */
export async function unsubscribe({ db }: Pick<Services, "db">, key: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable("notification_settings")
      .set({ digest: "never" })
      .where("unsubscribe_key", "=", key)
      .returning("user_id")
      .executeTakeFirst();
    if (row === undefined) throw new AppError("not-found");
    await leaveDigest(tx, row.user_id);
  });
}

/** Saves which notifications the member gets, and where. A digest that is turned on begins with what comes from now on. */
export async function saveSettings(
  { db }: Pick<Services, "db">,
  userId: string,
  { site, mail, digest }: NotificationSettings,
): Promise<NotificationSettings> {
  const values = { site: [...new Set(site)], mail: [...new Set(mail)], digest };
  return db.transaction().execute(async (tx) => {
    await tx
      .insertInto("notification_settings")
      .values({
        user_id: userId,
        ...values,
        unsubscribe_key: randomBytes(24).toString("base64url"),
      })
      .onConflict((conflict) =>
        conflict.column("user_id").doUpdateSet({
          ...values,
          digested_at: sql<Date>`case when notification_settings.digest = 'never' then now()
            else notification_settings.digested_at end`,
        }),
      )
      .execute();
    if (digest === "never") await leaveDigest(tx, userId);
    return settingsOf(tx, userId);
  });
}
