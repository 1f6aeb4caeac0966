import { createHash, randomBytes } from "node:crypto";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { AdminAction, Audited } from "#app/lib/audit.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { grantCodeEnding, grantCodeOf, readGrantCode } from "#app/rules/grant-code.ts";
import type { Services } from "#app/services.ts";
import { giveCredits, openAccount } from "../commands.ts";
import type { NewGrantCode } from "../inputs.ts";
import { grantCodeById, type GrantCode } from "../queries/grant-codes.ts";

type Db = Pick<Services, "db">;
type Audit = AdminAction & { audited: Audited };

/** A code has 80 random bits: its plain digest cannot be turned back into it. */
const digestOf = (code: string) => createHash("sha256").update(`grant code ${code}`).digest();

const targetOf = (id: string) => ({ kind: "grant-code" as const, id });

/**
 * Makes a grant code, for admins, with an audit entry.
 * @returns it with the code itself, which is kept nowhere: the row has its digest
 * @throws AppError invalid-request when it would be expired already
 */
export async function makeGrantCode(
  { db }: Db,
  { credits, uses, expiresAt, reason }: NewGrantCode,
  by: Audit,
): Promise<GrantCode & { code: string }> {
  if (expiresAt !== null && Date.parse(expiresAt) <= Date.now()) {
    throw fieldError("expiresAt", "past", t`This time is over: choose a later one`);
  }
  const code = grantCodeOf(randomBytes(16));
  const ending = grantCodeEnding(code);
  return by.audited(db, by, async (tx) => {
    const id = uuidv7();
    await tx
      .insertInto("grant_codes")
      .values({
        id,
        digest: digestOf(code),
        ending,
        credits,
        max_uses: uses,
        reason,
        expires_at: expiresAt,
      })
      .execute();
    const made = await grantCodeById(tx, id);
    if (made === null) throw new Error(`Grant code ${id} was not written`);
    const after = { ending, credits, uses, expires: expiresAt };
    const record = { action: "grant-code.create", target: targetOf(id), after, reason };
    return { result: { ...made, code }, records: [record] };
  });
}

/**
 * Revokes a grant code, or undoes that, for admins, with an audit entry. Members keep what they redeemed.
 * @returns the code as it is now
 * @throws AppError not-found
 */
export async function revokeGrantCode(
  { db }: Db,
  id: string,
  revoked: boolean,
  by: Audit,
): Promise<GrantCode> {
  return by.audited(db, by, async (tx) => {
    const changed = await tx
      .updateTable("grant_codes")
      .set({ revoked_at: revoked ? sql<Date>`now()` : null })
      .where("id", "=", id)
      .where("revoked_at", revoked ? "is" : "is not", null)
      .executeTakeFirst();
    const result = await grantCodeById(tx, id);
    if (result === null)
      throw new AppError("not-found", { detail: t`There is no such grant code` });
    const action = revoked ? "grant-code.revoke" : "grant-code.restore";
    const record = { action, target: targetOf(id), after: { ending: result.ending, revoked } };
    return { result, records: changed.numUpdatedRows > 0n ? [record] : [] };
  });
}

/** A refusal that a form shows at its field. */
const refused = (status: "not-found" | "conflict", code: string, message: string) =>
  new AppError(status, { detail: message, errors: [{ path: "code", code, message }] });

const closed = {
  revoked: () => t`This code has been withdrawn`,
  expired: () => t`This code has expired`,
  used: () => t`This code has been used up`,
} as const;

/**
 * Gives a member the credits of a grant code: once per member, and to no more members than it has uses.
 * @returns the credits of the code, and the member's balance
 * @throws AppError invalid-request for what cannot be a code; not-found for an unknown one; conflict when it is revoked,
 * expired or used up, or when this member has used it
 */
export async function redeemGrantCode(
  { db }: Db,
  userId: string,
  typed: string,
): Promise<{ credits: number; current: number }> {
  const code = readGrantCode(typed);
  if (code === null) {
    throw fieldError(
      "code",
      "shape",
      t`A code has 16 letters and digits, like 7KQ2-XM4D-90RT-B3FH`,
    );
  }
  return db.transaction().execute(async (tx) => {
    // Others who redeem this code wait here; the statements below see the uses that were committed before.
    const row = await tx
      .selectFrom("grant_codes")
      .select("id")
      .where("digest", "=", digestOf(code))
      .forUpdate()
      .executeTakeFirst();
    const found = row && (await grantCodeById(tx, row.id));
    if (!found) throw refused("not-found", "unknown", t`There is no such code`);
    const { id, credits, state } = found;
    const use = await tx
      .insertInto("grant_code_uses")
      .values({ code_id: id, user_id: userId })
      .onConflict((conflict) => conflict.doNothing())
      .returning("used_at")
      .executeTakeFirst();
    if (!use) throw refused("conflict", "redeemed", t`You have used this code already`);
    if (state !== "open") throw refused("conflict", state, closed[state]());
    await tx
      .updateTable("grant_codes")
      .set({ uses: sql<number>`uses + 1` })
      .where("id", "=", id)
      .execute();
    await openAccount(tx, userId);
    const current = await giveCredits(tx, {
      userId,
      amount: credits,
      reason: `Grant code ${found.ending}: ${found.reason}`,
      idempotencyKey: `grant-code:${id}:${userId}`,
    });
    return { credits, current };
  });
}
