import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { randomUUID } from "node:crypto";
import { t } from "#app/language/message.ts";
import { isLanguage } from "#app/language/languages.ts";
import { inEnglish } from "#app/language/spoken.ts";
import type { Database } from "#app/db/schema.ts";
import type { Audited, AuditedBy, AuditedTransaction, AuditRecord } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import {
  daysFrom,
  isProfilePart,
  reasonLabel,
  strikeDays,
  turnsAccountOff,
  type SanctionKind,
  type SanctionReason,
} from "#app/rules/sanctions.ts";
import type { Services } from "#app/services.ts";
import {
  restoreKit,
  resumeCasts,
  stopCasts,
  takeDownKit,
} from "#app/features/generation/commands.ts";
import {
  restoreProfilePart,
  takeProfilePart,
  turnAccountOff,
  turnAccountOn,
  type Taken,
} from "#app/features/identity/commands.ts";
import { toSanction, type Sanction } from "../queries/rows.ts";
import type { Addressee } from "./tell.ts";

export type ModerationServices = Pick<Services, "db" | "env" | "jobs" | "log" | "storage">;

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
  /** The picture or style kit that it is about. */
  target?: { id: string; title: string };
  /** Null for the operator, and for what follows from strikes. */
  madeBy: string | null;
};

/** @throws AppError not-found */
export async function addresseeOf(tx: Transaction<Database>, userId: string): Promise<Addressee> {
  const row = await tx
    .selectFrom("users")
    .select(["id", "name", "username", "email"])
    .select(["email_verified as emailVerified", "is_demo as isDemo", "language"])
    .where("id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found", { detail: t`There is no such member` });
  return { ...row, language: isLanguage(row.language) ? row.language : null };
}

function endOf({ kind, days }: NewSanction, now: Date): Date | null {
  if (kind === "strike") return daysFrom(now, strikeDays);
  return kind === "suspension" && days !== undefined ? daysFrom(now, days) : null;
}

/** Marks a decision as no longer counting. */
export async function endSanction(
  tx: AuditedTransaction,
  id: string,
  by: string | null,
): Promise<void> {
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

export type Imposed = {
  sanction: Sanction;
  record: AuditRecord;
  /** What is left to do once the transaction has committed. */
  afterwards?: () => Promise<void>;
};

/**
 * Writes a decision and what follows from it for the account. The caller holds `lockAccountStates`.
 * @throws AppError not-found; conflict for the last admin
 */
export async function impose(
  services: ModerationServices,
  tx: AuditedTransaction,
  wanted: NewSanction,
): Promise<Imposed> {
  const { memberId, kind, reason, note, target, madeBy } = wanted;
  const key = randomUUID();
  const endsAt = endOf(wanted, new Date());
  const isOff = turnsAccountOff(kind);
  const casts = isOff ? await stopCasts(services, tx, memberId) : 0;
  if (isOff) {
    await turnAccountOff(tx, memberId, { kind, until: endsAt, reason, key });
    await replaceAccountSanction(tx, wanted);
  }
  const { taken = null, afterwards } = isProfilePart(kind)
    ? await takeProfilePart(services, tx, memberId, kind)
    : {};
  const title =
    kind === "kit" && target ? await takeDownKit(tx, memberId, target.id) : target?.title;
  const row = await tx
    .insertInto("sanctions")
    .values({
      id: uuidv7(),
      member_id: memberId,
      kind,
      reason,
      note,
      target_id: target?.id ?? null,
      target_title: title ?? null,
      taken: taken && JSON.stringify(taken),
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
      ...(title !== undefined && { title }),
    },
    ...(taken !== null && { before: taken }),
    reason: inEnglish(() =>
      note === null ? reasonLabel(reason) : `${reasonLabel(reason)}: ${note}`,
    ),
  };
  return { sanction: toSanction(row), record, ...(afterwards && { afterwards }) };
}

/**
 * Ends a decision that still counts: the account is on again, what was taken down is back. A picture is approved by the
 * caller. The caller holds
 * `lockAccountStates`.
 */
export async function revoke(
  services: ModerationServices,
  tx: AuditedTransaction,
  sanction: Sanction,
  by: string | null,
  reason: string | null,
): Promise<AuditRecord> {
  if (turnsAccountOff(sanction.kind)) {
    await resumeCasts(tx, sanction.memberId);
    await turnAccountOn(tx, sanction.memberId);
  }
  if (isProfilePart(sanction.kind)) {
    const { taken } = await tx
      .selectFrom("sanctions")
      .select("taken")
      .where("id", "=", sanction.id)
      .executeTakeFirstOrThrow();
    await restoreProfilePart(services, tx, sanction.memberId, sanction.kind, taken as Taken);
  }
  if (sanction.kind === "kit" && sanction.targetId !== null) {
    await restoreKit(tx, sanction.targetId);
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
