import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Services } from "#app/services.ts";
import { purgeRemoved } from "./commands.ts";
import { createAnalysis } from "./jobs/analyse.ts";
import { makePulse } from "./jobs/pulse.ts";
import { sweepOrphans } from "./jobs/sweep.ts";

const flushMs = 5_000;
const analyseMs = 20_000;
const pulseMs = 60_000;
const sweepMs = 60 * 60 * 1000;
/** Pictures that an admin took away can be brought back for so long. */
const removedKeptMs = 24 * 60 * 60 * 1000;

/** Gathers the views that were counted since the last time into the pictures; each view counts once. @returns how many. */
export async function gatherViews({ db }: Pick<Services, "db">): Promise<number> {
  const gathered = await sql<{ views: number }>`
    with taken as (delete from picture_views returning picture_id),
    counted as (select picture_id, count(*)::integer as views from taken group by picture_id),
    locked as (
      select p.id from pictures p join counted c on c.picture_id = p.id order by p.id for no key update of p),
    added as (
      update pictures p set views = p.views + c.views from counted c, locked l
      where p.id = c.picture_id and l.id = p.id)
    select coalesce(sum(views), 0)::integer as views from counted`.execute(db);
  return gathered.rows[0].views;
}

/**
 * Gathers views every 5 seconds, looks at new pictures and reads their words every 20, sees every minute whether the
 * trending pictures want a new order, and deletes pictures taken away and orphaned files every hour, until stopped.
 */
export function startPictureUpkeep(services: Services): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const analyse = createAnalysis(services);
  const tell = (error: unknown) =>
    services.log.warn({ err: error }, "upkeep of pictures failed; it is tried again");
  const every = async (ms: number, work: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      await sleep(ms, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      await work().catch(tell);
    }
  };
  const running = Promise.all([
    makePulse(services).catch(tell),
    every(flushMs, () => gatherViews(services)),
    every(analyseMs, () => analyse(stopping.signal)),
    every(pulseMs, () => makePulse(services)),
    every(sweepMs, () => purgeRemoved(services, new Date(Date.now() - removedKeptMs))),
    every(sweepMs, () => sweepOrphans(services)),
  ]);
  return {
    async stop() {
      stopping.abort();
      await running;
      await gatherViews(services).catch(() => 0);
    },
  };
}
