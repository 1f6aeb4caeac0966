import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { digestOfKey } from "../../rules/picture-files.ts";
import type { Services } from "../../services.ts";
import { purgeRemoved } from "./commands.ts";
import { createAnalysis } from "./jobs/analyse.ts";
import { makePulse } from "./jobs/pulse.ts";

type JobServices = Pick<Services, "db" | "log" | "storage">;

const flushMs = 5_000;
const analyseMs = 20_000;
const pulseMs = 60_000;
const sweepMs = 60 * 60 * 1000;
/** Pictures that an admin took away can be brought back for so long. */
const removedKeptMs = 24 * 60 * 60 * 1000;
/** Younger files may belong to a transaction that is still open. */
const orphanAgeMs = 60 * 60 * 1000;

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
 * Deletes files of pictures that have no row: left by a crash between writing a file and its transaction.
 * @returns the keys that were deleted.
 */
export async function sweepOrphans(
  { db, log, storage }: JobServices,
  olderThan = new Date(Date.now() - orphanAgeMs),
): Promise<string[]> {
  const swept: string[] = [];
  const deleteUnknown = async (keys: string[]) => {
    const digests = keys.map((key) => digestOfKey(key) ?? "");
    const rows = await db
      .selectFrom("pictures")
      .select("sha256")
      .where("sha256", "in", [...new Set(digests)])
      .execute();
    const known = new Set(rows.map((row) => row.sha256));
    for (const key of keys) {
      if (known.has(digestOfKey(key) ?? "")) continue;
      const file = await storage.head(key);
      if (file === null || file.modified >= olderThan) continue;
      await storage.delete(key);
      swept.push(key);
    }
  };
  for (const prefix of ["pictures/", "variants/"]) {
    let batch: string[] = [];
    for await (const key of storage.list(prefix)) {
      if (digestOfKey(key) === null) continue;
      batch.push(key);
      if (batch.length < 500) continue;
      await deleteUnknown(batch);
      batch = [];
    }
    if (batch.length > 0) await deleteUnknown(batch);
  }
  if (swept.length > 0) log.info({ files: swept.length }, "files without a picture were deleted");
  return swept;
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
