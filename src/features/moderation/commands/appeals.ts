import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { sanctionLimits } from "#app/rules/sanctions.ts";
import type { Services } from "#app/services.ts";
import { lockAccountStates, requireStillAdmin } from "#app/features/identity/commands.ts";
import type { AnswerInput } from "../inputs.ts";
import { toSanction } from "../queries/rows.ts";
import {
  addresseeOf,
  adminId,
  lockSanction,
  revoke,
  type ModerationServices,
  type Moderator,
} from "./impose.ts";
import { showPicture } from "./pictures.ts";
import { declinedMessage, liftedMessage, tellMember } from "./tell.ts";

/**
 * A member's answer to a decision. Whoever has the key may write it: a suspended member has no session.
 * @throws AppError not-found; conflict when the decision no longer counts, when an appeal is open, or after three
 */
export async function appeal(
  { db }: Pick<Services, "db">,
  key: string,
  body: string,
): Promise<{ id: string }> {
  return db.transaction().execute(async (tx) => {
    // Locked, so that two concurrent appeals do not both open one.
    const row = await tx
      .selectFrom("sanctions")
      .selectAll()
      .where("appeal_key", "=", key)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) throw new AppError("not-found");
    const { liftedAt, kind, endsAt, id: sanctionId } = toSanction(row);
    const isOver = kind === "strike" && endsAt !== null && endsAt <= new Date();
    if (liftedAt !== null || isOver) {
      throw new AppError("conflict", { detail: t`This decision does not count any more` });
    }
    const { rows } = await sql<{ open: number; all: number }>`
      select count(*) filter (where state = 'open')::integer as open, count(*)::integer as all
      from appeals where sanction_id = ${sanctionId}`.execute(tx);
    if (rows[0].open > 0) {
      throw new AppError("conflict", { detail: t`Your last appeal waits for an answer` });
    }
    if (rows[0].all >= sanctionLimits.appeals) {
      throw new AppError("conflict", {
        detail: t`There are at most ${sanctionLimits.appeals} appeals against one decision`,
      });
    }
    const id = uuidv7();
    await tx.insertInto("appeals").values({ id, sanction_id: sanctionId, body }).execute();
    return { id };
  });
}

/**
 * An admin's answer to an appeal, which the member gets by mail; granting it lifts the decision.
 * @throws AppError not-found; conflict when it is answered already
 */
export async function answerAppeal(
  services: ModerationServices,
  by: Moderator,
  id: string,
  { outcome, answer }: AnswerInput,
): Promise<void> {
  await by.audited(services.db, by, async (tx) => {
    await lockAccountStates(tx);
    if ("admin" in by) await requireStillAdmin(tx, by.admin);
    const named = await tx
      .selectFrom("appeals as a")
      .innerJoin("sanctions as s", "s.id", "a.sanction_id")
      .select(["a.sanction_id", "s.kind", "s.target_id"])
      .where("a.id", "=", id)
      .executeTakeFirst();
    if (named === undefined) throw new AppError("not-found");
    // The picture first: whoever reviews pictures locks them in this order too.
    const shown = outcome === "granted" ? await showPicture(tx, named) : [];
    const sanction = await lockSanction(tx, named.sanction_id);
    const answered = await tx
      .updateTable("appeals")
      .set({ state: outcome, answer, answered_at: sql<Date>`now()`, answered_by: adminId(by) })
      .where("id", "=", id)
      .where("state", "=", "open")
      .executeTakeFirst();
    if (answered.numUpdatedRows === 0n) {
      throw new AppError("conflict", { detail: t`Answered already` });
    }
    const member = await addresseeOf(tx, sanction.memberId);
    const record = {
      action: "member.appeal",
      target: { kind: "member" as const, id: member.id },
      after: { decision: sanction.id, outcome },
      reason: answer,
    };
    if (outcome === "declined") {
      await tellMember(services, tx, member, () => declinedMessage(sanction, answer));
      return { result: undefined, records: [record] };
    }
    const lifted = await revoke(services, tx, sanction, adminId(by), answer);
    await tellMember(services, tx, member, () => liftedMessage(sanction, answer));
    return { result: undefined, records: [record, ...shown, lifted] };
  });
}
