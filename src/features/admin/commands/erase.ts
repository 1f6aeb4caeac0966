import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Whom and what the audit log must not name any more. */
export type ErasedFromAudit = {
  /** The member and the nameless row in their place; left out where only pictures are deleted. */
  member?: { id: string; nameless: string; names: readonly string[] };
  /** Ids of pictures, collections and the like that entries are about. */
  targets: readonly string[];
};

/** Empties the entries of the audit log that name what is deleted; that something was decided stays. @returns how many */
export async function eraseFromAudit(
  tx: Transaction<Database>,
  { member, targets }: ErasedFromAudit,
): Promise<number> {
  const texts = member === undefined ? [] : [member.id, ...member.names];
  const { rows } = await sql<{ changed: number }>`
    select erase_audit_words(${member?.id ?? null}::uuid, ${member?.nameless ?? null}::uuid,
      ${[...targets]}::text[], ${texts}::text[]) as changed`.execute(tx);
  return rows[0].changed;
}
