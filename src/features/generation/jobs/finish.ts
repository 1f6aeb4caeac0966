import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { isDatabaseDown } from "#app/lib/database-down.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import { announceProgress } from "#app/features/notifications/commands.ts";
import {
  closeGeneration,
  lockGeneration,
  type Ending,
  type Generation,
} from "../commands/close.ts";
import { requeueGeneration } from "../commands/requeue.ts";

const waitsMs = [200, 500, 1500];
/** Between two tries to give a cast back while the database is away. */
const outageLookMs = 500;

/** Retries a transaction during a short database outage: being fenced, it takes effect once. */
async function persistently<T>(work: () => Promise<T>): Promise<T> {
  for (const wait of waitsMs) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      await sleep(wait);
    }
  }
  return work();
}

/** Does the work under lock when the attempt still has the generation; a newer attempt or an end by others is left alone. */
export async function fenced(
  services: Pick<Services, "db">,
  row: Generation,
  work: (tx: Transaction<Database>, current: Generation) => Promise<unknown>,
): Promise<Generation | null> {
  return persistently(() =>
    services.db.transaction().execute(async (tx) => {
      const current = await lockGeneration(tx, row.id);
      if (current?.state !== "running" || current.attempt !== row.attempt) return null;
      await work(tx, current);
      return current;
    }),
  );
}

/** Ends a run's generation, once, if the attempt still has it. */
export async function finishRun(
  services: Services,
  row: Generation,
  ending: Ending,
): Promise<void> {
  const ended = await fenced(services, row, async (tx, current) => {
    failpoint(services.env, "before-settle");
    await closeGeneration(services, tx, current, ending);
  });
  if (!ended) return;
  failpoint(services.env, "after-settle");
  failpoint(services.env, "before-notify");
  announceProgress(services.db, row.user_id, row.id);
}

/** Requeues a running generation that the worker gives back by itself, which does not count as a lapse. */
export async function releaseRun(services: Services, row: Generation): Promise<void> {
  await fenced(services, row, (tx, current) => requeueGeneration(tx, current, false));
  announceProgress(services.db, row.user_id, row.id);
}

/**
 * Requeues a generation whose run an outage of the database ended, as soon as the database responds: the outage is
 * not the cast's fault. At a shutdown, it is left to the sweeper.
 */
export async function releaseAfterOutage(
  services: Services,
  row: Generation,
  shutdown: AbortSignal,
): Promise<void> {
  while (!shutdown.aborted) {
    try {
      return await releaseRun(services, row);
    } catch (error) {
      if (!isDatabaseDown(error)) throw error;
      await sleep(outageLookMs, undefined, { signal: shutdown }).catch(() => undefined);
    }
  }
}
