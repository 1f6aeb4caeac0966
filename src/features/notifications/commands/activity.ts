import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Database } from "#app/db/schema.ts";
import { speaking } from "#app/language/spoken.ts";
import { activityText, mostSources } from "#app/rules/activity-text.ts";
import { channelsOf, type ActivityKind } from "#app/rules/notification-settings.ts";
import { languageOfMember } from "#app/features/identity/queries.ts";
import { settingsOf, toNotification, unreadCount } from "../queries.ts";
import { hasBrowser } from "../queries/push.ts";
import { publishEvent } from "./events.ts";

type Tx = Transaction<Database>;

/** Something that somebody else did with a member's work. */
export type NewActivity = {
  kind: ActivityKind;
  /** Who is notified. */
  userId: string;
  actor: { id: string; name: string };
  /** What is counted: the member who liked or follows, the remix, the collection. */
  sourceId: string;
  /** The member's picture; null for follows. */
  picture: { id: string; title: string; imageUrl: string; r2Key: string } | null;
  /** Name of the collection. */
  collection?: string;
  /** Page of this site that it leads to. */
  link: string;
};

/** Whether the member was notified of this before. */
async function isKnown(tx: Tx, { userId, kind, sourceId }: NewActivity, subjectId: string) {
  const row = await tx
    .selectFrom("notifications")
    .select("id")
    .where("user_id", "=", userId)
    .where("type", "=", kind)
    .where("subject_id", "=", subjectId)
    .where(sql<boolean>`${sourceId}::uuid = any(sources)`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Notifies a member of what somebody else did, where the member's settings ask for it. While a notification of the same
 * kind about the same picture is unread, it counts on in place of a second one. A repeated call adds nothing. Takes
 * the lock of the member's event counter: call it last in a transaction.
 */
export async function addActivity(tx: Tx, activity: NewActivity): Promise<void> {
  const { kind, userId, actor, sourceId, picture, collection, link } = activity;
  const channels = channelsOf(await settingsOf(tx, userId), kind);
  if (!channels.site && !channels.mail) return;
  const subjectId = picture?.id ?? userId;
  if (await isKnown(tx, activity, subjectId)) return;
  const open = await tx
    .selectFrom("notifications")
    .select(["id", "sources", "in_site"])
    .where("user_id", "=", userId)
    .where("type", "=", kind)
    .where("subject_id", "=", subjectId)
    .where("read_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  const sources = [sourceId, ...(open?.sources ?? [])].slice(0, mostSources);
  const facts = { kind, actor: actor.name, count: sources.length, collection };
  const language = await languageOfMember(tx, userId);
  const values = {
    ...speaking(language, () => activityText({ ...facts, picture: picture?.title ?? null })),
    actor_id: actor.id,
    sources,
    in_site: channels.site,
    for_digest: channels.mail,
    image_id: picture?.id ?? null,
    image_url: picture?.imageUrl ?? null,
    image_title: picture?.title ?? null,
    r2_key: picture?.r2Key ?? null,
    metadata: JSON.stringify({ link }),
    created_at: sql<Date>`now()`,
  };
  const row = open
    ? await tx
        .updateTable("notifications")
        .set(values)
        .where("id", "=", open.id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await tx
        .insertInto("notifications")
        .values({
          id: uuidv7(),
          user_id: userId,
          type: kind,
          subject_id: subjectId,
          ...values,
          // What is added to it while it is unread is not sent again.
          for_push: channels.site ? hasBrowser(userId) : false,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
  if (!row.in_site) return;
  // Tabs that have it listed read it anew: a second notification with the same id would be ignored.
  if (open?.in_site) {
    const unread = await unreadCount(tx, userId);
    await publishEvent(tx, userId, "notifications.changed", { unread });
  } else await publishEvent(tx, userId, "notification", toNotification(row));
}
