import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { randomUUID } from "node:crypto";
import type { Database } from "#app/db/schema.ts";
import type { Audited, AuditedBy, AuditedTransaction, AuditRecord } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import {
  daysFrom,
  reasonLabel,
  strikeDays,
  turnsAccountOff,
  type SanctionKind,
  type SanctionReason,
} from "#app/rules/sanctions.ts";
import type { Services } from "#app/services.ts";
import { resumeCasts, stopCasts } from "#app/features/generation/commands.ts";
import { turnAccountOff, turnAccountOn } from "#app/features/identity/commands.ts";
import { toSanction, type Sanction } from "../queries/rows.ts";
import type { Addressee } from "./tell.ts";

export type ModerationServices = Pick<Services, "db" | "env" | "jobs">;

/** Who decides, and the function that writes the audit entries. */
export type Moderator = AuditedBy & { audited: Audited };

/** The id of the admin who decides; null for the operator and upkeep. */
export const adminId = (by: AuditedBy): string | null => ("admin" in by ? by.admin.userId : null);

export type NewSanction = {
  memberId: string;
  kind: SanctionKind;
  reason: SanctionReason;
  note: string | null;
  /** Of a suspension. */
  days?: number;
  picture?: { id: string; title: string };
  /** Null for the operator, and for what follows from strikes. */
  madeBy: string | null;
};

/** @throws AppError not-found */
export async function addresseeOf(tx: Transaction<Database>, userId: string): Promise<Addressee> {
  const row = await tx
    .selectFrom("users")
    .select(["id", "name", "username", "email"])
    .select(["email_verified as emailVerified", "is_demo as isDemo"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found", { detail: "There is no such member" });
  return row;
}

function endOf({ kind, days }: NewSanction, now: Date): Date | null {
  if (kind === "strike") return daysFrom(now, strikeDays);
  return kind === "suspension" && days !== undefined ? daysFrom(now, days) : null;
}

/** Marks a decision as no longer counting. */
async function endSanction(tx: AuditedTransaction, id: string, by: string | null): Promise<void> {
  await tx
    .updateTable("sanctions")
    .set({ lifted_at: sql<Date>`now()`, lifted_by: by })
    .where("id", "=", id)
    .execute();
  // An appeal against it has what it asked for.
  await tx
    .updateTable("appeals")
    .set({ state: "granted", answered_at: sql<Date>`now()`, answered_by: by })
    .where("sanction_id", "=", id)
    .where("state", "=", "open")
    .execute();
}

/** Ends the decision that turned the account off before: the new one takes its place. */
async function replaceAccountSanction(
  tx: AuditedTransaction,
  { memberId, madeBy }: NewSanction,
): Promise<void> {
  const row = await tx
    .selectFrom("sanctions")
    .select("id")
    .where("member_id", "=", memberId)
    .where("lifted_at", "is", null)
    .where("kind", "in", ["suspension", "ban", "closure"])
    .executeTakeFirst();
  if (row !== undefined) await endSanction(tx, row.id, madeBy);
}

/**
 * Writes a decision and what follows from it for the account. The caller holds `lockAccountStates`.
 * @throws AppError not-found; conflict for the last admin
 */
export async function impose(
  services: Pick<Services, "env">,
  tx: AuditedTransaction,
  wanted: NewSanction,
): Promise<{ sanction: Sanction; record: AuditRecord }> {
  const { memberId, kind, reason, note, picture, madeBy } = wanted;
  const key = randomUUID();
  const endsAt = endOf(wanted, new Date());
  const isOff = turnsAccountOff(kind);
  const casts = isOff ? await stopCasts(services, tx, memberId) : 0;
  if (isOff) {
    await turnAccountOff(tx, memberId, { kind, until: endsAt, reason, key });
    await replaceAccountSanction(tx, wanted);
  }
  const row = await tx
    .insertInto("sanctions")
    .values({
      id: uuidv7(),
      member_id: memberId,
      kind,
      reason,
      note,
      picture_id: picture?.id ?? null,
      picture_title: picture?.title ?? null,
      appeal_key: key,
      made_by: madeBy,
      ends_at: endsAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const record: AuditRecord = {
    action: `member.${kind}`,
    target: { kind: "member", id: memberId },
    after: {
      decision: row.id,
      ...(endsAt !== null && { until: endsAt.toISOString() }),
      ...(isOff && { "cancelled casts": casts }),
    },
    reason: note === null ? reasonLabel(reason) : `${reasonLabel(reason)}: ${note}`,
  };
  return { sanction: toSanction(row), record };
}

/**
 * Ends a decision that still counts, and turns the account on again where it was off by it. The caller holds
 * `lockAccountStates`.
 */
export async function revoke(
  tx: AuditedTransaction,
  sanction: Sanction,
  by: string | null,
  reason: string | null,
): Promise<AuditRecord> {
  if (turnsAccountOff(sanction.kind)) {
    await resumeCasts(tx, sanction.memberId);
    await turnAccountOn(tx, sanction.memberId);
  }
  await endSanction(tx, sanction.id, by);
  return {
    action: "member.lift",
    target: { kind: "member", id: sanction.memberId },
    after: { decision: sanction.id, kind: sanction.kind },
    ...(reason !== null && { reason }),
  };
}

/** Locks a decision. @throws AppError not-found */
export async function lockSanction(tx: AuditedTransaction, id: string): Promise<Sanction> {
  const row = await tx
    .selectFrom("sanctions")
    .selectAll()
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found");
  return toSanction(row);
}
