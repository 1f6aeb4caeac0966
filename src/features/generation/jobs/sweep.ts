import { sql } from "kysely";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import { expireHolds } from "#app/features/billing/commands.ts";
import { announceProgress, pruneEvents } from "#app/features/notifications/commands.ts";
import { closeGeneration, lockGeneration, type Ending } from "../commands/close.ts";
import { pruneRefusals } from "../commands/prompt-refusals.ts";
import { requeueGeneration } from "../commands/requeue.ts";
import { tendMasks } from "./masks.ts";
import { previewFolder } from "../queries/preview-key.ts";

/** A generation whose lease expired this often fails. */
const mostLapses = 3;
/** Hours a cast may wait; its hold lasts longer. */
const longestWaitHours = 24;
const batch = 100;

const givenUp: Ending = {
  kind: "failed",
  failKind: "lost",
  reason: `The worker stopped ${mostLapses} times while drawing.`,
};
const waitedTooLong = (wasPaused: boolean): Ending => ({
  kind: "failed",
  failKind: "expired",
  reason: wasPaused
    ? "It was paused, and a cast waits for a day at most."
    : "No worker was free for a day.",
});

/** Ends or requeues one generation whose lease expired, unless another sweeper was faster. */
async function sweepLapsed(services: Services, id: string): Promise<void> {
  const swept = await services.db.transaction().execute(async (tx) => {
    const row = await lockGeneration(tx, id);
    const { rows } = await sql<{ lapsed: boolean }>`
      select coalesce(bool_or(state = 'running' and lease_until < now()), false) as lapsed
      from generations where id = ${id}`.execute(tx);
    if (!row || !rows[0].lapsed) return null;
    if (row.cancel_requested) await closeGeneration(services, tx, row, { kind: "cancelled" });
    else if (row.lapses + 1 >= mostLapses || row.delivered === row.count) {
      await closeGeneration(services, tx, row, givenUp);
    } else {
      await requeueGeneration(tx, row, true);
    }
    failpoint(services.env, "before-sweep-commit");
    return row;
  });
  if (!swept) return;
  failpoint(services.env, "after-sweep");
  announceProgress(services.db, swept.user_id, id);
}

/**
 * Once a second: casts of dead workers are requeued, or fail after the third time. Any number of workers
 * may sweep at once. While the database was away no worker could renew a lease, so after its start the living ones have
 * a lease time to do so.
 */
export async function sweep(services: Services): Promise<void> {
  const grace = sql`make_interval(secs => ${services.env.LEASE_SECONDS})`;
  const lapsed = await services.db
    .selectFrom("generations")
    .select("id")
    .where("state", "=", sql.lit("running"))
    .where("lease_until", "<", sql<Date>`now()`)
    .where(sql`pg_postmaster_start_time()`, "<", sql`now() - ${grace}`)
    .limit(batch)
    .execute();
  for (const { id } of lapsed) await sweepLapsed(services, id);
}

/** Ends casts that were not drawn within a day. Casts end before their holds expire, so holds come last. */
async function sweepForgotten(services: Services): Promise<void> {
  const forgotten = await services.db
    .selectFrom("generations")
    .select("id")
    .where("state", "=", sql.lit("queued"))
    .where("created_at", "<", sql<Date>`now() - make_interval(hours => ${longestWaitHours})`)
    .execute();
  for (const { id } of forgotten) {
    await services.db.transaction().execute(async (tx) => {
      const row = await lockGeneration(tx, id);
      if (row?.state !== "queued") return;
      await closeGeneration(services, tx, row, waitedTooLong(row.is_paused));
    });
  }
  await expireHolds(services);
}

/** Cleans up casts that were never drawn, old events and refusals, unused masks, and previews of killed workers. */
export async function tidy(services: Services): Promise<void> {
  await sweepForgotten(services);
  await pruneEvents(services);
  await pruneRefusals(services);
  await tendMasks(services);
  for await (const key of services.storage.list(previewFolder)) {
    const id = key.slice(previewFolder.length).split("/")[0];
    const open = await services.db
      .selectFrom("generations")
      .select("id")
      .where("id", "=", id)
      .where("state", "in", ["queued", "running"])
      .executeTakeFirst();
    if (!open) await services.storage.delete(key);
  }
}
