import type { Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { mailOf } from "#app/lib/mail-text.ts";
import { sendMail } from "#app/lib/mail.ts";
import { paths } from "#app/paths.ts";
import type { Services } from "#app/services.ts";
import { addNotification } from "#app/features/notifications/commands.ts";

type TellServices = Pick<Services, "env" | "jobs">;
type Words = { title: string; said: string; label: string };

/**
 * Tells a member by mail and by a notification. Takes the lock of the member's event counter: call it last in a
 * transaction.
 */
async function tell(
  { env, jobs }: TellServices,
  tx: Transaction<Database>,
  userId: string,
  { title, said, label }: Words,
): Promise<void> {
  const member = await tx
    .selectFrom("users")
    .select(["email", "name", "email_verified"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  const link = `${paths.dashboardPage("profile")}#export`;
  const mail = mailOf({
    to: member.email,
    subject: `${title} (${env.APP_NAME})`,
    // Until the address is confirmed the name is untrusted.
    paragraphs: [member.email_verified ? `Hello ${member.name},` : "Hello,", `${title}.`, said],
    action: { label, url: `${env.SERVER_URL}${link}` },
    footnote: t`You get this mail because you have an account at ${env.APP_NAME}. If you did not ask for this, change your password.`,
  });
  await sendMail({ jobs }, tx, mail);
  await addNotification(tx, {
    userId,
    type: "export",
    title,
    description: said,
    generationId: null,
    imageUrl: null,
    imageId: null,
    imageCount: null,
    imageTitle: null,
    r2Key: null,
    metadata: { link },
  });
}

const day = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

/** Tells a member that the archive can be downloaded. */
export function tellReady(
  services: TellServices,
  tx: Transaction<Database>,
  userId: string,
  until: Date,
): Promise<void> {
  return tell(services, tx, userId, {
    title: t`Your export is ready`,
    said: t`You can download it until ${day.format(until)}.`,
    label: t`Download your export`,
  });
}

const importWords = {
  done: { title: "Your archive is here", said: "What could be taken over is in your account." },
  refused: {
    title: "Your archive was refused",
    said: "Nothing of it was taken over. Your profile page has the reason.",
  },
  failed: {
    title: "Your archive could not be taken over",
    said: "You can bring it again: what is here already is not doubled.",
  },
} as const;

/** Tells a member how an import has ended. */
export function tellImported(
  services: TellServices,
  tx: Transaction<Database>,
  userId: string,
  ended: keyof typeof importWords,
): Promise<void> {
  return tell(services, tx, userId, { ...importWords[ended], label: t`Open your profile page` });
}

/** Tells a member that there will be no archive. */
export function tellFailed(
  services: TellServices,
  tx: Transaction<Database>,
  userId: string,
): Promise<void> {
  return tell(services, tx, userId, {
    title: t`Your export failed`,
    said: t`Nothing of yours is lost. You can ask for it again.`,
    label: t`Ask again`,
  });
}
