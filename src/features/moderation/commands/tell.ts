import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { mailOf } from "#app/lib/mail-text.ts";
import { sendMail } from "#app/lib/mail.ts";
import { paths } from "#app/paths.ts";
import {
  profileParts,
  reasonLabel,
  sanctionConsequence,
  sanctionTitle,
} from "#app/rules/sanctions.ts";
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
};

export type Message = {
  title: string;
  /** The first one is also what the notification says. */
  paragraphs: readonly [string, ...string[]];
  action: { label: string; key: string };
};

/**
 * Tells a member by mail and by a notification, both with the change itself. Takes the lock of the member's event
 * counter: call it last in a transaction.
 */
export async function tellMember(
  { env, jobs }: TellServices,
  tx: Transaction<Database>,
  member: Addressee,
  { title, paragraphs, action }: Message,
  { mail: isMailed = true }: { mail?: boolean } = {},
): Promise<void> {
  const link = paths.appeal(action.key);
  // Nobody reads the addresses of demonstration creators.
  if (isMailed && !member.isDemo) {
    const mail = mailOf({
      to: member.email,
      subject: `${title} (${env.APP_NAME})`,
      // Until the address is confirmed the name is untrusted.
      paragraphs: [
        member.emailVerified ? `Hello ${member.name},` : "Hello,",
        `${title}.`,
        ...paragraphs,
      ],
      action: { label: action.label, url: `${env.SERVER_URL}${link}` },
      footnote: `You get this mail because you have an account at ${env.APP_NAME}.`,
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
      `Reason: ${reasonLabel(reason)}.`,
      ...(note === null ? [] : [note]),
      sanctionConsequence(kind),
      "If you think that this is wrong, you can answer.",
    ],
    action: { label: "Read the decision and answer it", key },
  };
}

/** What a member is told when a decision no longer counts. */
export function liftedMessage(sanction: Sanction, note: string | null): Message {
  const [title, sentence] = liftedWords(sanction);
  return {
    title,
    paragraphs: [sentence, ...(note === null ? [] : [note])],
    action: { label: "Read the decision", key: sanction.key },
  };
}

function liftedWords({ kind, targetTitle }: Sanction): [title: string, sentence: string] {
  const name = targetTitle ?? "Untitled";
  const open = "You can sign in again, and your images are back.";
  if (kind === "strike") return ["A strike was withdrawn", "It does not count any more."];
  if (kind === "suspension") return ["Your suspension has ended", open];
  if (kind === "ban" || kind === "closure") return ["Your account is open again", open];
  const changed = "The decision about it was changed.";
  if (kind === "picture") return [`Your image “${name}” is shown again`, changed];
  if (kind === "kit") return [`Your style kit “${name}” can be used by others again`, changed];
  return [`You may have your ${profileParts[kind]} again`, changed];
}

/** What a member is told when an appeal was declined. */
export function declinedMessage({ key }: Sanction, answer: string): Message {
  return {
    title: "Your appeal was declined",
    paragraphs: [answer, "The decision stays as it is."],
    action: { label: "Read the decision", key },
  };
}
