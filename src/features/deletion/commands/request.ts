import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import type { Audited, AuditedBy, AuditedTransaction } from "#app/lib/audit.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { isPaymentRefused } from "#app/adapters/payments/port.ts";
import { deletionDueAt, formatDeletionDay } from "#app/rules/deletion.ts";
import type { Services } from "#app/services.ts";
import { resumeCasts, stopCasts } from "#app/features/generation/commands.ts";
import {
  keepAccount,
  lockAccountStates,
  refuseForLastAdmin,
  requireStillAdmin,
  turnOffForDeletion,
} from "#app/features/identity/commands.ts";
import { endSubscriptions } from "#app/features/payments/commands.ts";
import { digestOf } from "../queries.ts";
import { mailAsked, mailKept } from "./mails.ts";

type Needs = Pick<Services, "db" | "env" | "jobs" | "log" | "payments">;

/** Who asks: the member, an admin, or the operator at the command line. */
export type DeletionBy = AuditedBy & { audited: Audited };

const askedBy = (by: DeletionBy, userId: string) => {
  if (!("admin" in by)) return "operator";
  return by.admin.userId === userId ? "member" : "admin";
};

/**
 * Cancels the plans of a member at the provider, before anything else: nobody pays for an account that is gone.
 * @throws AppError unavailable with the reason; nothing has changed then
 */
async function endPlans(needs: Needs, userId: string): Promise<void> {
  try {
    await endSubscriptions(needs, userId);
  } catch (error) {
    needs.log.error({ err: error, userId }, "a plan could not be cancelled for a deletion");
    const reason = isPaymentRefused(error)
      ? t`The payment provider refused: ${error.message}`
      : t`The payment provider does not answer`;
    throw new AppError("unavailable", {
      detail: t`Your plan could not be cancelled, so the account was not touched. ${reason}. Try again later.`,
      retryAfterSeconds: 60,
      cause: error,
    });
  }
}

/**
 * Asks for the deletion of an account: it is off from now on, its sessions end, open casts are cancelled and refunded, its
 * pictures hide, and the member gets a mail with the date and the address where they can keep it.
 * @returns the key of that page, and the date
 * @throws AppError not-found; conflict for the last admin and for an account that waits already; unavailable when a paid
 *   plan cannot be cancelled
 */
export async function requestDeletion(
  services: Needs,
  by: DeletionBy,
  userId: string,
  now = new Date(),
): Promise<{ key: string; dueAt: Date }> {
  // Before the plan is cancelled, which cannot be taken back.
  await services.db.transaction().execute((tx) => refuseForLastAdmin(tx, userId));
  await endPlans(services, userId);
  const key = randomUUID();
  const dueAt = deletionDueAt(now);
  const asked = askedBy(by, userId);
  await by.audited(services.db, by, async (tx) => {
    await lockAccountStates(tx);
    if ("admin" in by && asked === "admin") await requireStillAdmin(tx, by.admin);
    const casts = await stopCasts(services, tx, userId);
    await turnOffForDeletion(tx, userId, { dueAt, key });
    await tx
      .insertInto("deletions")
      .values({
        id: key,
        kind: "account",
        target_id: userId,
        target_digest: digestOf(userId),
        asked_by: asked,
        state: "waiting",
        due_at: dueAt,
      })
      .execute();
    await mailAsked(services, tx, { userId, dueAt, key, asked });
    const record = {
      action: "member.deletion",
      target: { kind: "member" as const, id: userId },
      after: { "deleted on": dueAt.toISOString(), "cancelled casts": casts },
    };
    return { result: undefined, records: [record] };
  });
  services.log.info(
    { event: "deletion-asked", userId },
    "the deletion of an account was asked for",
  );
  return { key, dueAt };
}

/** Asks for the deletion of the actor's own account. @throws AppError invalid-request for another username; as above */
export async function requestOwnDeletion(
  services: Needs,
  actor: Member,
  username: string,
  { audited, requestId }: { audited: Audited; requestId: string },
): Promise<{ key: string; dueAt: Date }> {
  const row = await services.db
    .selectFrom("users")
    .select("username")
    .where("id", "=", actor.userId)
    .executeTakeFirst();
  const typed = username.trim().replace(/^@/, "").toLowerCase();
  if (typed !== row?.username.toLowerCase()) {
    throw fieldError("username", "other", t`This is not your username`);
  }
  return requestDeletion(services, { admin: actor, requestId, audited }, actor.userId);
}

/** Takes a deletion back: the account is as it was. The row stays, as one that was kept. */
async function keep(services: Needs, tx: AuditedTransaction, deletionId: string) {
  await lockAccountStates(tx);
  const row = await tx
    .selectFrom("deletions")
    .select(["target_id", "state", "due_at"])
    .where("id", "=", deletionId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found");
  const userId = row.target_id;
  if (row.state !== "waiting" || userId === null) {
    throw new AppError("conflict", {
      detail:
        row.state === "kept" ? "This account is kept already" : "It is too late: the time is over",
    });
  }
  await resumeCasts(tx, userId);
  await keepAccount(tx, userId);
  await tx
    .updateTable("deletions")
    .set({ state: "kept", target_id: null, finished_at: sql<Date>`now()` })
    .where("id", "=", deletionId)
    .execute();
  await mailKept(services, tx, userId);
  const record = {
    action: "member.keep",
    target: { kind: "member" as const, id: userId },
    before: { "deleted on": formatDeletionDay(row.due_at) },
  };
  return { result: userId, records: [record] };
}

/**
 * Keeps an account by the key that its member got by mail or at the sign-in: the key stands for a sign-in.
 * @throws AppError not-found; conflict when it is kept already or being deleted
 */
export async function keepByKey(
  services: Needs,
  key: string,
  { audited, requestId }: { audited: Audited; requestId: string },
): Promise<void> {
  const row = await services.db
    .selectFrom("deletions")
    .select("target_id")
    .where("id", "=", key)
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found");
  const admin: Member = { role: "member", userId: row.target_id ?? key };
  await audited(services.db, { admin, requestId }, (tx) => keep(services, tx, key));
}

/** Keeps a member's account, for admins and the operator. @throws AppError not-found, conflict */
export async function keepMember(services: Needs, by: DeletionBy, userId: string): Promise<void> {
  const row = await services.db
    .selectFrom("deletions")
    .select("id")
    .where("target_id", "=", userId)
    .executeTakeFirst();
  if (row === undefined) {
    throw new AppError("not-found", { detail: t`This account does not wait for its deletion` });
  }
  await by.audited(services.db, by, async (tx) => {
    const kept = await keep(services, tx, row.id);
    if ("admin" in by) await requireStillAdmin(tx, by.admin);
    return kept;
  });
}
