import { sql, type Kysely, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { announce } from "#app/db/announce.ts";
import type { Database } from "#app/db/schema.ts";
import { isPushed } from "#app/rules/push-text.ts";
import type { Services } from "#app/services.ts";
import { publishEvent } from "./commands/events.ts";
import { toNotification, unreadCount, type Notification } from "./queries.ts";
import { hasBrowser } from "./queries/push.ts";

export { addActivity, type NewActivity } from "./commands/activity.ts";
export { eraseNotifications, eraseNoticesOfPictures } from "./commands/erase.ts";
export { publishEvent } from "./commands/events.ts";

type Tx = Transaction<Database>;

/** Hours that a client may be away and still catch up by replay. */
const eventHours = 24;

/**
 * Tells the member's tabs, soon, to read a cast again. Not numbered and not stored: a tab that misses it reads the
 * row later. Never inside a transaction.
 */
export function announceProgress(db: Kysely<Database>, userId: string, generationId: string): void {
  announce(db, "progress", `${userId} ${generationId}`);
}

/** Notifies the member's tabs, soon, of events that a transaction has committed without notifying. */
export function announceEvents(db: Kysely<Database>, userId: string): void {
  announce(db, "events", userId);
}

export type NewNotification = Omit<Notification, "id" | "read" | "timestamp"> & { userId: string };

/**
 * Adds a notification and its event. A generation has at most one of each type: a repeated call adds nothing.
 */
export async function addNotification(tx: Tx, notice: NewNotification): Promise<void> {
  const row = await tx
    .insertInto("notifications")
    .values({
      id: uuidv7(),
      user_id: notice.userId,
      type: notice.type,
      title: notice.title,
      description: notice.description,
      generation_id: notice.generationId,
      image_id: notice.imageId,
      image_url: notice.imageUrl,
      image_count: notice.imageCount,
      image_title: notice.imageTitle,
      r2_key: notice.r2Key,
      metadata: JSON.stringify(notice.metadata),
      for_push: isPushed(notice.type) ? hasBrowser(notice.userId) : false,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();
  if (row) await publishEvent(tx, notice.userId, "notification", toNotification(row));
}

async function publishUnread(tx: Tx, userId: string): Promise<{ unread: number }> {
  const unread = await unreadCount(tx, userId);
  await publishEvent(tx, userId, "notifications.changed", { unread });
  return { unread };
}

/** Marks the member's notifications read: those with the ids, or all. */
export async function markRead(
  services: Pick<Services, "db">,
  userId: string,
  ids?: readonly string[],
): Promise<{ unread: number }> {
  return services.db.transaction().execute(async (tx) => {
    await tx
      .updateTable("notifications")
      .set({ read_at: sql<Date>`now()` })
      .where("user_id", "=", userId)
      .where("in_site", "=", true)
      .where("read_at", "is", null)
      .$if(ids !== undefined, (query) => query.where("id", "in", ids ?? []))
      .execute();
    return publishUnread(tx, userId);
  });
}

/** Deletes the member's notifications: the one with the id, or all. */
export async function clearNotifications(
  services: Pick<Services, "db">,
  userId: string,
  id?: string,
): Promise<{ unread: number }> {
  return services.db.transaction().execute(async (tx) => {
    await tx
      .deleteFrom("notifications")
      .where("user_id", "=", userId)
      .where("in_site", "=", true)
      .$if(id !== undefined, (query) => query.where("id", "=", id ?? ""))
      .execute();
    return publishUnread(tx, userId);
  });
}

/** Deletes events that are older than a day. */
export async function pruneEvents(services: Pick<Services, "db">): Promise<void> {
  await services.db
    .deleteFrom("events")
    .where("created_at", "<", sql<Date>`now() - make_interval(hours => ${eventHours})`)
    .execute();
}
