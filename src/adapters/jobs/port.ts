import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Every queue there is, with what happens to its jobs. A job that fails is tried again after 5 s, 10 s, 20 s …, at most 1 hour apart. */
export const queues = {
  mail: { tries: 12, secondsPerTry: 60, atOnce: 2 },
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
   * Works on a queue from now on. A handler may see the same job twice (after a crash between its work and
   * the note of it) and must bear that; when it throws, the job is tried again later.
   */
  work<T>(queue: QueueName, handler: (job: Job<T>) => Promise<void>): Promise<void>;
  /** Takes no new jobs and waits for those at work, at most 10 s; what is not done then is tried again. */
  stop(): Promise<void>;
  close(): Promise<void>;
};
