import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import type { Services } from "#app/services.ts";

/** A deletion can be undone for this long. */
const undoMinutes = 30;
const sweepMs = 10 * 60 * 1000;

/** Removes collections that were deleted too long ago to be brought back. @returns how many. */
export async function purgeCollections({ db }: Pick<Services, "db">): Promise<number> {
  const purged = await db
    .deleteFrom("collections")
    .where("deleted_at", "<", sql<Date>`now() - make_interval(mins => ${undoMinutes})`)
    .executeTakeFirst();
  return Number(purged.numDeletedRows);
}

/** Purges every ten minutes, until stopped. */
export function startCollectionUpkeep(services: Pick<Services, "db" | "log">): {
  stop(): Promise<void>;
} {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = async () => {
    while (!signal.aborted) {
      await sleep(sweepMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await purgeCollections(services);
      } catch (error) {
        services.log.warn({ err: error }, "deleted collections were not purged");
      }
    }
  };
  const done = work();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
