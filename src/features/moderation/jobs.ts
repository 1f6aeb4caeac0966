import { sql } from "kysely";
import type { Audited } from "#app/lib/audit.ts";
import { lockAccountStates } from "#app/features/identity/commands.ts";
import { addresseeOf, lockSanction, revoke, type ModerationServices } from "./commands/impose.ts";
import { liftedMessage, tellMember } from "./commands/tell.ts";

/** Suspensions that one run ends at most; the others wait for the next. */
const mostEnded = 200;

/**
 * Ends the suspensions whose time has come: the pictures come back, and the member is told.
 * @returns how many
 */
export async function endDueSuspensions(
  services: ModerationServices,
  audited: Audited,
): Promise<number> {
  const due = await services.db
    .selectFrom("sanctions")
    .select("id")
    .where("kind", "=", sql.lit("suspension"))
    .where("lifted_at", "is", null)
    .where("ends_at", "<=", sql<Date>`now()`)
    .orderBy("ends_at")
    .limit(mostEnded)
    .execute();
  let ended = 0;
  for (const { id } of due) {
    ended += await audited(services.db, { system: "upkeep" }, async (tx) => {
      await lockAccountStates(tx);
      const sanction = await lockSanction(tx, id);
      // An admin was faster.
      if (sanction.liftedAt !== null) return { result: 0, records: [] };
      const member = await addresseeOf(tx, sanction.memberId);
      const record = await revoke(services, tx, sanction, null, "Its time is over");
      await tellMember(services, tx, member, () => liftedMessage(sanction, null));
      return { result: 1, records: [record] };
    });
  }
  return ended;
}
