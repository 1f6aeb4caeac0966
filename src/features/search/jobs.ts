import type { Services } from "#app/services.ts";
import { repeat } from "#app/lib/repeat.ts";
import { pruneEmbeddings, pruneSearchLog, pruneWords } from "./commands.ts";
import { backfillStep } from "./jobs/backfill.ts";
import { indexPending } from "./jobs/outbox.ts";

export { indexPending } from "./jobs/outbox.ts";

type IndexServices = Pick<Services, "db" | "live" | "log" | "search">;

/** Looked for by itself: notes about counts are not announced, and an announcement may be lost. */
const lookMs = 1_000;

/**
 * Keeps the index up with the pictures, from the queue of changes: at once where one is announced, else within a second;
 * first of all what was there before. Runs until stopped.
 */
export function startIndexing(services: IndexServices): { stop(): Promise<void> } {
  const { db, live, log } = services;
  let isFilling = true;

  async function round(signal: AbortSignal): Promise<{ again: boolean }> {
    if (isFilling) isFilling = await backfillStep(db);
    await indexPending(services, signal);
    return { again: isFilling };
  }

  const rounds = repeat(lookMs, round, (error) =>
    log.warn({ err: error }, "search index update failed; retrying"),
  );
  const unlisten = live.on("search_outbox", rounds.wake);
  return {
    async stop() {
      unlisten();
      await rounds.stop();
    },
  };
}

/** Deletes what search has noted and nobody will ask for again. */
export async function pruneSearch({ db }: Pick<Services, "db">): Promise<void> {
  await pruneSearchLog(db);
  await pruneEmbeddings(db);
  await pruneWords(db);
}
