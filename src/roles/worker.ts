import { MailRefused } from "#app/adapters/mail/port.ts";
import { runBackup } from "#app/features/admin/jobs/backups.ts";
import { runImport } from "#app/features/exports/jobs/run-import.ts";
import { runExport } from "#app/features/exports/jobs/run.ts";
import { startWorker } from "#app/features/generation/jobs.ts";
import { runModels } from "#app/features/models/jobs.ts";
import { deliverPush, type PushJob } from "#app/features/notifications/jobs/push.ts";
import { startPayments } from "#app/features/payments/jobs.ts";
import { startIndexing } from "#app/features/search/jobs.ts";
import { endAll } from "#app/lib/end-all.ts";
import type { Mail } from "#app/lib/mail.ts";
import type { Services } from "#app/services.ts";
import { startUpkeep } from "./upkeep.ts";

export type Worker = {
  /** Starts no new work; running work finishes or is left to another process. */
  stop(): Promise<void>;
};

/** Delivers queued mails. One that the server will never accept is logged and dropped. */
async function startMail({ jobs, mail, log }: Services): Promise<void> {
  await jobs.work<Mail>("mail", async ({ payload, attempt, isLast }) => {
    try {
      await mail.deliver(payload);
    } catch (error) {
      const isFinal = error instanceof MailRefused;
      const about = { mailId: payload.id, attempt, err: error };
      if (isFinal || isLast) log.error(about, "mail dropped");
      if (!isFinal) throw error;
    }
  });
}

/** Sends notifications to browsers. */
async function startPush(services: Services): Promise<void> {
  await services.jobs.work<PushJob>("push", ({ payload }) => deliverPush(services, payload));
}

/** Makes the backups that admins ask for. */
async function startBackups(services: Services, ending: AbortSignal): Promise<void> {
  await services.jobs.work<{ id: string }>("backup", ({ payload, signal }) =>
    runBackup(services, payload.id, AbortSignal.any([signal, ending])),
  );
}

/** Builds the archives that members ask for, and takes over those that they bring. */
async function startExports(services: Services, ending: AbortSignal): Promise<void> {
  await services.jobs.work<{ id: string }>("import", ({ payload, signal }) =>
    runImport(services, payload.id, AbortSignal.any([signal, ending])),
  );
  await services.jobs.work<{ id: string }>("export", ({ payload, signal }) =>
    runExport(services, payload.id, AbortSignal.any([signal, ending])),
  );
}

/** Fetches, checks and measures the models that admins ask for. */
async function startModels(services: Services, ending: AbortSignal): Promise<void> {
  await services.jobs.work("model", ({ signal }) =>
    runModels(services, AbortSignal.any([signal, ending])),
  );
}

/** Everything the role worker does: casts, the search index, payments, models, upkeep, mail and push messages. */
export async function startWork(services: Services): Promise<Worker> {
  await startMail(services);
  await startPush(services);
  const ending = new AbortController();
  await startBackups(services, ending.signal);
  await startExports(services, ending.signal);
  await startModels(services, ending.signal);
  await startUpkeep(services);
  const parts = [startWorker(services), startIndexing(services), startPayments(services)];
  return {
    async stop() {
      ending.abort();
      await endAll(services.log, [services.jobs.stop(), ...parts.map((part) => part.stop())]);
    },
  };
}
