import { sql, type Kysely } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { fieldError } from "#app/lib/errors.ts";

/** What a movement is: purchases are taken back by refunds, and frozen and released by disputes. */
export type LedgerKind =
  | "grant"
  | "purchase"
  | "adjust"
  | "hold"
  | "settle"
  | "void"
  | "expire"
  | "refund"
  | "freeze"
  | "release";

/** One change of a member's available balance or of their debt. */
export type LedgerLine = {
  /** Number of the entry, by which lines are ordered. */
  id: number;
  kind: LedgerKind;
  /** The reason given, e.g. by an operator. */
  reason: string;
  /** Available credits; positive was added, negative removed. */
  change: number;
  /** Debt; positive is owed since, negative was paid by credits that came in. */
  debt: number;
  /** The available balance afterwards. */
  balance: number;
  /** ISO 8601, UTC. */
  createdAt: string;
  /** The hold that it opened or closed. */
  holdId: string | null;
};

/**
 * A member's movements, newest first, each with the balance that it left; `next` is the cursor of the page after.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function ledger(
  db: Kysely<Database>,
  userId: string,
  { cursor, limit }: { cursor?: string; limit: number },
): Promise<{ items: LedgerLine[]; next: string | null }> {
  const before = cursor === undefined ? null : Number(cursor);
  if (before !== null && (!Number.isSafeInteger(before) || before < 1)) {
    throw fieldError("cursor", "unknown", t`This is not a valid cursor`);
  }
  let query = db
    .selectFrom("ledger_entries as e")
    .innerJoin("ledger_accounts as a", "a.id", "e.account_id")
    .innerJoin("ledger_transactions as t", "t.id", "e.transaction_id")
    .select(["e.id", "e.amount", "e.bucket", "e.created_at", "e.account_id"])
    .select(["t.kind", "t.reason", "t.hold_id"])
    .where("a.user_id", "=", userId)
    .where("e.bucket", "in", ["available", "debt"])
    .orderBy("e.id", "desc")
    .limit(limit + 1);
  if (before !== null) query = query.where("e.id", "<", before);
  const rows = await query.execute();
  const page = rows.slice(0, limit);
  const [newest] = page;
  if (newest === undefined) return { items: [], next: null };
  const sum = await db
    .selectFrom("ledger_entries")
    .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as("balance"))
    .where("account_id", "=", newest.account_id)
    .where("bucket", "=", "available")
    .where("id", "<=", newest.id)
    .executeTakeFirstOrThrow();
  let { balance } = sum;
  const items = page.map((row) => {
    const change = row.bucket === "available" ? row.amount : 0;
    const line: LedgerLine = {
      id: row.id,
      kind: row.kind as LedgerLine["kind"],
      reason: row.reason,
      change,
      // Entries of a debt are negative: what is owed counts against what one has.
      debt: row.bucket === "debt" ? 0 - row.amount : 0,
      balance,
      createdAt: row.created_at.toISOString(),
      holdId: row.hold_id,
    };
    balance -= change;
    return line;
  });
  return { items, next: rows.length > limit ? String(page.at(-1)?.id) : null };
}
