import { sql, type Transaction } from "kysely";
import { isLanguage, sourceLanguage } from "#app/language/languages.ts";
import { m, plural, t } from "#app/language/message.ts";
import { speaking } from "#app/language/spoken.ts";
import type { Database } from "#app/db/schema.ts";
import { mailOf } from "#app/lib/mail-text.ts";
import { sendMail } from "#app/lib/mail.ts";
import { paths } from "#app/paths.ts";
import { unsubscribeAddress, unsubscribePage } from "#app/rules/digest-addresses.ts";
import type { DigestTime } from "#app/rules/notification-settings.ts";
import type { Services } from "#app/services.ts";
import { leaveDigest } from "../commands/settings.ts";

type DigestServices = Pick<Services, "db" | "env" | "jobs" | "mail">;
type Tx = Transaction<Database>;

/** Notifications that one mail lists; of the others it says how many there are. */
const mostListed = 20;
/** Half an hour less than a day or week: otherwise each digest would come an hour later than the one before. */
const dueAfter = sql`case s.digest when 'daily' then interval '23 hours 30 minutes' else interval '6 days 23 hours' end`;
/** A digest that could not be sent for so long is not sent: the next one is due. */
const usefulForSeconds = 24 * 3600;

/** Why a member gets the mail. */
const reasons: Record<Exclude<DigestTime, "never">, (site: string) => string> = {
  daily: (site) =>
    t`You get this mail once a day while there is something new, because you chose so at ${site}.`,
  weekly: (site) =>
    t`You get this mail once a week while there is something new, because you chose so at ${site}.`,
};

/** Locks the settings of a member whose digest is due, and says whom to write to. */
async function takeDue(tx: Tx) {
  return tx
    .selectFrom("notification_settings as s")
    .innerJoin("users as u", "u.id", "s.user_id")
    .select(["s.user_id", "s.digest", "s.unsubscribe_key"])
    .select(["u.email", "u.name", "u.language", "u.email_verified", "u.banned_at", "u.is_demo"])
    .where("s.digest", "<>", "never")
    .where(sql<boolean>`s.digested_at <= now() - ${dueAfter}`)
    .orderBy("s.digested_at")
    .limit(1)
    .forUpdate("s")
    .skipLocked()
    .executeTakeFirst();
}

type Due = NonNullable<Awaited<ReturnType<typeof takeDue>>>;

async function unreadOf(tx: Tx, userId: string) {
  const unread = tx
    .selectFrom("notifications")
    .where("user_id", "=", userId)
    .where("for_digest", "=", true)
    .where("read_at", "is", null);
  const rows = await unread
    .select(["title", "description"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(mostListed)
    .execute();
  const { count } = await unread
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return { rows, count };
}

/** Queues the mail of one member, unless there is nothing to tell. */
async function sendDigest({ env, jobs }: DigestServices, tx: Tx, due: Due): Promise<void> {
  const { user_id: userId, email, name, unsubscribe_key: key } = due;
  const { rows, count } = await unreadOf(tx, userId);
  if (count === 0) return;
  const { APP_NAME: site, SERVER_URL: home } = env;
  const more = count - rows.length;
  const mail = mailOf({
    to: email,
    subject: plural(count, m`# new notification at ${site}`, m`# new notifications at ${site}`),
    paragraphs: [
      t`Hello ${name},`,
      ...rows.map(({ title, description }) => `${title}\n${description}`),
      ...(more > 0 ? [t`And ${more} more.`] : []),
    ],
    action: {
      label: t`See all notifications`,
      url: `${home}${paths.dashboard()}?tab=notifications`,
    },
    footnote: reasons[due.digest as "daily" | "weekly"](site),
    unsubscribe: {
      page: `${home}${unsubscribePage(key)}`,
      url: `${home}${unsubscribeAddress(key)}`,
    },
  });
  await sendMail({ jobs }, tx, mail, usefulForSeconds);
}

/**
 * Mails the digests that are due, each in a transaction of its own with the record of it: none is sent twice. Without a mail
 * server there are none; an unconfirmed address and a closed account get none.
 * @returns how many members it looked at
 */
export async function sendDigests(services: DigestServices, signal?: AbortSignal): Promise<number> {
  if (services.mail.kind !== "smtp") return 0;
  for (let taken = 0; ; taken += 1) {
    if (signal?.aborted) return taken;
    const isTaken = await services.db.transaction().execute(async (tx) => {
      const due = await takeDue(tx);
      if (due === undefined) return false;
      const canRead = due.email_verified && due.banned_at === null && !due.is_demo;
      const language = isLanguage(due.language) ? due.language : sourceLanguage;
      if (canRead) await speaking(language, () => sendDigest(services, tx, due));
      await leaveDigest(tx, due.user_id);
      await tx
        .updateTable("notification_settings")
        .set({ digested_at: sql<Date>`now()` })
        .where("user_id", "=", due.user_id)
        .execute();
      return true;
    });
    if (!isTaken) return taken;
  }
}
