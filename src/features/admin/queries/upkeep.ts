import type { Kysely } from "kysely";
import { upkeepNames, type UpkeepName } from "#app/adapters/jobs/port.ts";
import type { Database } from "#app/db/schema.ts";

export type UpkeepState = {
  name: UpkeepName;
  /** Null where no worker has run it yet. Times are ISO 8601, UTC. */
  last: { startedAt: string; durationMs: number; nextAt: string } | null;
  failure: { at: string; error: string } | null;
};

/** Every piece of upkeep, with its last run, its next one and its last failure. */
export async function upkeepStates(db: Kysely<Database>): Promise<UpkeepState[]> {
  const rows = await db.selectFrom("upkeep_runs").selectAll().execute();
  const runs = new Map(rows.map((row) => [row.name, row]));
  return upkeepNames.map((name) => {
    const row = runs.get(name);
    if (row === undefined) return { name, last: null, failure: null };
    const { started_at: startedAt, next_at: nextAt, failed_at: failedAt, error } = row;
    return {
      name,
      last: {
        startedAt: startedAt.toISOString(),
        durationMs: row.duration_ms,
        nextAt: nextAt.toISOString(),
      },
      failure: failedAt && error !== null ? { at: failedAt.toISOString(), error } : null,
    };
  });
}
