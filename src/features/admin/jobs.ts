import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { RoleName } from "#app/env.ts";
import { repeat } from "#app/lib/repeat.ts";
import type { Services } from "#app/services.ts";
import { listEngines } from "#app/features/generation/queries.ts";
import type { IncidentPart, ProcessChecks } from "./queries.ts";

type HeartbeatServices = Pick<Services, "db" | "env" | "engines" | "log" | "storage">;

const beatMs = 10_000;
/** A worker without a heartbeat for this long counts as gone. */
const workerGoneMs = 45_000;
/** Engines may be checked over the network: only at every third heartbeat. */
const beatsPerAsking = 3;
const checkWaitMs = 3_000;

async function answers(work: Promise<unknown>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), checkWaitMs);
  try {
    return await Promise.race([work.then(() => true), late.promise]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/** Opens or closes the one incident of a part. @param since when it began, now when left out */
async function note(
  { db }: Pick<Services, "db">,
  part: IncidentPart,
  isUp: boolean,
  since = new Date(),
): Promise<void> {
  if (isUp) {
    await db
      .updateTable("incidents")
      .set({ ended_at: sql<Date>`greatest(now(), began_at)` })
      .where("part", "=", part)
      .where("ended_at", "is", null)
      .execute();
    return;
  }
  await db
    .insertInto("incidents")
    .values({ id: uuidv7(), part, began_at: since })
    .onConflict((conflict) => conflict.column("part").where("ended_at", "is", null).doNothing())
    .execute();
}

/** A worker that was seen within a day and is gone has been missing since its last heartbeat. */
async function noteWorker({ db }: Pick<Services, "db">): Promise<void> {
  const row = await db
    .selectFrom("processes")
    .select((eb) => eb.fn.max("seen_at").as("seen"))
    .where(sql<boolean>`'worker' = any(roles)`)
    .executeTakeFirst();
  if (!row?.seen) return;
  await note({ db }, "worker", Date.now() - row.seen.getTime() < workerGoneMs, row.seen);
}

/**
 * Writes a heartbeat with the results of the checks every 10 seconds and maintains the list of incidents, until stopped.
 * What failed while the database was away is written when it is back.
 */
export function startHeartbeat(
  services: HeartbeatServices,
  roles: readonly RoleName[],
): { stop(): Promise<void> } {
  const { db, log, storage } = services;
  const id = randomUUID();
  const startedAt = new Date();
  let engines: ProcessChecks["engines"] = [];
  let beatsDone = 0;
  /** Since when the database has not answered this process. */
  let awaySince: Date | null = null;

  async function look(): Promise<ProcessChecks> {
    if (beatsDone % beatsPerAsking === 0) {
      const found = await listEngines(services, { waitMs: checkWaitMs, health: true });
      engines = found.map(({ label, health }) => ({ label, health }));
    }
    beatsDone += 1;
    return { storage: await answers(storage.check()), engines };
  }

  async function write(checks: ProcessChecks): Promise<void> {
    const seen = { seen_at: sql<Date>`now()`, checks: JSON.stringify(checks) };
    await db
      .insertInto("processes")
      .values({ id, roles: [...roles], started_at: startedAt, ...seen })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(seen))
      .execute();
    await db
      .deleteFrom("processes")
      .where("seen_at", "<", sql<Date>`now() - interval '1 day'`)
      .execute();
    if (awaySince !== null) {
      await note(services, "database", false, awaySince);
      await note(services, "database", true);
      awaySince = null;
    }
    await note(services, "storage", checks.storage);
    if (roles.includes("worker")) {
      const isUp = checks.engines.some(({ health }) => health === "up" || health === "degraded");
      await note(services, "engines", isUp || checks.engines.length === 0);
    }
    await noteWorker(services);
  }

  async function beat(signal: AbortSignal): Promise<void> {
    const checks = await look();
    try {
      await write(checks);
    } catch (error) {
      if (awaySince === null && !signal.aborted) {
        log.warn({ err: error }, "search analytics could not be written; retrying");
      }
      awaySince ??= new Date();
    }
  }

  const beats = repeat(beatMs, beat, () => undefined);
  return {
    async stop() {
      await beats.stop();
      // A planned stop is not an incident.
      await db
        .deleteFrom("processes")
        .where("id", "=", id)
        .execute()
        .catch(() => undefined);
    },
  };
}
