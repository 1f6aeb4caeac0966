import { statfs } from "node:fs/promises";
import { sql, type Kysely } from "kysely";
import type { QueueCount } from "#app/adapters/jobs/port.ts";
import type { Database } from "#app/db/schema.ts";
import { castQueue, type HealthWord } from "#app/features/generation/queries.ts";
import type { Services } from "#app/services.ts";
import { freshProcesses } from "./system-status.ts";
import { upkeepStates, type UpkeepState } from "./upkeep.ts";

export type EngineState = {
  label: string;
  health: HealthWord;
  /** Casts of the last 24 hours. */
  done: number;
  failed: number;
  /** Median seconds from the start of a cast to its end; null without one. */
  seconds: number | null;
};

export type Operations = {
  version: string;
  node: string;
  /** Of the server, e.g. 18.1. */
  postgres: string;
  migration: string | null;
  processes: { roles: string[]; startedAt: string; seenAt: string }[];
  engines: EngineState[];
  casts: { queued: number; running: number };
  /** Since when the oldest cast waits, ISO 8601, UTC; null where none does. */
  oldestWait: string | null;
  queues: QueueCount[];
  upkeep: UpkeepState[];
  storage: {
    pictures: { count: number; bytes: number };
    uploads: { count: number; bytes: number };
    /** The disk that DATA_DIR is on; null where the system does not tell. */
    disk: { free: number; total: number } | null;
  };
  database: { bytes: number; tables: { name: string; bytes: number }[] };
  /** ISO 8601, UTC. */
  at: string;
};

const largestTables = 5;

type CastFigures = { label: string; done: number; failed: number; seconds: number | null };

/** What each engine did in the last 24 hours, by its label. */
async function castFigures(db: Kysely<Database>): Promise<CastFigures[]> {
  const { rows } = await sql<CastFigures>`
    select engine_label as label, count(*) filter (where state = 'done')::integer as done,
      count(*) filter (where state = 'failed')::integer as failed,
      percentile_cont(0.5) within group (order by extract(epoch from finished_at - started_at))
        filter (where state = 'done' and finished_at is not null and started_at is not null) as seconds
    from generations where created_at > now() - interval '1 day'
    group by engine_label`.execute(db);
  return rows;
}

async function usedBy(
  db: Kysely<Database>,
  table: "pictures" | "uploads",
): Promise<{ count: number; bytes: number }> {
  return db
    .selectFrom(table)
    .select((eb) => [
      eb.fn.countAll<number>().as("count"),
      sql<number>`coalesce(sum(bytes), 0)::bigint`.as("bytes"),
    ])
    .executeTakeFirstOrThrow();
}

async function databaseFacts(db: Kysely<Database>) {
  const [facts, tables] = await Promise.all([
    sql<{ bytes: number; postgres: string; migration: string | null; oldest: Date | null }>`
      select pg_database_size(current_database()) as bytes, current_setting('server_version') as postgres,
        (select max(name) from schema_migrations) as migration,
        (select min(created_at) from generations where state = 'queued' and not is_paused) as oldest`.execute(
      db,
    ),
    sql<{ name: string; bytes: number }>`
      select relname::text as name, pg_total_relation_size(oid) as bytes from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace
      order by bytes desc limit ${largestTables}`.execute(db),
  ]);
  return { ...facts.rows[0], tables: tables.rows };
}

async function diskOf(folder: string): Promise<Operations["storage"]["disk"]> {
  const found = await statfs(folder).catch(() => null);
  if (found === null) return null;
  return { free: found.bavail * found.bsize, total: found.blocks * found.bsize };
}

/** Everything about the running installation that an operator looks at; for admins alone. */
export async function operations(
  services: Pick<Services, "db" | "env" | "jobs" | "version">,
): Promise<Operations> {
  const { db, env, jobs, version } = services;
  const [processes, upkeep, casts, figures, queues, ...rest] = await Promise.all([
    freshProcesses(db),
    upkeepStates(db),
    castQueue(db),
    castFigures(db),
    jobs.counts(),
    usedBy(db, "pictures"),
    usedBy(db, "uploads"),
    diskOf(env.DATA_DIR),
    databaseFacts(db),
  ]);
  const [pictures, uploads, disk, database] = rest;
  const worker = processes.find(({ roles }) => roles.includes("worker"));
  const seen = worker?.checks.engines ?? [];
  const unseen = figures.filter(({ label }) => !seen.some((engine) => engine.label === label));
  const none = { done: 0, failed: 0, seconds: null };
  return {
    version,
    node: process.versions.node,
    postgres: database.postgres.split(" ")[0],
    migration: database.migration,
    processes: processes.map((each) => ({
      roles: each.roles,
      startedAt: each.started_at.toISOString(),
      seenAt: each.seen_at.toISOString(),
    })),
    engines: [
      ...seen.map(({ label, health }) => ({
        ...(figures.find((each) => each.label === label) ?? none),
        label,
        health,
      })),
      ...unseen.map((each) => ({ ...each, health: "unknown" as const })),
    ],
    casts,
    oldestWait: database.oldest?.toISOString() ?? null,
    queues,
    upkeep,
    storage: { pictures, uploads, disk },
    database: { bytes: database.bytes, tables: database.tables },
    at: new Date().toISOString(),
  };
}
