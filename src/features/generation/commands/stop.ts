import { sql } from "kysely";
import type { AuditedTransaction } from "#app/lib/audit.ts";
import { castLimits } from "#app/rules/cast-limits.ts";
import type { Services } from "#app/services.ts";
import { closeGeneration } from "./close.ts";

/**
 * Cancels all open casts of a member, also running ones, and refunds what was not delivered; no other cast is queued
 * until `resumeCasts`. A worker that draws one is told to stop, and what it still delivers is refused, because the cast
 * is over. Locks rows in the order of features/billing/commands.ts, the member's pictures among them: nobody adds to
 * them unseen before the commit.
 * @returns how many casts were open
 */
export async function stopCasts(
  services: Pick<Services, "env">,
  tx: AuditedTransaction,
  userId: string,
): Promise<number> {
  await tx
    .insertInto("member_slots")
    .values({ user_id: userId, max_running: castLimits.running, is_stopped: true })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ is_stopped: true }))
    .execute();
  await sql`
    select from pictures where owner_id = ${userId} order by id for no key update`.execute(tx);
  const open = await tx
    .selectFrom("generations")
    .selectAll()
    .where("user_id", "=", userId)
    .where("state", "in", [sql.lit("queued"), sql.lit("running")])
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  for (const row of open) {
    await closeGeneration(services, tx, row, { kind: "cancelled" });
    await sql`select pg_notify('cast_cancelled', ${row.id})`.execute(tx);
  }
  return open.length;
}

/** Lets the member cast again. */
export async function resumeCasts(tx: AuditedTransaction, userId: string): Promise<void> {
  await tx
    .updateTable("member_slots")
    .set({ is_stopped: false })
    .where("user_id", "=", userId)
    .execute();
  // The pictures come back later in this transaction; locked here, in the order of tables.
  await sql`
    select from pictures where owner_id = ${userId} order by id for no key update`.execute(tx);
}
