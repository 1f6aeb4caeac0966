import { randomUUID } from "node:crypto";
import { availableParallelism, hostname } from "node:os";
import { failpoint } from "#app/lib/failpoint.ts";
import { repeat } from "#app/lib/repeat.ts";
import type { Services } from "#app/services.ts";
import { openEngineSlots } from "./commands/engine-slots.ts";
import { claimGeneration } from "./jobs/claim.ts";
import type { StopReason } from "./jobs/lease.ts";
import { startRun, type Run } from "./jobs/run.ts";
import { sweep } from "./jobs/sweep.ts";

export { tidy } from "./jobs/sweep.ts";

export type Worker = {
  /** Claims nothing more, gives running casts time to finish, and requeues the rest. */
  stop(): Promise<void>;
};

const sweepMs = 1_000;
/** Claims come by notification; this is for a notification that was lost. */
const pollMs = 2_000;
/** Time for running casts to finish at shutdown, within the 20 s that the process has. */
const shutdownMs = 8_000;

/**
 * Draws what members ask for: claims generations under a lease, several at a time, and sweeps up after workers that
 * died. Any number of workers share one queue. What this machine draws itself is limited by WORKER_CONCURRENCY;
 * what services draw is limited per service, so that a slow one delays nothing else.
 * @param graceMs how long running casts may take to finish when the worker is stopped
 */
export function startWorker(services: Services, graceMs = shutdownMs): Worker {
  const { env, log, live } = services;
  const capacity =
    env.WORKER_CONCURRENCY ?? env.SKETCH_WORKERS ?? Math.max(1, availableParallelism() - 1);
  const claimant = {
    worker: `${hostname()}:${process.pid}:${randomUUID().slice(0, 8)}`,
    leaseSeconds: env.LEASE_SECONDS,
  };
  /** By the engines that are offered now: admins add and change them while the worker runs. */
  const limitsNow = () =>
    new Map(
      [...services.engines.values()].flatMap(({ id, service }) =>
        service ? [[id, service.concurrency] as const] : [],
      ),
    );
  const runs = new Map<string, Run>();
  const stopping = new AbortController();
  let isFilling: Promise<void> | null = null;
  let wanted = false;

  const failed = (what: string) => (error: unknown) => log.warn({ err: error }, what);

  const slots = new Set<string>();
  /** Services have their rows before anything is claimed for them. */
  async function openSlots(limits: ReadonlyMap<string, number>): Promise<void> {
    const missing = [...limits.keys()].filter((id) => !slots.has(id));
    await openEngineSlots(services.db, missing);
    for (const id of missing) slots.add(id);
  }
  const drawnHere = (limits: ReadonlyMap<string, number>) =>
    [...runs.values()].filter(({ engine }) => !limits.has(engine)).length;

  async function fill(): Promise<void> {
    // What an admin changed before the cast was placed is known before it is claimed.
    await services.ownEngines.settled();
    do {
      wanted = false;
      while (!stopping.signal.aborted) {
        const limits = limitsNow();
        await openSlots(limits);
        const room = { local: drawnHere(limits) < capacity, limits };
        const row = await claimGeneration(services.db, claimant, room);
        if (!row) break;
        failpoint(env, "after-claim");
        const run = startRun(services, row);
        runs.set(run.id, run);
        void run.done.finally(() => {
          runs.delete(run.id);
          wake();
        });
      }
    } while (wanted && !stopping.signal.aborted);
  }

  function wake(): void {
    wanted = true;
    if (stopping.signal.aborted) return;
    isFilling ??= fill()
      .catch(failed("the queue could not be read"))
      .finally(() => {
        isFilling = null;
        if (wanted) wake();
      });
  }

  function stopAll(reason: StopReason): void {
    for (const run of runs.values()) run.stop(reason);
  }

  const unlisten = [
    live.on("cast_queued", wake),
    live.on("cast_cancelled", (id) => runs.get(id)?.stop("cancelled")),
  ];
  live.onReconnect(wake);
  const timers = [
    repeat(sweepMs, () => sweep(services), failed("the sweep failed")),
    repeat(pollMs, async () => wake(), failed("the poll failed")),
  ];

  return {
    async stop() {
      stopping.abort();
      for (const end of unlisten) end();
      await Promise.all(timers.map((timer) => timer.stop()));
      await isFilling;
      const finished = () => Promise.all([...runs.values()].map((run) => run.done));
      const grace = setTimeout(() => stopAll("shutdown"), graceMs);
      await finished();
      clearTimeout(grace);
    },
  };
}
