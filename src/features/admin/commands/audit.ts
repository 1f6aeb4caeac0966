import { sql } from "kysely";
import { t } from "#app/language/message.ts";
import type { AdminAction, Audited, AuditedTransaction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";

/** See `Audited`. */
export const audited: Audited = (db, by, work) =>
  db.transaction().execute(async (tx) => {
    await sql`savepoint before_work`.execute(tx);
    const { result, records } = await work(tx as AuditedTransaction);
    if (records.length === 0) {
      await sql`rollback to savepoint before_work`.execute(tx);
      return result;
    }
    await tx
      .insertInto("admin_audit")
      .values(
        records.map(({ action, target, before, after, reason }) => ({
          admin_id: "admin" in by ? by.admin.userId : null,
          action,
          target_kind: target.kind,
          target_id: target.id,
          before: before === undefined ? null : JSON.stringify(before),
          after: after === undefined ? null : JSON.stringify(after),
          reason: reason ?? null,
          request_id: "admin" in by ? by.requestId : by.system,
        })),
      )
      .execute();
    return result;
  });

/** One entry of the log, for its undo. */
export type UndoEntry = {
  kind: string;
  id: string;
  action: string;
  before: unknown;
  after: unknown;
};

/**
 * What the same admin did in one request to things of these kinds, the first first.
 * @param undo the id of that request
 * @throws AppError not-found when there is nothing to undo
 */
export async function entriesToUndo(
  tx: AuditedTransaction,
  { admin }: AdminAction,
  undo: string,
  kinds: readonly string[],
): Promise<UndoEntry[]> {
  const entries = await tx
    .selectFrom("admin_audit")
    .select(["target_kind as kind", "target_id as id", "action", "before", "after"])
    .where("request_id", "=", undo)
    .where("admin_id", "=", admin.userId)
    .where("target_kind", "in", kinds)
    .orderBy("id")
    .execute();
  if (entries.length === 0) throw new AppError("not-found", { detail: t`Nothing to undo` });
  return entries;
}
