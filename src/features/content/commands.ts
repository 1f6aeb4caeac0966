import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import type { Actor } from "#app/lib/actor.ts";
import { AppError, type FieldError } from "#app/lib/errors.ts";
import { sendMail } from "#app/lib/mail.ts";
import { mailOf } from "#app/lib/mail-text.ts";
import { paths } from "#app/paths.ts";
import type { Services } from "#app/services.ts";
import type { ContactInput } from "./inputs.ts";

export { eraseMessages } from "./commands/erase.ts";

type Sender = { userId: string | null; name: string; email: string };

const subjects = {
  contact: "Message",
  idea: "Idea",
  bug: "Bug report",
  feature: "Feature request",
  commission: "Commission",
} as const;

async function senderOf(
  { db }: Pick<Services, "db">,
  actor: Actor,
  { name, email }: ContactInput,
): Promise<Sender> {
  if (actor.role === "guest") {
    const errors: FieldError[] = [];
    if (name === undefined) {
      errors.push({ path: "name", code: "required", message: t`Name is required` });
    }
    if (email === undefined) {
      errors.push({ path: "email", code: "required", message: t`Email is required` });
    }
    if (name === undefined || email === undefined) {
      throw new AppError("invalid-request", { detail: errors[0]?.message, errors });
    }
    return { userId: null, name, email };
  }
  const row = await db
    .selectFrom("users")
    .select(["name", "email"])
    .where("id", "=", actor.userId)
    .executeTakeFirstOrThrow();
  return { userId: actor.userId, name: row.name, email: row.email };
}

/**
 * Stores a message for the operator and, if CONTACT_EMAIL is set, queues a mail: both or neither.
 * @throws AppError invalid-request when a guest gives no name or address
 */
export async function sendMessage(
  services: Pick<Services, "db" | "env" | "jobs">,
  actor: Actor,
  input: ContactInput,
): Promise<{ id: string }> {
  const { db, env } = services;
  const sender = await senderOf(services, actor, input);
  const id = uuidv7();
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto("messages")
      .values({
        id,
        kind: input.kind,
        user_id: sender.userId,
        name: sender.name,
        email: sender.email,
        body: input.body,
      })
      .execute();
    if (env.CONTACT_EMAIL === undefined) return;
    const mail = mailOf({
      to: env.CONTACT_EMAIL,
      replyTo: sender.email,
      subject: t`${subjects[input.kind]} from ${sender.name}`,
      paragraphs: [input.body],
      action: {
        label: t`All messages`,
        url: new URL(paths.dashboardPage("admin/messages"), env.SERVER_URL).href,
      },
      footnote: `Sent with the form of ${env.APP_NAME} by ${sender.name} <${sender.email}>. An answer to this mail reaches them.`,
    });
    await sendMail(services, tx, mail);
  });
  return { id };
}

/**
 * Marks a message as dealt with, or open again.
 * @returns whether it was closed before; null when there is no such message
 */
export async function setMessageClosed(
  tx: AuditedTransaction,
  id: string,
  closed: boolean,
): Promise<{ wasClosed: boolean } | null> {
  const row = await tx
    .selectFrom("messages")
    .select("closed_at")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return null;
  const wasClosed = row.closed_at !== null;
  if (wasClosed !== closed) {
    await tx
      .updateTable("messages")
      .set({ closed_at: closed ? new Date() : null })
      .where("id", "=", id)
      .execute();
  }
  return { wasClosed };
}
