import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Every queue there is, with what happens to its jobs. A job that fails is tried again after 5 s, 10 s, 20 s …, at most 1 hour apart. */
export const queues = {
  mail: { tries: 12, secondsPerTry: 60, atOnce: 2 },
  // A message goes to an address that a browser named: few tries, and many at once, so that a slow one holds up nobody.
  push: { tries: 4, secondsPerTry: 30, atOnce: 8 },
  // Both are continued by upkeep when their worker is gone, so that one try may be long.
  export: { tries: 3, secondsPerTry: 12 * 3600, atOnce: 1 },
  import: { tries: 3, secondsPerTry: 12 * 3600, atOnce: 1 },
  // Not tried again by itself: whoever asked for it is told, and a full disk stays full.
  backup: { tries: 1, secondsPerTry: 12 * 3600, atOnce: 1 },
  // One try fetches all that waits; upkeep continues what it leaves, so that a download may take days.
  model: { tries: 1, secondsPerTry: 12 * 3600, atOnce: 1 },
} as const satisfies Record<string, QueueRules>;

type QueueRules = {
  /** Tries before a job is given up. */
  tries: number;
  /** A try that takes longer counts as failed. */
  secondsPerTry: number;
  /** Jobs that one process works on at a time. */
  atOnce: number;
};

export type QueueName = keyof typeof queues;
export const queueNames = Object.keys(queues) as QueueName[];

/**
 * All upkeep: work that repeats by a schedule, in one process at a time however many share the database. What one run
 * leaves undone the next one does, so that a run that fails is not tried again before its time.
 */
export const upkeep = {
  "gather-views": { everySeconds: 5, longestSeconds: 60 },
  "notify-of-activity": { everySeconds: 5, longestSeconds: 300 },
  "queue-push-messages": { everySeconds: 5, longestSeconds: 300 },
  "send-digests": { cron: "20 * * * *", longestSeconds: 900 },
  "gather-sign-ups": { cron: "* * * * *", longestSeconds: 60, atStart: true },
  "analyse-pictures": { everySeconds: 20, longestSeconds: 600 },
  "mark-pictures": { cron: "*/10 * * * *", longestSeconds: 540 },
  "order-trending": { cron: "* * * * *", longestSeconds: 120, atStart: true },
  "purge-removed-pictures": { cron: "5 * * * *", longestSeconds: 1800 },
  "sweep-picture-files": { cron: "15 * * * *", longestSeconds: 3600 },
  "sweep-portraits": { cron: "25 * * * *", longestSeconds: 3600, atStart: true },
  "clear-expired-sessions": { cron: "35 * * * *", longestSeconds: 300, atStart: true },
  "open-missing-accounts": { cron: "45 * * * *", longestSeconds: 900, atStart: true },
  "end-suspensions": { cron: "* * * * *", longestSeconds: 300, atStart: true },
  "purge-collections": { cron: "*/10 * * * *", longestSeconds: 300 },
  "tidy-casts": { cron: "*/10 * * * *", longestSeconds: 900, atStart: true },
  "end-plans-of-closed-accounts": { cron: "*/10 * * * *", longestSeconds: 300 },
  "fetch-missed-payments": { cron: "40 * * * *", longestSeconds: 600 },
  "tend-exports": { everySeconds: 15, longestSeconds: 900, atStart: true },
  "tend-models": { everySeconds: 15, longestSeconds: 900, atStart: true },
  "prune-search": { cron: "55 */6 * * *", longestSeconds: 900 },
  "erase-deleted": { everySeconds: 20, longestSeconds: 3600, atStart: true },
} as const satisfies Record<string, UpkeepRules>;

type UpkeepRules = Schedule & {
  /** A run that takes longer is aborted. */
  longestSeconds: number;
  /** Whether it runs when a worker starts too, as when it must make up for a crash. */
  atStart?: boolean;
};

/** A cron expression in UTC; or seconds from the end of one run to the next, for what runs more than once a minute. */
type Schedule = { cron: string } | { everySeconds: number };

export type UpkeepName = keyof typeof upkeep;
export const upkeepNames = Object.keys(upkeep) as UpkeepName[];

export type QueueCount = {
  queue: QueueName;
  /** Jobs that are due, those that wait to be tried again, those at work, and those that were given up today. */
  waiting: number;
  retrying: number;
  working: number;
  failed: number;
};

export type JobOptions = {
  /** Seconds after which the job is of no more use: it is dropped undone. */
  usefulForSeconds?: number;
};

export type Job<T> = {
  id: string;
  payload: T;
  /** From 1. */
  attempt: number;
  /** No try comes after this one. */
  isLast: boolean;
  /** Aborts when the time of the try is over or the program ends. */
  signal: AbortSignal;
};

/** Work that is done later, by whichever process plays the role worker; kept in the database. */
export type Jobs = {
  /**
   * Puts a job into its queue; given a transaction, only if that commits.
   * @param payload JSON; gone from the database once the job is done
   */
  enqueue(
    db: Kysely<Database>,
    queue: QueueName,
    payload: object,
    options?: JobOptions,
  ): Promise<void>;
  /**
   * Deletes jobs whose payload has one of these words in it, whatever became of them; given a transaction, with it.
   * @returns how many
   */
  forget(from: Kysely<Database>, words: readonly string[]): Promise<number>;
  /**
   * Works on a queue from now on. A handler may see the same job twice (after a crash between its work and
   * the note of it) and must bear that; when it throws, the job is tried again later.
   */
  work<T>(queue: QueueName, handler: (job: Job<T>) => Promise<void>): Promise<void>;
  /**
   * Runs upkeep by its schedule from now on. One process runs it at a time; when that one dies, another takes over
   * within a minute.
   * @param run never throws; gives up when the signal aborts: its time is over or the program ends
   */
  repeat(name: UpkeepName, run: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** How many jobs each queue has. */
  counts(): Promise<QueueCount[]>;
  /** When the upkeep runs next if a run of it ends at `from`. */
  nextRun(name: UpkeepName, from: Date): Date;
  /** Takes no new jobs and waits for those at work, at most 10 s; what is not done then is tried again. */
  stop(): Promise<void>;
  close(): Promise<void>;
};
