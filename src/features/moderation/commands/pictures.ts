import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { randomUUID } from "node:crypto";
import { plural } from "#app/language/message.ts";
import type { AuditedBy, AuditedTransaction, AuditRecord } from "#app/lib/audit.ts";
import type { SanctionReason } from "#app/rules/sanctions.ts";
import { reviewPictures, type ReviewChange } from "#app/features/pictures/commands.ts";
import { toSanction, type Sanction } from "../queries/rows.ts";
import { addresseeOf, adminId, endSanction, type ModerationServices } from "./impose.ts";
import { decisionMessage, liftedMessage, tellMember, type Message } from "./tell.ts";

/** Why pictures are hidden, for their owners. */
export type PictureReason = { reason: SanctionReason; note: string | null };

/** Shown or waiting before, and rejected or removed now. */
const isTurnedDown = ({ before, after }: ReviewChange) =>
  before.removedAt === null &&
  (before.approved || before.status === "waiting") &&
  !after.approved &&
  (after.status === "rejected" || after.removedAt !== null);

const isShownAgain = ({ before, after }: ReviewChange) => !before.approved && after.approved;

/** A decision about each picture that has none that counts; not about the deciding admin's own. */
async function hide(
  tx: AuditedTransaction,
  by: AuditedBy,
  ids: readonly string[],
  { reason, note }: PictureReason,
): Promise<Sanction[]> {
  const pictures = await tx
    .selectFrom("pictures")
    .select(["id", "title", "owner_id"])
    .where("id", "in", ids)
    .where(sql<boolean>`owner_id is distinct from ${adminId(by)}`)
    .orderBy("id")
    .execute();
  if (pictures.length === 0) return [];
  const rows = await tx
    .insertInto("sanctions")
    .values(
      pictures.map((picture) => ({
        id: uuidv7(),
        member_id: picture.owner_id,
        kind: "picture",
        reason,
        note,
        target_id: picture.id,
        target_title: picture.title,
        appeal_key: randomUUID(),
        made_by: adminId(by),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute();
  return rows.map(toSanction);
}

/** Ends the decisions about pictures that are shown again. */
async function show(
  tx: AuditedTransaction,
  by: AuditedBy,
  ids: readonly string[],
): Promise<Sanction[]> {
  const rows = await tx
    .selectFrom("sanctions")
    .selectAll()
    .where("target_id", "in", ids)
    .where("kind", "=", sql.lit("picture"))
    .where("lifted_at", "is", null)
    .orderBy("id")
    .forUpdate()
    .execute();
  for (const { id } of rows) await endSanction(tx, id, adminId(by));
  return rows.map(toSanction);
}

/** A message that also says how many more images were decided about. */
function withOthers(message: Message, others: number): Message {
  if (others === 0) return message;
  const [first, ...rest] = message.paragraphs;
  const more = plural(
    others,
    "The same was decided about 1 more of your images: see your notifications.",
    "The same was decided about # more of your images: see your notifications.",
  );
  return { ...message, paragraphs: [first, ...rest, more] };
}

/**
 * Writes down, for their owners, which pictures an admin has turned down and which are shown again, and tells them. A
 * member gets one mail, about the first picture, and a notification for each. Call it last in a transaction.
 */
export async function notePictureDecisions(
  services: ModerationServices,
  tx: AuditedTransaction,
  by: AuditedBy,
  changes: readonly ReviewChange[],
  why: PictureReason,
): Promise<void> {
  const down = changes.filter(isTurnedDown).map(({ id }) => id);
  const up = changes.filter(isShownAgain).map(({ id }) => id);
  const hidden = down.length === 0 ? [] : await hide(tx, by, down, why);
  const shown = up.length === 0 ? [] : await show(tx, by, up);
  const messages = [
    ...hidden.map((sanction) => ({ sanction, compose: () => decisionMessage(sanction) })),
    ...shown.map((sanction) => ({ sanction, compose: () => liftedMessage(sanction, null) })),
  ];
  // Event counters are locked in the order of members, so that no two of these wait for each other.
  const byMember = Map.groupBy(messages, ({ sanction }) => sanction.memberId);
  for (const memberId of [...byMember.keys()].toSorted()) {
    const member = await addresseeOf(tx, memberId);
    const all = byMember.get(memberId) ?? [];
    for (const [index, { compose }] of all.entries()) {
      const isMailed = index === 0;
      const told = () => (isMailed ? withOthers(compose(), all.length - 1) : compose());
      await tellMember(services, tx, member, told, { mail: isMailed });
    }
  }
}

/** Approves the picture of a decision, where it is about one that is still there. @returns the audit entries */
export async function showPicture(
  tx: AuditedTransaction,
  { kind, target_id: targetId }: { kind: string; target_id: string | null },
): Promise<AuditRecord[]> {
  if (kind !== "picture" || targetId === null) return [];
  const there = await tx
    .selectFrom("pictures")
    .select("id")
    .where("id", "=", targetId)
    .executeTakeFirst();
  if (there === undefined) return [];
  const changes = await reviewPictures(tx, [targetId], "approve");
  return changes.map(({ id, before, after }) => ({
    action: "picture.approve",
    target: { kind: "picture", id },
    before,
    after,
  }));
}
