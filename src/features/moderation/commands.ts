/** Decisions about members: each is one transaction with its audit entries and with what the member is told. */
import { sql } from "kysely";
import { t } from "#app/language/message.ts";
import type { Member } from "#app/lib/actor.ts";
import type { Audited, AuditedTransaction, AuditRecord } from "#app/lib/audit.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import { strikesThatSuspend, strikeSuspensionDays } from "#app/rules/sanctions.ts";
import { lockAccountStates, requireStillAdmin } from "#app/features/identity/commands.ts";
import type { SanctionInput } from "./inputs.ts";
import { counts, type Sanction } from "./queries/rows.ts";
import {
  addresseeOf,
  adminId,
  impose,
  lockSanction,
  revoke,
  type Imposed,
  type ModerationServices,
  type Moderator,
  type NewSanction,
} from "./commands/impose.ts";
import { decisionMessage, liftedMessage, tellMember } from "./commands/tell.ts";

export { answerAppeal, appeal } from "./commands/appeals.ts";
export { eraseTitlesOfPictures } from "./commands/erase.ts";
export { notePictureDecisions } from "./commands/pictures.ts";
export { reviewPicture } from "./commands/review.ts";

/** Whether the account is on, and how many strikes count now. */
async function standingOf(tx: AuditedTransaction, memberId: string) {
  const { rows } = await sql<{ isOff: boolean; strikes: number }>`
    select u.banned_at is not null as "isOff",
      (select count(*)::integer from sanctions s
       where s.member_id = u.id and s.kind = 'strike' and ${counts}) as strikes
    from users u where u.id = ${memberId}`.execute(tx);
  return rows[0];
}

/**
 * Gives a member a strike, suspends or bans them, closes their account on request, or takes down a part of their profile
 * or a style kit, and tells them. A suspension, a
 * ban and a closure end all sessions, cancel open casts and hide the pictures; one takes the place of another. Enough
 * strikes at the same time suspend the account.
 * @returns the decisions: the one asked for and, after the last strike, the suspension
 * @throws AppError not-found; conflict for oneself and for the last admin; forbidden when the admin is none any more
 */
export async function sanctionMember(
  services: ModerationServices,
  by: Moderator,
  memberId: string,
  input: SanctionInput,
): Promise<Sanction[]> {
  if (adminId(by) === memberId) {
    throw new AppError("conflict", {
      detail: t`Nobody decides about themselves: ask another admin`,
    });
  }
  const { kind, reason, note } = input;
  const wanted: NewSanction = {
    memberId,
    kind,
    reason,
    note,
    madeBy: adminId(by),
    ...(kind === "suspension" && { days: input.days }),
    ...(kind === "kit" && { target: { id: input.kit, title: "" } }),
  };
  const imposed = await by.audited(services.db, by, async (tx) => {
    await lockAccountStates(tx);
    if ("admin" in by) await requireStillAdmin(tx, by.admin);
    const member = await addresseeOf(tx, memberId);
    const made: Imposed[] = [await impose(services, tx, wanted)];
    if (kind === "strike") {
      const { isOff, strikes } = await standingOf(tx, memberId);
      if (!isOff && strikes >= strikesThatSuspend) made.push(await suspend(services, tx, memberId));
    }
    for (const { sanction } of made) {
      await tellMember(services, tx, member, () => decisionMessage(sanction));
    }
    return { result: made, records: made.map(({ record }) => record) };
  });
  for (const { afterwards } of imposed) await afterwards?.();
  return imposed.map(({ sanction }) => sanction);
}

/** The suspension that follows from strikes. */
function suspend(services: ModerationServices, tx: AuditedTransaction, memberId: string) {
  return impose(services, tx, {
    memberId,
    kind: "suspension",
    reason: "strikes",
    note: null,
    days: strikeSuspensionDays,
    madeBy: null,
  });
}

/**
 * Closes the actor's own account: as a suspension without an end, which admins undo on request. Nothing is deleted.
 * @param username typed by the member as a confirmation
 * @throws AppError invalid-request for another username; conflict for the last admin
 */
export async function closeOwnAccount(
  services: ModerationServices,
  actor: Member,
  username: string,
  { audited, requestId }: { audited: Audited; requestId: string },
): Promise<void> {
  await audited(services.db, { admin: actor, requestId }, async (tx) => {
    await lockAccountStates(tx);
    const member = await addresseeOf(tx, actor.userId);
    const typed = username.trim().replace(/^@/, "").toLowerCase();
    if (typed !== member.username.toLowerCase()) {
      throw fieldError("username", "other", t`This is not your username`);
    }
    const { sanction, record } = await impose(services, tx, {
      memberId: actor.userId,
      kind: "closure",
      reason: "requested",
      note: null,
      madeBy: actor.userId,
    });
    await tellMember(services, tx, member, () => decisionMessage(sanction));
    return { result: undefined, records: [record] };
  });
}

/**
 * Undoes a decision about a member and tells them.
 * @throws AppError not-found; conflict when it does not count any more, and for a hidden picture, which is approved
 *   instead
 */
export async function liftSanction(
  services: ModerationServices,
  by: Moderator,
  id: string,
  note: string | null,
): Promise<void> {
  await by.audited(services.db, by, async (tx) => {
    await lockAccountStates(tx);
    if ("admin" in by) await requireStillAdmin(tx, by.admin);
    const sanction = await lockSanction(tx, id);
    if (sanction.liftedAt !== null) throw new AppError("conflict", { detail: t`Lifted already` });
    if (sanction.kind === "picture") {
      throw new AppError("conflict", { detail: t`Approve the image instead` });
    }
    const member = await addresseeOf(tx, sanction.memberId);
    const records: AuditRecord[] = [await revoke(services, tx, sanction, adminId(by), note)];
    await tellMember(services, tx, member, () => liftedMessage(sanction, note));
    return { result: undefined, records };
  });
}

/**
 * Turns a member's account on again, whatever turned it off: for the command line.
 * @throws AppError not-found when it is not off by a decision
 */
export async function reopenAccount(
  services: ModerationServices,
  by: Moderator,
  memberId: string,
  note: string | null,
): Promise<void> {
  const row = await services.db
    .selectFrom("sanctions")
    .select(["id", "kind"])
    .where("member_id", "=", memberId)
    .where("lifted_at", "is", null)
    .where("kind", "in", ["suspension", "ban", "closure"])
    .executeTakeFirst();
  if (row === undefined) throw new AppError("not-found", { detail: t`This account is not off` });
  await liftSanction(services, by, row.id, note);
}
