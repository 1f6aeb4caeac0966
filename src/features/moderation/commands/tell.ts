import type { Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { sourceLanguage, type Language } from "#app/language/languages.ts";
import { speaking } from "#app/language/spoken.ts";
import { mailOf } from "#app/lib/mail-text.ts";
import { sendMail } from "#app/lib/mail.ts";
import { paths } from "#app/paths.ts";
import { reasonLabel, sanctionConsequence, sanctionTitle } from "#app/rules/sanctions.ts";
import type { Services } from "#app/services.ts";
import { addNotification } from "#app/features/notifications/commands.ts";
import type { Sanction } from "../queries/rows.ts";

export type TellServices = Pick<Services, "env" | "jobs">;

/** Whom a decision is about. */
export type Addressee = {
  id: string;
  name: string;
  username: string;
  email: string;
  emailVerified: boolean;
  isDemo: boolean;
  /** The one that they chose; null until they do. */
  language: Language | null;
};

export type Message = {
  title: string;
  /** The first one is also what the notification says. */
  paragraphs: readonly [string, ...string[]];
  action: { label: string; key: string };
};

/**
 * Tells a member by mail and by a notification, both with the change itself and in the member's language. Takes the lock
 * of the member's event counter: call it last in a transaction.
 * @param compose says the message; it is called in that language
 */
export async function tellMember(
  services: TellServices,
  tx: Transaction<Database>,
  member: Addressee,
  compose: () => Message,
  { mail = true }: { mail?: boolean } = {},
): Promise<void> {
  await speaking(member.language ?? sourceLanguage, () =>
    tell(services, tx, member, compose(), mail),
  );
}

async function tell(
  { env, jobs }: TellServices,
  tx: Transaction<Database>,
  member: Addressee,
  { title, paragraphs, action }: Message,
  isMailed: boolean,
): Promise<void> {
  const link = paths.appeal(action.key);
  // Nobody reads the addresses of demonstration creators.
  if (isMailed && !member.isDemo) {
    const mail = mailOf({
      to: member.email,
      subject: `${title} (${env.APP_NAME})`,
      // Until the address is confirmed the name is untrusted.
      paragraphs: [
        member.emailVerified ? t`Hello ${member.name},` : t`Hello,`,
        `${title}.`,
        ...paragraphs,
      ],
      action: { label: action.label, url: `${env.SERVER_URL}${link}` },
      footnote: t`You get this mail because you have an account at ${env.APP_NAME}.`,
    });
    await sendMail({ jobs }, tx, mail);
  }
  await addNotification(tx, {
    userId: member.id,
    type: "moderation",
    title,
    description: paragraphs[0],
    generationId: null,
    imageUrl: null,
    imageId: null,
    imageCount: null,
    imageTitle: null,
    r2Key: null,
    metadata: { link },
  });
}

/** What a member is told of a decision. */
export function decisionMessage(sanction: Sanction): Message {
  const { kind, reason, note, endsAt, targetTitle, key } = sanction;
  return {
    title: sanctionTitle({ kind, endsAt, targetTitle }),
    paragraphs: [
      t`Reason: ${reasonLabel(reason)}.`,
      ...(note === null ? [] : [note]),
      sanctionConsequence(kind),
      t`If you think that this is wrong, you can answer.`,
    ],
    action: { label: t`Read the decision and answer it`, key },
  };
}

/** What a member is told when a decision no longer counts. */
export function liftedMessage(sanction: Sanction, note: string | null): Message {
  const [title, sentence] = liftedWords(sanction);
  return {
    title,
    paragraphs: [sentence, ...(note === null ? [] : [note])],
    action: { label: t`Read the decision`, key: sanction.key },
  };
}

function liftedWords({ kind, targetTitle }: Sanction): [title: string, sentence: string] {
  const name = targetTitle ?? t`Untitled`;
  const open = t`You can sign in again, and your images are back.`;
  const changed = t`The decision about it was changed.`;
  switch (kind) {
    case "strike":
      return [t`A strike was withdrawn`, t`It does not count any more.`];
    case "suspension":
      return [t`Your suspension has ended`, open];
    case "ban":
    case "closure":
      return [t`Your account is open again`, open];
    case "picture":
      return [t`Your image “${name}” is shown again`, changed];
    case "kit":
      return [t`Your style kit “${name}” can be used by others again`, changed];
    case "name":
      return [t`You may have your name again`, changed];
    case "bio":
      return [t`You may have your bio again`, changed];
    case "avatar":
      return [t`You may have your profile picture again`, changed];
    case "cover":
      return [t`You may have your cover picture again`, changed];
    default:
      return kind satisfies never;
  }
}

/** What a member is told when an appeal was declined. */
export function declinedMessage({ key }: Sanction, answer: string): Message {
  return {
    title: t`Your appeal was declined`,
    paragraphs: [answer, t`The decision stays as it is.`],
    action: { label: t`Read the decision`, key },
  };
}
