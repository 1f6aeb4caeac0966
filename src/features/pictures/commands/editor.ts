import type { Kysely, Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { Member } from "#app/lib/actor.ts";
import type { AdminAction, Audited, AuditRecord } from "#app/lib/audit.ts";
import { canEdit, type Ownership } from "../policy.ts";

/** An admin, who may change everybody's pictures, and the function that audits it. */
export type Overseer = AdminAction & { audited: Audited };

/** Who changes a picture: a member their own, whatever their role, or an admin anybody's. */
export type Editor = Member | Overseer;

/** Whether the editor may change and delete the picture. */
export function mayEdit(editor: Editor, picture: Ownership): boolean {
  if ("audited" in editor) return canEdit(editor.admin, picture);
  return editor.userId === picture.ownerId;
}

/**
 * Changes a picture in a transaction. An admin's change of somebody else's picture is audited in the same transaction.
 * @param work returns the entry for the log; null where nothing changed
 */
export function writeAs<T>(
  db: Kysely<Database>,
  editor: Editor,
  { ownerId }: Ownership,
  work: (tx: Transaction<Database>) => Promise<{ result: T; record: AuditRecord | null }>,
): Promise<T> {
  if (!("audited" in editor) || editor.admin.userId === ownerId) {
    return db.transaction().execute(async (tx) => (await work(tx)).result);
  }
  return editor.audited(db, editor, async (tx) => {
    const { result, record } = await work(tx);
    return { result, records: record === null ? [] : [record] };
  });
}
