import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Member } from "../../../lib/actor.ts";
import { AppError, fieldError } from "../../../lib/errors.ts";
import type { Services } from "../../../services.ts";
import type { ReportInput } from "../inputs.ts";
import { visibleTo } from "../queries/rows.ts";

/**
 * A member's voice in the report that stands open for a picture; the first one opens it. Whoever reports again changes
 * what they said.
 * @throws AppError not-found for a picture the member may not see; invalid-request for their own
 */
export async function reportPicture(
  { db }: Pick<Services, "db">,
  actor: Member,
  pictureId: string,
  { reason, note }: ReportInput,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // The picture's row is held, so that two first reports do not both open one.
    const picture = await tx
      .selectFrom("pictures as p")
      .select(["p.id", "p.owner_id"])
      .where("p.id", "=", pictureId)
      .where(visibleTo(actor, false))
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (picture === undefined) throw new AppError("not-found");
    if (picture.owner_id === actor.userId) {
      throw fieldError("id", "own", "This picture is your own: make it private or delete it");
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

/**
 * An admin's word on an open report. What is upheld takes the picture off the walls; the admins' own tools put it back.
 * @throws AppError not-found; conflict when the report is decided already
 */
export async function resolveReport(
  { db }: Pick<Services, "db">,
  admin: Member,
  reportId: string,
  outcome: "upheld" | "dismissed",
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const report = await tx
      .selectFrom("reports")
      .select(["picture_id", "state"])
      .where("id", "=", reportId)
      .forUpdate()
      .executeTakeFirst();
    if (report === undefined) throw new AppError("not-found");
    if (report.state !== "open") throw new AppError("conflict", { detail: "Decided already" });
    await tx
      .updateTable("reports")
      .set({ state: outcome, resolved_at: sql<Date>`now()`, resolved_by: admin.userId })
      .where("id", "=", reportId)
      .execute();
    if (outcome === "dismissed") return;
    await tx
      .updateTable("pictures")
      .set({ approved: false, status: "rejected", updated_at: sql<Date>`now()` })
      .where("id", "=", report.picture_id)
      .execute();
  });
}
