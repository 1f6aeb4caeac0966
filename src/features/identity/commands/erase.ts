import { randomBytes, randomUUID } from "node:crypto";
import { sql, type Transaction } from "kysely";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { portraitAt, portraitKey } from "#app/rules/portraits.ts";
import { endSignIns, refuseForLastAdmin } from "./account-state.ts";
import { withheldKey } from "./take-down.ts";

type Tx = Transaction<Database>;

/**
 * Turns an account off until it is deleted: its sessions and links end, and by trigger its pictures hide. The caller
 * holds `lockAccountStates`.
 * @param key of the page where the member keeps the account
 * @throws AppError not-found; conflict for the last admin and for an account that waits for its deletion already
 */
export async function turnOffForDeletion(
  tx: AuditedTransaction,
  userId: string,
  { dueAt, key }: { dueAt: Date; key: string },
): Promise<void> {
  await refuseForLastAdmin(tx, userId);
  const changed = await tx
    .updateTable("users")
    .set({
      banned_at: sql<Date>`coalesce(banned_at, now())`,
      delete_after: dueAt,
      delete_key: key,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", userId)
    .where("delete_after", "is", null)
    .where("erased_at", "is", null)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) {
    throw new AppError("conflict", { detail: t`This account waits for its deletion already` });
  }
  await endSignIns(tx, userId);
}

/**
 * Takes back the deletion of an account: it is on again, unless a decision keeps it off. The caller holds
 * `lockAccountStates`.
 */
export async function keepAccount(tx: AuditedTransaction, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({
      banned_at: sql<Date | null>`case when ban_kind is null then null else banned_at end`,
      delete_after: null,
      delete_key: null,
      updated_at: sql<Date>`now()`,
    })
    .where("id", "=", userId)
    .execute();
}

/** Moves the date of a deletion. */
export async function postponeDeletion(tx: Tx, userId: string, dueAt: Date): Promise<void> {
  await tx
    .updateTable("users")
    .set({ delete_after: dueAt })
    .where("id", "=", userId)
    .where("delete_after", "is not", null)
    .execute();
}

/**
 * Makes a member that a restore brought back one like any other: without the rights of an admin, and without the date
 * of a deletion that is not in force any more. The caller turns the account off.
 */
export async function forgetWaitingDeletion(tx: Tx, userId: string): Promise<void> {
  await tx
    .updateTable("users")
    .set({ role: "member", delete_after: null, delete_key: null })
    .where("id", "=", userId)
    .execute();
}

/** What other slices must know of a member to find what names them. */
export type MemberNames = { email: string; username: string; name: string; files: string[] };

/**
 * The names of a member and the storage keys of their portraits; null when the member is gone.
 * @param taken portraits that admins took down, as addresses
 */
export async function namesOf(
  tx: Tx,
  userId: string,
  taken: readonly string[],
): Promise<MemberNames | null> {
  const row = await tx
    .selectFrom("users")
    .select(["email", "username", "name", "last_name", "avatar_url", "cover_photo_url"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const portraits = [row.avatar_url, row.cover_photo_url, ...taken]
    .map((address) => portraitAt(address ?? ""))
    .filter((portrait) => portrait !== null);
  return {
    email: row.email,
    username: row.username,
    name: row.name,
    files: portraits.flatMap((portrait) => [portraitKey(portrait), withheldKey(portrait)]),
  };
}

/**
 * A nameless row in the place of a member, for the books. It has an id of its own, so that no older copy of the
 * database tells whose it is.
 */
export async function insertNameless(tx: Tx, userId: string): Promise<string> {
  const id = randomUUID();
  const digits = randomBytes(8).toString("hex");
  await sql`
    insert into users (id, email, name, username, role, credits, banned_at, erased_at, created_at)
    select ${id}, ${`${digits}@deleted.invalid`}, 'Deleted member', ${`deleted-${digits}`}, 'member', credits,
      now(), now(), date_trunc('month', created_at)
    from users where id = ${userId}`.execute(tx);
  return id;
}

/**
 * Deletes the member's row with all that hangs on it, and keeps the username from being taken. What may not be deleted
 * with it must name the nameless row by now: the database refuses otherwise.
 */
export async function deleteMember(tx: Tx, userId: string, names: MemberNames): Promise<void> {
  await sql`
    insert into reserved_usernames (digest)
    values (sha256(convert_to(lower(${names.username}), 'UTF8'))) on conflict do nothing`.execute(
    tx,
  );
  await sql`
    delete from rate_limits
    where strpos(key, ${userId}) > 0 or strpos(lower(key), lower(${names.email})) > 0`.execute(tx);
  await sql`
    delete from verifications
    where value = ${userId} or strpos(lower(identifier || ' ' || value), lower(${names.email})) > 0`.execute(
    tx,
  );
  await tx.deleteFrom("users").where("id", "=", userId).execute();
}
