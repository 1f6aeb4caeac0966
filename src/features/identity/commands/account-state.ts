import { sql, type Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError } from "#app/lib/errors.ts";
import type { AccountSanction } from "#app/rules/sanctions.ts";

/** Why an account is off, and until when. */
export type AccountBan = {
  kind: AccountSanction;
  /** The end of a suspension; null for the others. */
  until: Date | null;
  reason: string;
  /** Of the page where the member reads the decision. */
  key: string;
};

/**
 * Lets one transaction at a time change roles and turn accounts off or on, so that what it checks of the other admins
 * is still so when it commits. Comes before every lock of a row.
 */
export async function lockAccountStates(tx: Transaction<Database>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account-states', 0))`.execute(tx);
}

/** Whether another admin can sign in; true only under `lockAccountStates` until the commit. */
export async function hasAnotherAdmin(tx: Transaction<Database>, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("banned_at", "is", null)
    .where("id", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** @throws AppError forbidden when the admin is none any more: somebody was faster */
export async function requireStillAdmin(tx: Transaction<Database>, admin: Member): Promise<void> {
  const row = await tx
    .selectFrom("users")
    .select("id")
    .where("id", "=", admin.userId)
    .where("role", "=", "admin")
    .where("banned_at", "is", null)
    .executeTakeFirst();
  if (row === undefined) throw new AppError("forbidden");
}

/** @throws AppError not-found; conflict for the last admin who can sign in */
export async function refuseForLastAdmin(tx: Transaction<Database>, userId: string): Promise<void> {
  const row = await tx
    .selectFrom("users")
    .select(["role", "banned_at"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found", { detail: t`There is no such member` });
  const isActiveAdmin = row.role === "admin" && row.banned_at === null;
  if (isActiveAdmin && !(await hasAnotherAdmin(tx, userId))) {
    throw new AppError("conflict", { detail: t`Somebody has to be admin: make another one first` });
  }
}

/** Ends the sessions of a member, and the links that were mailed to them. */
export async function endSignIns(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom("sessions").where("user_id", "=", userId).execute();
  await tx.deleteFrom("verifications").where("value", "=", userId).execute();
}

/**
 * Turns an account off: its sessions and links end, and by trigger its pictures hide and its open streams end. One that
 * is off already is off for the new cause. The caller holds `lockAccountStates`.
 * @throws AppError not-found; conflict for the last admin
 */
export async function turnAccountOff(
  tx: AuditedTransaction,
  userId: string,
  { kind, until, reason, key }: AccountBan,
): Promise<void> {
  await refuseForLastAdmin(tx, userId);
  await tx
    .updateTable("users")
    .set({
      banned_at: sql<Date>`coalesce(banned_at, now())`,
      ban_kind: kind,
      ban_until: until,
      ban_reason: reason,
      ban_key: key,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", userId)
    .execute();
  await endSignIns(tx, userId);
}

/**
 * Ends the decision that keeps an account off; by trigger its pictures come back. One that waits for its deletion stays off.
 * @throws AppError not-found
 */
export async function turnAccountOn(tx: AuditedTransaction, userId: string): Promise<void> {
  const changed = await tx
    .updateTable("users")
    .set({
      banned_at: sql<Date | null>`case when delete_after is null then null else banned_at end`,
      ban_kind: null,
      ban_until: null,
      ban_reason: null,
      ban_key: null,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", userId)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) {
    throw new AppError("not-found", { detail: t`There is no such member` });
  }
}
