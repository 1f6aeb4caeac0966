import type { UpkeepName } from "#app/adapters/jobs/port.ts";
import type { Services } from "#app/services.ts";

type UpkeepRun = {
  name: UpkeepName;
  startedAt: Date;
  durationMs: number;
  nextAt: Date;
  /** Null where the run went well. */
  error: string | null;
};

const longestError = 300;

/** Records the last run of a piece of upkeep; an error is kept until the next one. */
export async function recordUpkeepRun({ db }: Pick<Services, "db">, run: UpkeepRun): Promise<void> {
  const ran = { started_at: run.startedAt, duration_ms: run.durationMs, next_at: run.nextAt };
  const failed =
    run.error === null ? {} : { failed_at: run.startedAt, error: run.error.slice(0, longestError) };
  await db
    .insertInto("upkeep_runs")
    .values({ name: run.name, ...ran, ...failed })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ ...ran, ...failed }))
    .execute();
}
