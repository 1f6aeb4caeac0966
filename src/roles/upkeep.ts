import { upkeepNames, type UpkeepName } from "#app/adapters/jobs/port.ts";
import { audited, gatherSignUps, recordUpkeepRun } from "#app/features/admin/commands.ts";
import { openMissingAccounts } from "#app/features/billing/jobs.ts";
import { purgeCollections } from "#app/features/collections/jobs.ts";
import { eraseDue } from "#app/features/deletion/jobs.ts";
import { tendExports } from "#app/features/exports/jobs/tend.ts";
import { tidy } from "#app/features/generation/jobs.ts";
import { clearExpired, sweepPortraits } from "#app/features/identity/jobs.ts";
import { tendModels } from "#app/features/models/jobs.ts";
import { endDueSuspensions } from "#app/features/moderation/jobs.ts";
import { sendDigests } from "#app/features/notifications/jobs/digest.ts";
import { queuePushMessages } from "#app/features/notifications/jobs/push.ts";
import { endPlansOfClosedAccounts, fetchMissedEvents } from "#app/features/payments/jobs.ts";
import {
  createAnalysis,
  createMarking,
  gatherViews,
  makePulse,
  purgeLongRemoved,
  sweepOrphans,
} from "#app/features/pictures/jobs.ts";
import { pruneSearch } from "#app/features/search/jobs.ts";
import { notifyOfActivity } from "#app/features/social/jobs.ts";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";

type Upkeep = Record<UpkeepName, (signal: AbortSignal) => Promise<unknown>>;

function openUpkeep(services: Services): Upkeep {
  return {
    "gather-views": () => gatherViews(services),
    "notify-of-activity": (signal) => notifyOfActivity(services, signal),
    "queue-push-messages": (signal) => queuePushMessages(services, signal),
    "send-digests": (signal) => sendDigests(services, signal),
    "gather-sign-ups": () => gatherSignUps(services),
    "analyse-pictures": createAnalysis(services),
    "mark-pictures": createMarking(services),
    "order-trending": () => makePulse(services),
    "purge-removed-pictures": () => purgeLongRemoved(services),
    "sweep-picture-files": () => sweepOrphans(services),
    "sweep-portraits": () => sweepPortraits(services),
    "clear-expired-sessions": () => clearExpired(services),
    "open-missing-accounts": () => openMissingAccounts(services),
    "end-suspensions": () => endDueSuspensions(services, audited),
    "purge-collections": () => purgeCollections(services),
    "tidy-casts": () => tidy(services),
    "end-plans-of-closed-accounts": () => endPlansOfClosedAccounts(services),
    "fetch-missed-payments": (signal) => fetchMissedEvents(services, signal),
    "tend-exports": (signal) => tendExports(services, signal),
    "tend-models": () => tendModels(services),
    "prune-search": () => pruneSearch(services),
    "erase-deleted": (signal) => eraseDue(services, signal),
  };
}

const describe = (error: unknown) =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Runs one piece of upkeep and records the run. An error is logged and recorded: the next run comes at its time. */
async function run(
  services: Services,
  work: Upkeep,
  name: UpkeepName,
  signal: AbortSignal,
): Promise<void> {
  const { log, jobs } = services;
  const startedAt = new Date();
  const begun = performance.now();
  let error: string | null = null;
  try {
    failpoint(services.env, "during-upkeep");
    await work[name](signal);
  } catch (thrown) {
    // The program is stopping: the next process runs it again.
    if (signal.aborted) return;
    error = describe(thrown);
    log.warn({ err: thrown, upkeep: name }, "upkeep failed; it runs again at its next time");
  }
  const durationMs = Math.round(performance.now() - begun);
  const nextAt = jobs.nextRun(name, new Date());
  await recordUpkeepRun(services, { name, startedAt, durationMs, nextAt, error }).catch(
    (thrown: unknown) => log.warn({ err: thrown, upkeep: name }, "cannot record a run of upkeep"),
  );
}

/** Runs one piece of upkeep here and now, whatever its schedule says. */
export function runUpkeep(
  services: Services,
  name: UpkeepName,
  signal = new AbortController().signal,
): Promise<void> {
  return run(services, openUpkeep(services), name, signal);
}

/** Runs all upkeep by its schedule, until the jobs are stopped. */
export async function startUpkeep(services: Services): Promise<void> {
  const work = openUpkeep(services);
  for (const name of upkeepNames) {
    await services.jobs.repeat(name, (signal) => run(services, work, name, signal));
  }
}
