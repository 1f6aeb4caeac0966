import { sql, type Kysely } from "kysely";
import { plural, t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { castQueue, type HealthWord } from "#app/features/generation/queries.ts";

export type IncidentPart = "database" | "storage" | "worker" | "engines";

/** The check results of a process; column `checks` of `processes`. */
export type ProcessChecks = {
  storage: boolean;
  engines: { label: string; health: HealthWord }[];
};

type PartState = "up" | "degraded" | "down" | "unknown";

export type StatusPart = { name: string; state: PartState; detail: string };

export type SystemStatus = {
  state: "up" | "degraded" | "down";
  parts: StatusPart[];
  queue: { queued: number; running: number };
  /** Uptime in seconds of the oldest running process. */
  upSeconds: number;
  incidents: { part: IncidentPart; beganAt: string; endedAt: string | null }[];
  /** ISO 8601, UTC. */
  at: string;
};

/** A process writes every 10 s; one that missed three times is gone. */
const freshSeconds = 35;
const shownIncidents = 10;

/** The processes that have written a heartbeat lately, the latest first. */
export async function freshProcesses(db: Kysely<Database>) {
  const rows = await db
    .selectFrom("processes")
    .select(["roles", "started_at", "seen_at", "checks"])
    .where("seen_at", ">", sql<Date>`now() - make_interval(secs => ${freshSeconds})`)
    .orderBy("seen_at", "desc")
    .execute();
  return rows.map((row) => {
    const checks: ProcessChecks = { storage: false, engines: [], ...(row.checks as object) };
    return { ...row, checks };
  });
}

type ProcessRow = Awaited<ReturnType<typeof freshProcesses>>[number];

function enginesOf(workers: readonly ProcessRow[]): StatusPart[] {
  const seen = workers[0]?.checks.engines ?? [];
  const words = {
    up: t`Answers`,
    degraded: t`Answers with faults`,
    down: t`Does not answer`,
  };
  return seen.map(({ label, health }) => ({
    name: label,
    state: health,
    detail: health === "unknown" ? t`Not asked yet` : words[health],
  }));
}

function storageOf(processes: readonly ProcessRow[]): StatusPart {
  const found = processes.map(({ checks }) => checks.storage);
  const failing = found.filter((isUp) => !isUp).length;
  if (found.length === 0)
    return { name: "Storage", state: "unknown", detail: t`Not looked at yet` };
  if (failing === 0) return { name: "Storage", state: "up", detail: t`Reads and writes` };
  return {
    name: "Storage",
    state: failing === found.length ? "down" : "degraded",
    detail: t`Cannot be written to`,
  };
}

/** Storage and a worker are required; one engine of several may be down. */
function stateOf(parts: readonly StatusPart[]): SystemStatus["state"] {
  const needed = new Set(["Storage", "Worker"]);
  if (parts.some(({ name, state }) => needed.has(name) && state === "down")) return "down";
  const troubled = parts.some(({ state }) => state === "down" || state === "degraded");
  return troubled ? "degraded" : "up";
}

/**
 * The status of the installation from its last heartbeats; public, so without addresses, versions or errors.
 * A response implies that web and database work. @param now for the time on the page
 */
export async function systemStatus(db: Kysely<Database>, now = new Date()): Promise<SystemStatus> {
  const asked = performance.now();
  const processes = await freshProcesses(db);
  const tookMs = Math.max(1, Math.round(performance.now() - asked));
  const [queue, incidents] = await Promise.all([
    castQueue(db),
    db
      .selectFrom("incidents")
      .select(["part", "began_at", "ended_at"])
      .orderBy("began_at", "desc")
      .limit(shownIncidents)
      .execute(),
  ]);
  const workers = processes.filter(({ roles }) => roles.includes("worker"));
  const parts: StatusPart[] = [
    { name: "Web", state: "up", detail: t`You are reading it` },
    { name: "Database", state: "up", detail: t`Answered in ${tookMs} ms` },
    storageOf(processes),
    workers.length > 0
      ? { name: "Worker", state: "up", detail: plural(workers.length, "# process", "# processes") }
      : { name: "Worker", state: "down", detail: t`Casts wait until one is back` },
    ...enginesOf(workers),
  ];
  const oldest = Math.min(...processes.map(({ started_at }) => started_at.getTime()));
  return {
    state: stateOf(parts),
    parts,
    queue,
    upSeconds:
      processes.length === 0 ? 0 : Math.max(0, Math.round((now.getTime() - oldest) / 1000)),
    incidents: incidents.map(({ part, began_at, ended_at }) => ({
      part: part as IncidentPart,
      beganAt: began_at.toISOString(),
      endedAt: ended_at?.toISOString() ?? null,
    })),
    at: now.toISOString(),
  };
}
