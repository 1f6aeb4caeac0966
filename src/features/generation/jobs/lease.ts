import { sql } from "kysely";
import { failpoint } from "#app/lib/failpoint.ts";
import type { Services } from "#app/services.ts";
import type { Generation } from "../commands/close.ts";

/** Why a run stops before its engine is done. */
export type StopReason = "cancelled" | "lost" | "deadline" | "shutdown";

/** The controller of a run, aborted with the reason alone. */
export type RunControl = {
  signal: AbortSignal;
  /** Aborted at the shutdown of the worker, also when the run was stopped before. */
  shutdown: AbortSignal;
  stop(reason: StopReason): void;
};

export function openControl(): RunControl {
  const controller = new AbortController();
  const shutdown = new AbortController();
  return {
    signal: controller.signal,
    shutdown: shutdown.signal,
    stop(reason) {
      if (reason === "shutdown") shutdown.abort();
      // The first reason counts.
      if (!controller.signal.aborted) controller.abort(reason);
    },
  };
}

/** The reason of an aborted signal, or null. */
export function stopReason(signal: AbortSignal): StopReason | null {
  return signal.aborted ? (signal.reason as StopReason) : null;
}

/** True while the generation is still ours: every write of a run is fenced by its attempt. */
async function beat(
  services: Pick<Services, "db" | "env">,
  row: Generation,
): Promise<{ cancelRequested: boolean } | null> {
  const found = await services.db
    .updateTable("generations")
    .set({ lease_until: sql<Date>`now() + make_interval(secs => ${services.env.LEASE_SECONDS})` })
    .where("id", "=", row.id)
    .where("attempt", "=", row.attempt)
    .where("state", "=", "running")
    .returning("cancel_requested")
    .executeTakeFirst();
  return found ? { cancelRequested: found.cancel_requested } : null;
}

/**
 * Renews the lease three times per lease time, and thereby notices a cancel or the loss of the lease.
 * Without a response of the database for a whole lease time the run counts as lost: another worker may have it.
 * @returns what ends the renewing
 */
export function keepLease(
  services: Pick<Services, "db" | "env" | "log">,
  row: Generation,
  control: RunControl,
): () => void {
  const leaseMs = services.env.LEASE_SECONDS * 1000;
  let renewedAt = performance.now();
  let isBeating = false;

  async function renew(): Promise<void> {
    const askedAt = performance.now();
    try {
      const answer = await beat(services, row);
      failpoint(services.env, "during-heartbeat");
      if (!answer) return control.stop("lost");
      renewedAt = askedAt;
      if (answer.cancelRequested) control.stop("cancelled");
    } catch (error) {
      services.log.warn({ err: error, generationId: row.id }, "a lease could not be renewed");
      if (performance.now() - renewedAt > leaseMs) control.stop("lost");
    }
  }

  const timer = setInterval(() => {
    if (isBeating) return;
    isBeating = true;
    void renew().finally(() => {
      isBeating = false;
    });
  }, leaseMs / 3);
  return () => clearInterval(timer);
}
