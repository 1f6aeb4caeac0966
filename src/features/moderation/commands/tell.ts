import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
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
};

type Message = {
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
): Promise<void> {
  const link = paths.appeal(action.key);
  // Nobody reads the addresses of demonstration creators.
  if (!member.isDemo) {
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
  const { kind, reason, note, endsAt, pictureTitle, key } = sanction;
  return {
    title: sanctionTitle({ kind, endsAt, pictureTitle }),
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
export function liftedMessage({ kind, pictureTitle, key }: Sanction, note: string | null): Message {
  const said = {
    strike: ["A strike was withdrawn", "It does not count any more."],
    suspension: ["Your suspension has ended", "You can sign in again, and your images are back."],
    ban: ["Your account is open again", "You can sign in again, and your images are back."],
    closure: ["Your account is open again", "You can sign in again, and your images are back."],
    picture: [
      `Your image “${pictureTitle ?? "Untitled"}” is shown again`,
      "The decision about it was changed.",
    ],
  } as const;
  const [title, sentence] = said[kind];
  return {
    title,
    paragraphs: [sentence, ...(note === null ? [] : [note])],
    action: { label: "Read the decision", key },
  };
}

/** What a member is told when an appeal was declined. */
export function declinedMessage({ key }: Sanction, answer: string): Message {
  return {
    title: "Your appeal was declined",
    paragraphs: [answer, "The decision stays as it is."],
    action: { label: "Read the decision", key },
  };
}
