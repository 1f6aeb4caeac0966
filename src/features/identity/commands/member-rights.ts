import { t } from "#app/language/message.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { hasAnotherAdmin, lockAccountStates } from "./account-state.ts";

/** The fields of a member that admins set, as kept in the audit log. */
export type MemberRights = { role: "member" | "user" | "admin"; verified: boolean };

/**
 * Sets a member's role or verified badge; a role applies from their next request on.
 * @returns how it was before and is now
 * @throws AppError not-found; conflict for the last admin
 */
export async function changeMemberRights(
  tx: AuditedTransaction,
  userId: string,
  wanted: Partial<MemberRights>,
): Promise<{ before: MemberRights; after: MemberRights }> {
  await lockAccountStates(tx);
  const row = await tx
    .selectFrom("users")
    .select(["role", "verified_at"])
    .where("id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found", { detail: t`There is no such member` });
  const before: MemberRights = {
    role: row.role as MemberRights["role"],
    verified: row.verified_at !== null,
  };
  const after = { ...before, ...wanted };
  const stepsDown = before.role === "admin" && after.role !== "admin";
  if (stepsDown && !(await hasAnotherAdmin(tx, userId))) {
    throw new AppError("conflict", { detail: t`Somebody has to be admin: make another one first` });
  }
  await tx
    .updateTable("users")
    .set({
      role: after.role,
      ...(after.verified !== before.verified && {
        verified_at: after.verified ? new Date() : null,
      }),
      updated_at: new Date(),
    })
    .where("id", "=", userId)
    .execute();
  return { before, after };
}
