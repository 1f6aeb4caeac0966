import { sql } from "kysely";
import { undoSeconds } from "#app/rules/model-states.ts";
import type { Services } from "#app/services.ts";
import { claim, silentSeconds } from "./jobs/lease.ts";
import { workOn, type WorkServices } from "./jobs/work.ts";
import { modelRows, modelsChanged } from "./queries/rows.ts";

/**
 * Works on all models that wait, one after the other; one at a time over all processes.
 * @param ending the program stops, or the time of the job is over
 */
export async function runModels(services: WorkServices, ending: AbortSignal): Promise<void> {
  while (!ending.aborted) {
    const model = await claim(services);
    if (model === null) return;
    await workOn(services, model, ending);
  }
}

type TendServices = Pick<Services, "db" | "jobs" | "log" | "modelFiles">;

/** Forgets models that were removed a while ago, and deletes the files that no other needs. */
async function clearRemoved({ db, log, modelFiles }: TendServices): Promise<void> {
  const long = Date.now() - undoSeconds * 1000;
  const rows = await modelRows(db);
  const isOver = ({ removed_at: at }: (typeof rows)[number]) => at !== null && at.getTime() < long;
  const over = rows.filter(isOver);
  if (over.length === 0) return;
  const kept = rows.filter((row) => !isOver(row));
  const hashes = new Set(
    kept.flatMap(({ entry, files }) =>
      [...entry.files, ...files].flatMap(({ sha256 }) => sha256 ?? []),
    ),
  );
  const freed = await modelFiles.sweep(hashes);
  // After the files: what is cut off before is done by the next run.
  await db
    .deleteFrom("models")
    .where("state", "=", "removed")
    .where(
      "id",
      "in",
      over.map(({ id }) => id),
    )
    .execute();
  log.info({ models: over.map(({ id }) => id), freed }, "removed models deleted");
}

/** Continues models whose worker is gone, and ends removals. */
export async function tendModels(services: TendServices): Promise<void> {
  const { db, jobs } = services;
  await clearRemoved(services);
  const waiting = await db
    .selectFrom("models")
    .select("id")
    .where((eb) =>
      eb.or([
        eb.and([
          eb("state", "=", "queued"),
          eb.not(
            eb.exists(eb.selectFrom("models as m").select("m.id").where("m.state", "=", "working")),
          ),
        ]),
        eb.and([
          eb("state", "=", "working"),
          eb("seen_at", "<", sql<Date>`now() - make_interval(secs => ${silentSeconds}::int)`),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (waiting) await jobs.enqueue(db, "model", {});
}

/** Takes over which models there are to draw with, whichever process changes it. */
export function watchModels({
  live,
  log,
  localModels,
}: Pick<Services, "live" | "localModels" | "log">): void {
  const takeOver = () =>
    void localModels
      .refresh()
      .catch((err: unknown) => log.error({ err }, "the models could not be read"));
  live.on(modelsChanged, takeOver);
  live.onReconnect(takeOver);
}
