import type { Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { mailOf } from "#app/lib/mail-text.ts";
import { sendMail } from "#app/lib/mail.ts";
import { paths } from "#app/paths.ts";
import { deletionGraceDays, formatDeletionDay } from "#app/rules/deletion.ts";
import type { Services } from "#app/services.ts";

type Tx = Transaction<Database>;
type MailServices = Pick<Services, "env" | "jobs">;

/** Whom to write to; null for demonstration creators, whose addresses nobody reads. */
async function addressOf(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom("users")
    .select(["email", "is_demo"])
    .where("id", "=", userId)
    .executeTakeFirst();
  return row === undefined || row.is_demo ? null : row.email;
}

/** Tells the member that their account will be deleted, when, and where they can keep it. */
export async function mailAsked(
  { env, jobs }: MailServices,
  tx: Tx,
  { userId, dueAt, key, asked }: { userId: string; dueAt: Date; key: string; asked: string },
): Promise<void> {
  const to = await addressOf(tx, userId);
  if (to === null) return;
  const day = formatDeletionDay(dueAt);
  const mail = mailOf({
    to,
    subject: t`Your account will be deleted on ${day} (${env.APP_NAME})`,
    paragraphs: [
      t`Hello,`,
      asked === "member"
        ? t`You asked us to delete your account. It will be deleted on ${day}.`
        : t`An admin of this site asked for the deletion of your account. It will be deleted on ${day}.`,
      t`Until then nobody sees your pictures and nobody can sign in. You can keep the account with the link below, and everything will be as it was.`,
      t`After ${deletionGraceDays} days your pictures, words, files and sign-in are deleted for good. Remixes that others made of your pictures stay, without your name.`,
    ],
    action: { label: t`Keep my account`, url: `${env.SERVER_URL}${paths.appeal(key)}` },
    footnote: t`If you did not ask for this, keep the account and change your password.`,
  });
  await sendMail({ jobs }, tx, mail);
}

/** Tells the member that their account is kept. */
export async function mailKept({ env, jobs }: MailServices, tx: Tx, userId: string): Promise<void> {
  const to = await addressOf(tx, userId);
  if (to === null) return;
  const mail = mailOf({
    to,
    subject: t`Your account is kept (${env.APP_NAME})`,
    paragraphs: [
      t`Hello,`,
      t`Your account is not deleted. Everything is as it was, and you can sign in again.`,
    ],
    action: { label: t`Sign in`, url: `${env.SERVER_URL}${paths.login()}` },
  });
  await sendMail({ jobs }, tx, mail);
}

/** The last mail to an address that is not kept any more: the receipt. */
export async function mailReceipt(
  { env, jobs, mail: mailer }: MailServices & Pick<Services, "mail">,
  tx: Tx,
  { to, key }: { to: string; key: string },
): Promise<void> {
  // A mail in a folder would keep the address here.
  if (mailer.kind !== "smtp") return;
  const mail = mailOf({
    to,
    subject: t`Your account was deleted (${env.APP_NAME})`,
    paragraphs: [
      t`Hello,`,
      t`Your account and everything that belonged to it was deleted, as you asked. We do not keep this address.`,
      t`The number of your receipt is ${key}. The page below shows what was removed. It holds no personal data.`,
    ],
    action: { label: t`See the receipt`, url: `${env.SERVER_URL}${paths.appeal(key)}` },
  });
  await sendMail({ jobs }, tx, mail, 24 * 3600);
}
