import { sql } from "kysely";
import type { Audited, AuditedTransaction } from "#app/lib/audit.ts";

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
