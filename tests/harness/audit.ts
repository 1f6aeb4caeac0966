import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { audited } from "#app/features/admin/commands.ts";
import type { Member } from "#app/lib/actor.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";

/** Runs part of an admin command, under one entry that stands for all of its own. */
export function inAudit<T>(
  db: Kysely<Database>,
  admin: Member,
  work: (tx: AuditedTransaction) => Promise<T>,
): Promise<T> {
  return audited(db, { admin, requestId: randomUUID() }, async (tx) => ({
    result: await work(tx),
    records: [{ action: "test.part", target: { kind: "member", id: admin.userId } }],
  }));
}
