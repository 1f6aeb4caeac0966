import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "#app/services.ts";
import { pruneMeanings, pruneSearchLog, pruneWords } from "./commands.ts";
import { backfillStep } from "./jobs/backfill.ts";
import { indexPending } from "./jobs/outbox.ts";

export { indexPending } from "./jobs/outbox.ts";

type UpkeepServices = Pick<Services, "db" | "live" | "log" | "searchIndex">;

/** Looked for by itself: notes about counts come without a word, and a word may be lost. */
const lookMs = 1_000;
const pruneMs = 6 * 60 * 60 * 1_000;

/**
 * Keeps the index up with the pictures: at once where something is announced, else within a second; first of all
 * what was there before. Runs until stopped.
 */
export function startSearchUpkeep(services: UpkeepServices): { stop(): Promise<void> } {
  const { db, live, log } = services;
  const stopping = new AbortController();
  const { signal } = stopping;
  let wake = Promise.withResolvers<void>();
  const quiet = live.on("search_outbox", () => wake.resolve());
  let isFilling = true;
  let prunedAt = Date.now();

  async function round(): Promise<void> {
    if (isFilling) isFilling = await backfillStep(db);
    await indexPending(services, signal);
    if (Date.now() - prunedAt < pruneMs) return;
    prunedAt = Date.now();
    await pruneSearchLog(db);
    await pruneMeanings(db);
    await pruneWords(db);
  }

  async function run(): Promise<void> {
    while (!signal.aborted) {
      wake = Promise.withResolvers<void>();
      await round().catch((error: unknown) => {
        if (!signal.aborted)
          log.warn({ err: error }, "the search index was not renewed; it is tried again");
      });
      if (isFilling || signal.aborted) continue;
      const waited = new AbortController();
      const pause = sleep(lookMs, undefined, {
        signal: AbortSignal.any([signal, waited.signal]),
        ref: false,
      });
      await Promise.race([pause.catch(() => undefined), wake.promise]);
      waited.abort();
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      wake.resolve();
      quiet();
      await running;
    },
  };
}
