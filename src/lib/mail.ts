import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { Database } from "#app/db/schema.ts";

/** A mail before it is queued; text and HTML have the same content (mail-text.ts makes both). */
export type NewMail = {
  to: string;
  /** Reply-To; the site's own address when omitted. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  /** Where one request ends such mails (RFC 8058). */
  unsubscribe?: string;
};

/** A queued mail: the same id and time at each attempt, so that a duplicate can be recognised. */
export type Mail = NewMail & {
  id: string;
  /** ISO 8601, UTC. */
  writtenAt: string;
};

/** The queue for mails; in the program it is the jobs port. */
export type MailQueue = {
  jobs: {
    enqueue(
      db: Kysely<Database>,
      queue: "mail",
      payload: Mail,
      options?: { usefulForSeconds?: number },
    ): Promise<void>;
  };
};

const subjectLimit = 200;

/** One address and nothing else: no name, no list, no line break. */
const address = z.email().max(254);

/** A subject without line breaks and other control characters, which could begin another header. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length <= subjectLimit ? line : `${line.slice(0, subjectLimit - 1)}…`;
}

/**
 * Queues a mail, which the worker sends; inside a transaction, only if that commits.
 * @param usefulForSeconds after this time it is not sent any more, e.g. because its link has expired
 * @throws TypeError when `to` or `replyTo` is not one plain address
 */
export async function sendMail(
  services: MailQueue,
  db: Kysely<Database>,
  mail: NewMail,
  usefulForSeconds?: number,
): Promise<void> {
  for (const given of [mail.to, mail.replyTo]) {
    if (given !== undefined && !address.safeParse(given).success) {
      throw new TypeError("a mail goes to one plain address");
    }
  }
  const queued: Mail = {
    ...mail,
    subject: oneLine(mail.subject),
    id: uuidv7(),
    writtenAt: new Date().toISOString(),
  };
  await services.jobs.enqueue(db, "mail", queued, { usefulForSeconds });
}
