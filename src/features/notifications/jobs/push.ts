import { sql, type Kysely } from "kysely";
import { PushRefused, type PushTarget } from "#app/adapters/push/port.ts";
import type { Database } from "#app/db/schema.ts";
import { paths } from "#app/paths.ts";
import type { NotificationType } from "#app/rules/notification-list.ts";
import { activityKinds } from "#app/rules/notification-settings.ts";
import { isLanguage, sourceLanguage } from "#app/language/languages.ts";
import { speaking } from "#app/language/spoken.ts";
import { pushText } from "#app/rules/push-text.ts";
import type { Services } from "#app/services.ts";
import { pushKeys } from "../commands/push.ts";

/** A job of the queue "push": one notification for one browser. What it says is read when it is sent. */
export type PushJob = { sessionId: string; notificationId: string };

/** After so long a message is no news. */
const ttlSeconds = 24 * 3600;
/** Notifications that are taken at a time. */
const batch = 100;
/** Activity of one hour that a member's browsers show; what comes after it is on the site alone. */
const mostAnHour = 20;
/** Browsers of one member that get a message: those that were allowed last. */
const mostBrowsers = 10;
/** Days for which every message to a browser may fail before the subscription is dropped. */
const mostFailingDays = 3;
/** Characters of a line: no browser shows more. */
const longestLine = 200;

/** The browsers of members, the newest of each first. */
async function browsersOf(db: Kysely<Database>, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, string[]>();
  const rows = await db
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .select(["p.session_id", "s.user_id"])
    .where("s.user_id", "in", userIds)
    .where("s.expires_at", ">", sql<Date>`now()`)
    .orderBy("p.created_at", "desc")
    .orderBy("p.session_id")
    .execute();
  const browsers = new Map<string, string[]>();
  for (const { user_id, session_id } of rows) {
    const own = browsers.get(user_id) ?? [];
    if (own.length < mostBrowsers) browsers.set(user_id, [...own, session_id]);
  }
  return browsers;
}

/** Members who had more activity in the last hour than their browsers show. */
async function flooded(db: Kysely<Database>, userIds: readonly string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("notifications")
    .select("user_id")
    .where("user_id", "in", userIds)
    .where("type", "in", activityKinds)
    .where("in_site", "=", true)
    .where("created_at", ">", sql<Date>`now() - interval '1 hour'`)
    .groupBy("user_id")
    .having((eb) => eb.fn.countAll(), ">", mostAnHour)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}

const isActivity = (type: string) => activityKinds.some((kind) => kind === type);

/**
 * Queues a message for each browser of the members who have new notifications. What was read meanwhile is left out, and
 * activity of an hour in which there is a flood of it.
 * @returns how many notifications it took
 */
export async function queuePushMessages(
  { db, jobs }: Pick<Services, "db" | "jobs">,
  signal?: AbortSignal,
): Promise<number> {
  for (let taken = 0; ;) {
    if (signal?.aborted) return taken;
    const count = await db.transaction().execute(async (tx) => {
      const rows = await tx
        .updateTable("notifications")
        .set({ for_push: false })
        .where("id", "in", (waiting) =>
          waiting
            .selectFrom("notifications")
            .select("id")
            .where("for_push", "=", true)
            .orderBy("created_at")
            .limit(batch)
            .forUpdate()
            .skipLocked(),
        )
        .returning(["id", "user_id", "type", "read_at"])
        .execute();
      const unread = rows.filter(({ read_at }) => read_at === null);
      const members = [...new Set(unread.map(({ user_id }) => user_id))];
      const browsers = await browsersOf(tx, members);
      const busy = await flooded(tx, members);
      for (const { id, user_id, type } of unread) {
        if (isActivity(type) && busy.has(user_id)) continue;
        for (const sessionId of browsers.get(user_id) ?? []) {
          const job: PushJob = { sessionId, notificationId: id };
          await jobs.enqueue(tx, "push", job, { usefulForSeconds: ttlSeconds });
        }
      }
      return rows.length;
    });
    taken += count;
    if (count < batch) return taken;
  }
}

/** The browser and the notification, while the one may still be told of the other. */
async function readJob(db: Kysely<Database>, { sessionId, notificationId }: PushJob) {
  return db
    .selectFrom("push_subscriptions as p")
    .innerJoin("sessions as s", "s.id", "p.session_id")
    .innerJoin("users as u", "u.id", "s.user_id")
    .innerJoin("notifications as n", "n.user_id", "u.id")
    .select(["p.endpoint", "p.p256dh", "p.auth"])
    .select(["n.type", "n.title", "n.description", "n.image_count", "n.metadata", "u.language"])
    .where("p.session_id", "=", sessionId)
    .where("s.expires_at", ">", sql<Date>`now()`)
    .where("u.banned_at", "is", null)
    .where("n.id", "=", notificationId)
    .where("n.in_site", "=", true)
    .where("n.read_at", "is", null)
    .executeTakeFirst();
}

type Subscription = { sessionId: string; endpoint: string };

/** Forgets a subscription, unless the browser has a new one by now. */
async function dropSubscription(db: Kysely<Database>, { sessionId, endpoint }: Subscription) {
  await db
    .deleteFrom("push_subscriptions")
    .where("session_id", "=", sessionId)
    .where("endpoint", "=", endpoint)
    .execute();
}

/** Records a failure. @returns whether every message has failed for longer than is waited for */
async function recordFailure(db: Kysely<Database>, { sessionId, endpoint }: Subscription) {
  const row = await db
    .updateTable("push_subscriptions")
    .set({ failing_since: sql<Date>`coalesce(failing_since, now())` })
    .where("session_id", "=", sessionId)
    .where("endpoint", "=", endpoint)
    .returning(
      sql<boolean>`failing_since < now() - make_interval(days => ${mostFailingDays})`.as("isOver"),
    )
    .executeTakeFirst();
  return row?.isOver ?? false;
}

const line = (text: string) => Array.from(text).slice(0, longestLine).join("");

/**
 * Sends one notification to one browser. A subscription that has ended, or to which every message has failed for days, is
 * forgotten; a message that the service refuses for good is logged and dropped.
 * @throws Error for what may pass: the job is tried again
 */
export async function deliverPush(
  services: Pick<Services, "db" | "push" | "log">,
  job: PushJob,
): Promise<void> {
  const { db, push, log } = services;
  const { sessionId, notificationId } = job;
  const row = await readJob(db, job);
  if (row === undefined) return;
  const { endpoint, p256dh, auth, type, title, description, image_count, metadata } = row;
  const language = isLanguage(row.language) ? row.language : sourceLanguage;
  const notice = { type: type as NotificationType, title, description, imageCount: image_count };
  const words = speaking(language, () => pushText(notice));
  if (words === null) return;
  const link = (metadata as { link?: string }).link ?? paths.dashboardPage("work/cast-log");
  const message = {
    id: notificationId,
    title: line(words.title),
    body: line(words.body),
    link,
  };
  const to: PushTarget = { endpoint, p256dh, auth };
  const subscription = { sessionId, endpoint };
  try {
    const keys = await pushKeys(services);
    const topic = notificationId.replaceAll("-", "");
    const outcome = await push.send(keys, to, { text: JSON.stringify(message), ttlSeconds, topic });
    if (outcome === "gone") await dropSubscription(db, subscription);
    else
      await db
        .updateTable("push_subscriptions")
        .set({ failing_since: null })
        .where("session_id", "=", sessionId)
        .where("failing_since", "is not", null)
        .execute();
  } catch (error) {
    const isRefused = error instanceof PushRefused;
    const isOver = await recordFailure(db, subscription);
    if (isOver) await dropSubscription(db, subscription);
    if (!isRefused && !isOver) throw error;
    log.warn(
      { err: error, sessionId },
      isOver ? "push subscription dropped" : "push message dropped",
    );
  }
}
