import { sql, type Kysely } from "kysely";
import { setTimeout as sleep } from "node:timers/promises";
import type { Pool } from "pg";
import { fromKysely, PgBoss, type Db, type JobWithMetadata } from "pg-boss";
import { waitForSilentServer } from "#app/db/client.ts";
import type { Live } from "#app/db/live.ts";
import type { Database } from "#app/db/schema.ts";
import type { Logger } from "#app/lib/log.ts";
import {
  queueNames,
  queues,
  type Job,
  type JobOptions,
  type Jobs,
  type QueueCount,
  type QueueName,
} from "./port.ts";
import { nextRun, prepareUpkeep, repeatUpkeep, upkeepQueue } from "./upkeep.ts";

/** Times that tests shorten. */
export type JobTiming = {
  /** Seconds before the second try; doubled before each further one. */
  retrySeconds: number;
  /** Seconds between looks for jobs that nobody announced: those to be tried again. */
  pollSeconds: number;
};

export type JobsOptions = {
  pool: Pool;
  live: Live;
  log: Logger;
  timing?: JobTiming;
};

const schema = "pgboss";
/** Any fixed number that no other lock of the program has. */
const PREPARE_LOCK = 4_051_208;
const usual: JobTiming = { retrySeconds: 5, pollSeconds: 10 };
/** Between looks for jobs whose process died. */
const superviseSeconds = 15;
/** Milliseconds that jobs at work have to finish when the program ends. */
const grace = 10_000;

function rulesOf(name: QueueName, timing: JobTiming) {
  const { tries, secondsPerTry } = queues[name];
  return {
    retryLimit: tries - 1,
    retryDelay: timing.retrySeconds,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: secondsPerTry,
    // Those that were given up, payload and all, are cleared away after a day; those done at once (below).
    deleteAfterSeconds: 24 * 3600,
    notify: true,
  };
}

/**
 * Makes or brings up to date the tables of the jobs, in a schema of their own. One process at a time: the library's
 * own lock comes too late for two that begin over an empty database.
 */
export async function prepareJobs(pool: Pool, timing: JobTiming = usual): Promise<void> {
  const client = await pool.connect();
  try {
    // The making of twenty tables may take longer than a statement usually may, and another process's too.
    waitForSilentServer(client);
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock($1)", [PREPARE_LOCK]);
    const db: Db = { executeSql: (text, values) => client.query(text, values) };
    const boss = new PgBoss({ db, schema, supervise: false, schedule: false });
    boss.on("error", () => undefined);
    await boss.start();
    try {
      const known = new Set((await boss.getQueues()).map((queue) => queue.name));
      for (const name of queueNames) {
        if (known.has(name)) await boss.updateQueue(name, rulesOf(name, timing));
        else await boss.createQueue(name, rulesOf(name, timing));
      }
      await prepareUpkeep(boss, known);
    } finally {
      await boss.stop({ graceful: false });
    }
  } finally {
    // Closing the connection frees the lock and forgets the settings above.
    client.release(true);
  }
}

/** The jobs of each queue by their state. */
async function countJobs(pool: Pool): Promise<QueueCount[]> {
  const { rows } = await pool.query<QueueCount>(
    `select q.queue,
       count(*) filter (where j.state = 'created')::integer as waiting,
       count(*) filter (where j.state = 'retry')::integer as retrying,
       count(*) filter (where j.state = 'active')::integer as working,
       count(*) filter (where j.state = 'failed')::integer as failed
     from unnest($1::text[]) with ordinality as q (queue, place)
     left join ${schema}.job j on j.name = q.queue
     group by q.queue, q.place order by q.place`,
    [queueNames],
  );
  return rows;
}

/** Jobs kept by pg-boss in the program's own database; new ones are announced over the live connection. */
export async function openPgBoss(options: JobsOptions): Promise<Jobs> {
  const { pool, live, log, timing = usual } = options;
  await prepareJobs(pool, timing);

  const db: Db = {
    executeSql: (text, values) => pool.query(text, values),
    async listen(channel, onNotification, onReconnect) {
      const stops = [live.on(channel, onNotification), live.onReconnect(onReconnect)];
      await live.ready();
      return {
        close: async () => {
          for (const stop of stops) stop();
        },
      };
    },
  };

  function newBoss(works: boolean): PgBoss {
    const boss = new PgBoss({
      db,
      schema,
      migrate: false,
      schedule: works,
      // Clears away old jobs and gives up those whose process died; any one worker does it.
      supervise: works,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      useListenNotify: works,
      // Looks at a table of statistics that one's own database may not show; nothing here is that large.
      monitorVacuum: false,
    });
    boss.on("error", (error) => log.warn({ err: error, part: "jobs" }, "job queue failed"));
    return boss;
  }

  const boss = newBoss(false);
  await boss.start();
  let worker: PgBoss | null = null;
  const worked = new Set<string>();
  let stopping = new AbortController();

  async function startedWorker(): Promise<PgBoss> {
    if (worker === null) {
      stopping = new AbortController();
      worked.clear();
      worker = newBoss(true);
      await worker.start();
    }
    return worker;
  }

  async function attempt<T>(
    from: PgBoss,
    queue: QueueName,
    job: JobWithMetadata<T>,
    handler: (job: Job<T>) => Promise<void>,
  ): Promise<void> {
    const { id, data, retryCount, retryLimit, keepUntil, signal } = job;
    const about = { queue, jobId: id, attempt: retryCount + 1 };
    if (keepUntil.getTime() < Date.now()) {
      log.info(about, "expired job dropped");
    } else {
      try {
        const isLast = retryCount >= retryLimit;
        await handler({ id, payload: data, attempt: retryCount + 1, isLast, signal });
      } catch (error) {
        log.warn({ ...about, err: error }, "job failed");
        // Kept beside the payload in the database: the kind of failure only, for messages may quote it.
        throw new Error(error instanceof Error ? error.name : "failed", { cause: error });
      }
    }
    // Links and addresses stay no longer than needed.
    await from.deleteJob(queue, id);
  }

  async function stop(): Promise<void> {
    const working = worker;
    worker = null;
    if (working === null) return;
    stopping.abort();
    const ended = Promise.all([...worked].map((name) => working.offWork(name, { wait: true })));
    await Promise.race([ended, sleep(grace, undefined, { ref: false })]);
    await working.stop({ graceful: false });
  }

  return {
    async enqueue(to: Kysely<Database>, queue: QueueName, payload: object, given: JobOptions = {}) {
      const { usefulForSeconds } = given;
      await boss.send(queue, payload, {
        db: fromKysely(to),
        ...(usefulForSeconds !== undefined && { retentionSeconds: usefulForSeconds }),
      });
    },
    async forget(from: Kysely<Database>, words: readonly string[]) {
      const { numAffectedRows = 0n } = await sql`
        delete from ${sql.table(`${schema}.job`)} j where exists (
          select from unnest(${[...words]}::text[]) as n (word)
          where strpos(lower(coalesce(j.data::text, '')), lower(n.word)) > 0)`.execute(from);
      return Number(numAffectedRows);
    },
    async work<T>(queue: QueueName, handler: (job: Job<T>) => Promise<void>) {
      const from = await startedWorker();
      worked.add(queue);
      const settings = {
        includeMetadata: true,
        localConcurrency: queues[queue].atOnce,
        pollingIntervalSeconds: Math.min(2, timing.pollSeconds),
        notifyPollingIntervalSeconds: timing.pollSeconds,
      } as const;
      await from.work<T, void, typeof settings>(queue, settings, async (jobs) => {
        for (const job of jobs) await attempt(from, queue, job, handler);
      });
    },
    async repeat(name, run) {
      const from = await startedWorker();
      worked.add(upkeepQueue(name));
      const ending = stopping.signal;
      await repeatUpkeep(from, name, (signal) => run(AbortSignal.any([signal, ending])));
    },
    counts: () => countJobs(pool),
    nextRun: (name, after) => nextRun(boss, name, after),
    stop,
    async close() {
      await stop();
      await boss.stop({ graceful: false });
    },
  };
}
