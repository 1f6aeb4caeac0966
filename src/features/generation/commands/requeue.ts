import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { begunPriority } from "#app/rules/queue-order.ts";
import { progressOf, withoutOpen } from "../queries/progress.ts";
import type { Generation } from "./close.ts";
import { leaveEngine } from "./engine-slots.ts";

/**
 * Puts a locked, running generation back into the queue, where its next attempt continues from what is delivered.
 * @param lapsed whether its lease expired, rather than being released
 */
export async function requeueGeneration(
  tx: Transaction<Database>,
  row: Generation,
  lapsed: boolean,
): Promise<void> {
  await tx
    .updateTable("member_slots")
    .set((eb) => ({
      running: eb("running", "-", 1),
      waiting: eb("waiting", "+", 1),
      ...(row.grid_cell !== null && { grid_waiting: eb("grid_waiting", "+", 1) }),
    }))
    .where("user_id", "=", row.user_id)
    .execute();
  await leaveEngine(tx, row);
  await tx
    .updateTable("generations")
    .set({
      state: "queued",
      // What was begun comes first again, whatever the member has ordered since.
      priority: begunPriority,
      requests: 0,
      worker: null,
      lease_until: null,
      lapses: row.lapses + (lapsed ? 1 : 0),
      progress: JSON.stringify(withoutOpen(progressOf(row.progress), "queued")),
    })
    .where("id", "=", row.id)
    .execute();
  await sql`select pg_notify('cast_queued', '')`.execute(tx);
}
