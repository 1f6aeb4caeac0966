import { sql, type Kysely, type Selectable } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { Database, Notifications } from "#app/db/schema.ts";
import type { NotificationType } from "#app/rules/notification-list.ts";
import {
  activityKinds,
  defaultSettings,
  type ActivityKind,
  type DigestTime,
  type NotificationSettings,
} from "#app/rules/notification-settings.ts";

/** How many a client keeps in memory. See docs/product.md 4.4. */
const listed = 50;

/** A notification as clients get it. See docs/product.md 3.7. */
export type Notification = {
  id: string;
  read: boolean;
  type: NotificationType;
  title: string;
  description: string;
  generationId: string | null;
  imageUrl: string | null;
  imageId: string | null;
  imageCount: number | null;
  imageTitle: string | null;
  /** link: the page of this site that it is about; the cast log where there is none. */
  metadata: { title?: string; link?: string };
  r2Key: string | null;
  /** ISO 8601, UTC. */
  timestamp: string;
};

export function toNotification(row: Selectable<Notifications>): Notification {
  return {
    id: row.id,
    read: row.read_at !== null,
    type: row.type as NotificationType,
    title: row.title,
    description: row.description,
    generationId: row.generation_id,
    imageUrl: row.image_url,
    imageId: row.image_id,
    imageCount: row.image_count,
    imageTitle: row.image_title,
    metadata: row.metadata as Notification["metadata"],
    r2Key: row.r2_key,
    timestamp: row.created_at.toISOString(),
  };
}

/** The member's latest 50, newest first, and how many of all are unread. */
export async function notificationList(
  db: Kysely<Database>,
  userId: string,
): Promise<{ items: Notification[]; unread: number }> {
  const [rows, unread] = await Promise.all([
    db
      .selectFrom("notifications")
      .selectAll()
      .where("user_id", "=", userId)
      .where("in_site", "=", true)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(listed)
      .execute(),
    unreadCount(db, userId),
  ]);
  return { items: rows.map(toNotification), unread };
}

/** How many of the member's notifications are unread. */
export async function unreadCount(db: Kysely<Database>, userId: string): Promise<number> {
  const row = await db
    .selectFrom("notifications")
    .modifyFront(prepared)
    .select((eb) => eb.fn.countAll<number>().as("unread"))
    .where("user_id", "=", userId)
    .where("in_site", "=", true)
    .where("read_at", "is", null)
    .executeTakeFirstOrThrow();
  return row.unread;
}

/** Kinds that are stored and known: a later release may have had others. */
const known = (kinds: readonly string[]): ActivityKind[] =>
  activityKinds.filter((kind) => kinds.includes(kind));

/** Which notifications the member gets, and where. */
export async function settingsOf(
  db: Kysely<Database>,
  userId: string,
): Promise<NotificationSettings> {
  const row = await db
    .selectFrom("notification_settings")
    .select(["site", "mail", "digest"])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return defaultSettings;
  return { site: known(row.site), mail: known(row.mail), digest: row.digest as DigestTime };
}

export type NumberedEvent = { number: number; name: string; payload: unknown };

/** The member's events after a number, in order. */
export async function eventsAfter(
  db: Kysely<Database>,
  userId: string,
  number: number,
  limit: number,
): Promise<NumberedEvent[]> {
  return db
    .selectFrom("events")
    .select(["number", "name", "payload"])
    .where("user_id", "=", userId)
    .where("number", ">", number)
    .orderBy("number")
    .limit(limit)
    .execute();
}

/** The member's last event number, 0 before the first, and whether a replay from `after` would be complete. */
export async function eventPosition(
  db: Kysely<Database>,
  userId: string,
  after: number,
): Promise<{ last: number; whole: boolean }> {
  const row = await db
    .selectFrom("event_counters")
    .select((eb) => [
      "last",
      eb
        .selectFrom("events")
        .select((inner) => inner.fn.countAll<number>().as("kept"))
        .where("user_id", "=", userId)
        .where("number", ">", after)
        .as("kept"),
    ])
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const last = row?.last ?? 0;
  return { last, whole: after <= last && (row?.kept ?? 0) === last - after };
}

/** The progress event of an open cast: the current row, not a history. */
export type CastProgress = {
  generationId: string;
  state: string;
  delivered: number;
  count: number;
  progress: unknown;
};

/**
 * The state of the member's open casts, or of one cast whatever its state. Reads the generation's row,
 * because progress is never queued: a slow or new client gets only the latest state.
 */
export async function castProgress(
  db: Kysely<Database>,
  userId: string,
  generationId?: string,
): Promise<CastProgress[]> {
  const rows = await db
    .selectFrom("generations")
    .select(["id", "state", "delivered", "count", "progress"])
    .where("user_id", "=", userId)
    .where((eb) =>
      generationId === undefined
        ? eb("state", "in", [sql.lit("queued"), sql.lit("running")])
        : eb("id", "=", generationId),
    )
    .orderBy("created_at")
    .execute();
  return rows.map(({ id, ...rest }) => ({ generationId: id, ...rest }));
}
