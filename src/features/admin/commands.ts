/** Admin actions. Each action and its audit entries are one transaction. */
import { t } from "#app/language/message.ts";
import { inEnglish } from "#app/language/spoken.ts";
import type { AdminAction, AuditRecord } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { reasonLabel } from "#app/rules/sanctions.ts";
import type { Services } from "#app/services.ts";
import { setMessageClosed } from "#app/features/content/commands.ts";
import { changeMemberRights, type MemberRights } from "#app/features/identity/commands.ts";
import { notePictureDecisions } from "#app/features/moderation/commands.ts";
import {
  reopenReport,
  resolveReport,
  reviewPictures,
  takeBackReview,
  type ReportChange,
  type ReviewChange,
  type ReviewState,
} from "#app/features/pictures/commands.ts";
import { audited, entriesToUndo } from "./commands/audit.ts";
import { pictureEdits } from "./commands/edit-pictures.ts";
import type { BulkInput, BulkMembersInput, MemberRightsInput, ReportDecision } from "./inputs.ts";

export { eraseFromAudit } from "./commands/erase.ts";
export { audited } from "./commands/audit.ts";
export { changeDraft, importPicture, publishUploads } from "./commands/drafts.ts";
export { editPictures, undoEdit } from "./commands/edit-pictures.ts";
export { correctBalance, correctBalances } from "./commands/credits.ts";
export { startBackup } from "./commands/backups.ts";
export { resetMemberFactors } from "./commands/second-factors.ts";
export { recordUpkeepRun } from "./commands/upkeep.ts";
export { createVisitCounter, gatherSignUps, type VisitCounter } from "./commands/visits.ts";

type Db = Pick<Services, "db">;
/** What decisions need of which members are told. */
type Moderation = Pick<Services, "db" | "env" | "jobs" | "log" | "storage">;

/** Actions on pictures and reports that are no decisions: some of them `undoEdit` undoes. */
const undone = [
  "picture.upload",
  "picture.change",
  "picture.delete",
  "report.undo",
  ...pictureEdits,
  "picture.revert",
];

const pictureRows = (action: string, changes: readonly ReviewChange[]): AuditRecord[] =>
  changes.map(({ id, before, after }) => ({
    action: `picture.${action}`,
    target: { kind: "picture", id },
    before,
    after,
  }));

const reportRow = (action: string, { id, before, after }: ReportChange): AuditRecord => ({
  action: `report.${action}`,
  target: { kind: "report", id },
  before,
  after,
});

/**
 * Moderates pictures, all or none of them.
 * @returns how many changed, and the token that undoes it
 * @throws AppError invalid-request when one is no picture
 */
export async function decideOnPictures(
  services: Moderation,
  by: AdminAction,
  { ids, action, reason = "other", note }: BulkInput,
): Promise<{ changed: number; undo: string }> {
  return audited(services.db, by, async (tx) => {
    const changes = await reviewPictures(tx, ids, action);
    await notePictureDecisions(services, tx, by, changes, { reason, note });
    const result = { changed: changes.length, undo: by.requestId };
    const given =
      reason === "other"
        ? note
        : [inEnglish(() => reasonLabel(reason)), note].filter(Boolean).join(": ");
    const records = pictureRows(action, changes).map((row) => ({
      ...row,
      ...(given !== null && given !== "" && { reason: given }),
    }));
    return { result, records };
  });
}

/**
 * Decides a report of a picture.
 * @returns the token that undoes it
 * @throws AppError not-found; conflict when it is decided already
 */
export async function decideOnReport(
  services: Moderation,
  by: AdminAction,
  id: string,
  { action, reason }: ReportDecision,
): Promise<{ undo: string }> {
  return audited(services.db, by, async (tx) => {
    const { report, pictures, mainReason } = await resolveReport(tx, by.admin, id, action);
    await notePictureDecisions(services, tx, by, pictures, { reason: mainReason, note: null });
    const rows = [
      reportRow(action, report),
      ...pictureRows(action === "hide" ? "reject" : action, pictures),
    ];
    const records = rows.map((row) => ({ ...row, ...(reason !== undefined && { reason }) }));
    return { result: { undo: by.requestId }, records };
  });
}

/**
 * Undoes the same admin's decisions of one request about pictures and reports. Pictures about which somebody has
 * decided again stay as they are, and so do reports of pictures that were reported again.
 * @returns how many pictures and reports are as before
 * @throws AppError not-found when there is nothing to undo
 */
export async function undoDecision(
  services: Moderation,
  by: AdminAction,
  undo: string,
): Promise<{ changed: number }> {
  return audited(services.db, by, async (tx) => {
    const all = await entriesToUndo(tx, by, undo, ["picture", "report"]);
    const entries = all.filter(({ action }) => !undone.includes(action));
    if (entries.length === 0) throw new AppError("not-found", { detail: t`Nothing to undo` });
    const changes = entries
      .filter(({ kind }) => kind === "picture")
      .map(({ id, before, after }) => ({
        id,
        before: before as ReviewState,
        after: after as ReviewState,
      }));
    const pictures = changes.length === 0 ? [] : await takeBackReview(tx, changes);
    const reports: ReportChange[] = [];
    for (const { kind, id } of entries) {
      const reopened = kind === "report" ? await reopenReport(tx, id) : null;
      if (reopened !== null) reports.push(reopened);
    }
    await notePictureDecisions(services, tx, by, pictures, { reason: "other", note: null });
    const records = [
      ...pictureRows("undo", pictures),
      ...reports.map((change) => reportRow("undo", change)),
    ];
    return { result: { changed: records.length }, records };
  });
}

/** Sets a member's role or the verified badge. @throws AppError not-found, conflict (last admin) */
export async function decideOnMember(
  { db }: Db,
  by: AdminAction,
  userId: string,
  wanted: MemberRightsInput,
): Promise<MemberRights> {
  return audited(db, by, async (tx) => {
    const { before, after } = await changeMemberRights(tx, userId, wanted);
    const target = { kind: "member" as const, id: userId };
    return { result: after, records: [{ action: "member.standing", target, before, after }] };
  });
}

/**
 * Gives several members the badge of a verified creator or takes it away, all or none.
 * @returns how many changed
 * @throws AppError not-found when one is no member
 */
export async function decideOnMembers(
  { db }: Db,
  by: AdminAction,
  { ids, verified }: BulkMembersInput,
): Promise<{ changed: number }> {
  return audited(db, by, async (tx) => {
    const records: AuditRecord[] = [];
    for (const id of ids.toSorted()) {
      const { before, after } = await changeMemberRights(tx, id, { verified });
      if (before.verified === after.verified) continue;
      const target = { kind: "member" as const, id };
      records.push({ action: "member.standing", target, before, after });
    }
    return { result: { changed: records.length }, records };
  });
}

/** Marks a message as dealt with or open. @throws AppError not-found */
export async function decideOnMessage(
  { db }: Db,
  by: AdminAction,
  id: string,
  closed: boolean,
): Promise<void> {
  await audited(db, by, async (tx) => {
    const found = await setMessageClosed(tx, id, closed);
    if (found === null) throw new AppError("not-found");
    const target = { kind: "message" as const, id };
    const record = { action: closed ? "message.close" : "message.open", target };
    return { result: undefined, records: found.wasClosed === closed ? [] : [record] };
  });
}
