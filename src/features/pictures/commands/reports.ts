import { sql, type Transaction } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import type { Member } from "#app/lib/actor.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import type { ReportReason } from "#app/rules/report-reasons.ts";
import type { Services } from "#app/services.ts";
import type { ReportInput } from "../inputs.ts";
import type { ReportState } from "../queries/reports.ts";
import { visibleTo } from "../queries/rows.ts";
import { reviewPictures, type ReviewChange } from "./moderate.ts";

type Tx = Transaction<Database>;

/**
 * A member's vote in the open report of a picture; the first one opens it. A second one by the same member replaces
 * the first.
 * @throws AppError not-found for a picture the member may not see; invalid-request for their own
 */
export async function reportPicture(
  { db }: Pick<Services, "db">,
  actor: Member,
  pictureId: string,
  { reason, note }: ReportInput,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The picture's row is locked, so that two concurrent reports do not open two.
    const picture = await tx
      .selectFrom("pictures as p")
      .select(["p.id", "p.owner_id"])
      .where("p.id", "=", pictureId)
      .where(visibleTo(actor, false))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (picture === undefined) throw new AppError("not-found");
    if (picture.owner_id === actor.userId) {
      throw fieldError("id", "own", t`This picture is your own: make it private or delete it`);
    }
    const open = await tx
      .selectFrom("reports")
      .select("id")
      .where("picture_id", "=", pictureId)
      .where("state", "=", "open")
      .executeTakeFirst();
    const reportId = open?.id ?? uuidv7();
    if (open === undefined) {
      await tx.insertInto("reports").values({ id: reportId, picture_id: pictureId }).execute();
    }
    await tx
      .insertInto("report_voices")
      .values({ report_id: reportId, user_id: actor.userId, reason, note: note ?? null })
      .onConflict((conflict) =>
        conflict.columns(["report_id", "user_id"]).doUpdateSet({ reason, note: note ?? null }),
      )
      .execute();
  });
}

/** The reason that most reporters gave. */
async function mainReasonOf(tx: Tx, reportId: string): Promise<ReportReason> {
  const row = await tx
    .selectFrom("report_voices")
    .select("reason")
    .where("report_id", "=", reportId)
    .groupBy("reason")
    .orderBy((eb) => eb.fn.countAll(), "desc")
    .orderBy("reason")
    .limit(1)
    .executeTakeFirst();
  return (row?.reason ?? "other") as ReportReason;
}

export const reportActions = ["dismiss", "hide", "remove"] as const;
export type ReportAction = (typeof reportActions)[number];

/** What happens to a reported picture. */
const reviewFor = { hide: "reject", remove: "remove" } as const;

/** A report before and after, as kept in the audit log. */
export type ReportChange = {
  id: string;
  before: { state: ReportState };
  after: { state: ReportState };
};

/** Locks a report and its picture, in the same order as a new report. @throws AppError not-found */
async function lockReport(tx: Tx, reportId: string) {
  const report = await tx
    .selectFrom("reports")
    .select("picture_id")
    .where("id", "=", reportId)
    .executeTakeFirst();
  if (report === undefined) throw new AppError("not-found");
  await tx
    .selectFrom("pictures")
    .select("id")
    .where("id", "=", report.picture_id)
    .forNoKeyUpdate()
    .execute();
  const held = await tx
    .selectFrom("reports")
    .select(["picture_id as pictureId", "state"])
    .where("id", "=", reportId)
    .forUpdate()
    .executeTakeFirst();
  if (held === undefined) throw new AppError("not-found");
  return { pictureId: held.pictureId, state: held.state as ReportState };
}

/**
 * An admin's decision on an open report: it is dismissed, or its picture is rejected or removed.
 * @returns what changed, of the report and of the picture, and the reason that most reporters gave
 * @throws AppError not-found; conflict when the report is decided already
 */
export async function resolveReport(
  tx: AuditedTransaction,
  admin: Member,
  reportId: string,
  action: ReportAction,
): Promise<{ report: ReportChange; pictures: ReviewChange[]; mainReason: ReportReason }> {
  const { pictureId, state } = await lockReport(tx, reportId);
  if (state !== "open") throw new AppError("conflict", { detail: t`Decided already` });
  const outcome = action === "dismiss" ? "dismissed" : "upheld";
  await tx
    .updateTable("reports")
    .set({ state: outcome, resolved_at: sql<Date>`now()`, resolved_by: admin.userId })
    .where("id", "=", reportId)
    .execute();
  const pictures =
    action === "dismiss" ? [] : await reviewPictures(tx, [pictureId], reviewFor[action]);
  const report = { id: reportId, before: { state }, after: { state: outcome } } as const;
  return { report, pictures, mainReason: await mainReasonOf(tx, reportId) };
}

/**
 * Reopens a decided report, with its reporters.
 * @returns null where it is open or gone, or where members have reported the picture anew since
 */
export async function reopenReport(
  tx: AuditedTransaction,
  reportId: string,
): Promise<ReportChange | null> {
  const found = await tx
    .selectFrom("reports")
    .select("id")
    .where("id", "=", reportId)
    .executeTakeFirst();
  if (found === undefined) return null;
  const { pictureId, state } = await lockReport(tx, reportId);
  const open = await tx
    .selectFrom("reports")
    .select("id")
    .where("picture_id", "=", pictureId)
    .where("state", "=", "open")
    .executeTakeFirst();
  if (open !== undefined) return null;
  await tx
    .updateTable("reports")
    .set({ state: "open", resolved_at: null, resolved_by: null })
    .where("id", "=", reportId)
    .execute();
  return { id: reportId, before: { state }, after: { state: "open" } };
}
