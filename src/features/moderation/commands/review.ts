import { t } from "#app/language/message.ts";
import { inEnglish } from "#app/language/spoken.ts";
import type { AdminAction, Audited, AuditRecord } from "#app/lib/audit.ts";
import { AppError } from "#app/lib/errors.ts";
import { reasonLabel } from "#app/rules/sanctions.ts";
import {
  resolveReport,
  reviewPictures,
  type ReportChange,
  type ReviewChange,
} from "#app/features/pictures/commands.ts";
import type { ReviewInput } from "../inputs.ts";
import type { ModerationServices } from "./impose.ts";
import { notePictureDecisions } from "./pictures.ts";

/**
 * Decides about one picture of the review: an approval also dismisses its open report, a rejection upholds it. The owner
 * is told of a rejection.
 * @returns the token that undoes it (POST /api/admin/images/undo)
 * @throws AppError not-found for no picture; conflict when there is nothing to decide any more
 */
export async function reviewPicture(
  services: ModerationServices,
  by: AdminAction & { audited: Audited },
  id: string,
  { action, reason, note }: ReviewInput,
): Promise<{ undo: string }> {
  return by.audited(services.db, by, async (tx) => {
    // Locked first, as everywhere: a report that comes meanwhile waits.
    const picture = await tx
      .selectFrom("pictures")
      .select(["id", "status"])
      .where("id", "=", id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (picture === undefined) throw new AppError("not-found");
    const report = await tx
      .selectFrom("reports")
      .select("id")
      .where("picture_id", "=", id)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (report === undefined && picture.status !== "waiting") {
      throw new AppError("conflict", { detail: t`Somebody has decided about it already` });
    }
    const resolved =
      report === undefined
        ? null
        : await resolveReport(tx, by.admin, report.id, action === "approve" ? "dismiss" : "hide");
    const reviewed = await reviewPictures(tx, [id], action);
    const changes = [...(resolved?.pictures ?? []), ...reviewed];
    await notePictureDecisions(services, tx, by, changes, { reason: reason ?? "other", note });
    const records = recordsOf(action, resolved?.report ?? null, changes);
    const given = [reason && inEnglish(() => reasonLabel(reason)), note].filter(Boolean).join(": ");
    return {
      result: { undo: by.requestId },
      records: records.map((record) => ({ ...record, ...(given !== "" && { reason: given }) })),
    };
  });
}

function recordsOf(
  action: "approve" | "reject",
  report: ReportChange | null,
  changes: readonly ReviewChange[],
): AuditRecord[] {
  const ofReport: AuditRecord[] =
    report === null
      ? []
      : [
          {
            action: action === "approve" ? "report.dismiss" : "report.hide",
            target: { kind: "report", id: report.id },
            before: report.before,
            after: report.after,
          },
        ];
  const ofPictures = changes.map(({ id, before, after }): AuditRecord => ({
    action: `picture.${action}`,
    target: { kind: "picture", id },
    before,
    after,
  }));
  return [...ofReport, ...ofPictures];
}
