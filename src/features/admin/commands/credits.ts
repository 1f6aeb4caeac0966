/** Corrections of balances by admins, of one member or of several at once. */
import { sql } from "kysely";
import { t } from "#app/language/message.ts";
import type { AdminAction, AuditedTransaction, AuditRecord } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import type { Services } from "#app/services.ts";
import { adjustCredits } from "#app/features/billing/commands.ts";
import type { BulkCreditsInput, CreditsInput } from "../inputs.ts";
import { audited } from "./audit.ts";

type Db = Pick<Services, "db">;
/** What the audit log keeps of a correction. */
type After = { moved: number; asked: number; key: string };
type Corrected = { moved: number; records: AuditRecord[] };

/** The result of an earlier correction with this key. @throws AppError not-found, key-reused for another member or amount */
async function earlierCorrection(
  tx: AuditedTransaction,
  userId: string,
  amount: number,
  key: string,
): Promise<{ moved: number }> {
  const entry = await tx
    .selectFrom("admin_audit")
    .select("after")
    .where("target_kind", "=", "member")
    .where("target_id", "=", userId)
    .where("action", "=", "member.credits")
    .where(sql<boolean>`after ->> 'key' = ${key}`)
    .executeTakeFirst();
  const { asked, moved } = (entry?.after ?? {}) as Partial<After>;
  if (asked !== amount || moved === undefined) throw new AppError("key-reused");
  return { moved };
}

/** Requests with one key wait for each other, whoever they are about. */
async function lockKey(tx: AuditedTransaction, idempotencyKey: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${idempotencyKey}, 0))`.execute(tx);
}

/**
 * The result of an earlier correction of several balances with this key, or null.
 * @throws AppError key-reused for other members, another amount or another reason
 */
async function earlierCorrections(
  tx: AuditedTransaction,
  { ids, amount, reason }: BulkCreditsInput,
  key: string,
): Promise<{ moved: number } | null> {
  const entries = await tx
    .selectFrom("admin_audit")
    .select(["target_id as id", "after", "reason"])
    .where("target_kind", "=", "member")
    .where("action", "=", "member.credits")
    .where(sql<boolean>`after ->> 'key' = ${`${key}:`} || target_id`)
    .execute();
  if (entries.length === 0) return null;
  const earlier = new Set(entries.map(({ id }) => id));
  const isSame =
    earlier.size === ids.length &&
    ids.every((id) => earlier.has(id)) &&
    entries.every((one) => one.reason === reason && (one.after as After).asked === amount);
  if (!isSame) throw new AppError("key-reused");
  return { moved: entries.reduce((sum, { after }) => sum + (after as After).moved, 0) };
}

/** Corrects one balance within a transaction, once per key. @throws AppError not-found, key-reused */
async function correct(
  tx: AuditedTransaction,
  userId: string,
  { amount, reason }: CreditsInput,
  key: string,
): Promise<Corrected> {
  const member = tx.selectFrom("users").select("id").where("id", "=", userId);
  if (!(await member.executeTakeFirst())) {
    throw new AppError("not-found", { detail: t`There is no such account` });
  }
  const idempotencyKey = `correction:${key}`;
  await lockKey(tx, idempotencyKey);
  const first = await tx
    .selectFrom("ledger_transactions")
    .select("id")
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  if (first) return { ...(await earlierCorrection(tx, userId, amount, key)), records: [] };
  const moved = await adjustCredits(tx, { userId, amount, reason, idempotencyKey });
  const target = { kind: "member" as const, id: userId };
  const after: After = { moved, asked: amount, key };
  return { moved, records: [{ action: "member.credits", target, after, reason }] };
}

/**
 * Corrects a member's balance, once per idempotency key, whichever admin sends it.
 * @returns the credits really moved: a balance never goes below 0
 * @throws AppError not-found; key-reused when the key was used for another member or amount
 */
export async function correctBalance(
  { db }: Db,
  by: AdminAction,
  userId: string,
  input: CreditsInput,
  key: string,
): Promise<{ moved: number; current: number }> {
  return audited(db, by, async (tx) => {
    const { moved, records } = await correct(tx, userId, input, key);
    const account = await tx
      .selectFrom("ledger_accounts")
      .select("available")
      .where("user_id", "=", userId)
      .executeTakeFirstOrThrow();
    return { result: { moved, current: account.available }, records };
  });
}

/**
 * Corrects the balances of several members by the same amount, all or none, once per idempotency key.
 * @returns the credits really moved, of all of them together
 * @throws AppError not-found when one is no member; key-reused for other members, another amount or another reason
 */
export async function correctBalances(
  { db }: Db,
  by: AdminAction,
  { ids, ...input }: BulkCreditsInput,
  key: string,
): Promise<{ members: number; moved: number }> {
  return audited(db, by, async (tx) => {
    const records: AuditRecord[] = [];
    await lockKey(tx, `correction:${key}`);
    const earlier = await earlierCorrections(tx, { ids, ...input }, key);
    if (earlier !== null) return { result: { members: ids.length, ...earlier }, records };
    let moved = 0;
    // In one order, so that two requests about the same members do not wait for each other in a circle.
    for (const id of ids.toSorted()) {
      const one = await correct(tx, id, input, `${key}:${id}`);
      moved += one.moved;
      records.push(...one.records);
    }
    return { result: { members: ids.length, moved }, records };
  });
}
