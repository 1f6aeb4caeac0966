import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { audited } from "#app/features/admin/commands.ts";
import type { Member } from "#app/lib/actor.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";

/** Runs a part of an admin command, whose entries are the business of the whole. */
export function inAudit<T>(
  db: Kysely<Database>,
  admin: Member,
  work: (tx: AuditedTransaction) => Promise<T>,
): Promise<T> {
  return audited(db, { admin, requestId: randomUUID() }, async (tx) => ({
    result: await work(tx),
    records: [],
  }));
}
