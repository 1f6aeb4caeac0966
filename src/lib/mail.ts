import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { z } from "zod";
import type { Database } from "#app/db/schema.ts";

/** A mail as somebody writes it; text and HTML say the same (mail-text.ts makes both of one text). */
export type NewMail = {
  to: string;
  /** Whom an answer reaches; the site's own address when left out. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
};

/** A mail on its way: the same id and time at each try, so that a second delivery can be told for what it is. */
export type Mail = NewMail & {
  id: string;
  /** ISO 8601, UTC. */
  writtenAt: string;
};

/** The queue that mails wait in; the program's is the port of jobs. */
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

/** What a subject line may hold: no line break or other control character can begin a header of its own. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return line.length <= subjectLimit ? line : `${line.slice(0, subjectLimit - 1)}…`;
}

/**
 * Puts a mail into the queue, from which the worker sends it; inside a transaction, only if that commits.
 * @param usefulForSeconds after this time it is not sent any more, e.g. when its link is over
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
