/** Runs inside a worker of a pool, a thread or a process: takes one job at a time, reports progress and sends the result. */
import { flushCompileCache } from "node:module";
import os from "node:os";
import { inspect } from "node:util";
import { parentPort } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./worker-pool.ts";

export type JobContext<Progress> = {
  report: (progress: Progress) => void;
  /** 1 once the job is cancelled. */
  cancel: Int32Array<SharedArrayBuffer>;
};

export type Work<Job, Result, Progress> = (
  job: Job,
  context: JobContext<Progress>,
) => Result | Promise<Result>;

/**
 * Lets requests go before this thread. On Linux "process 0" means the calling thread alone; elsewhere it would be the
 * whole program.
 */
export function yieldToRequests(): void {
  if (process.platform === "linux") os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);
}

type Port = {
  postMessage(message: unknown, transfer: ArrayBuffer[]): void;
  on(event: "message", take: (message: unknown) => void): void;
};

const neverCancelled = new Int32Array(new SharedArrayBuffer(4));

/** The buffers of a result, which are transferred rather than copied. */
function buffersOf(result: unknown): ArrayBuffer[] {
  const parts = Array.isArray(result) ? (result as unknown[]) : [result];
  return parts.flatMap((part) =>
    ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  );
}

/** The properties of an error besides its message, e.g. its kind. */
function factsOf(error: unknown): Record<string, string> {
  const entries = error instanceof Error ? Object.entries(error) : [];
  return Object.fromEntries(entries.filter((entry) => typeof entry[1] === "string"));
}

/** A process answers through its channel and ends with it: nobody else would end it when the program is gone. */
function processPort(): Port | null {
  if (process.send === undefined) return null;
  process.on("disconnect", () => process.exit());
  // Ctrl-C reaches all processes of a terminal; the program then lets its jobs end.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  return {
    postMessage: (message) => process.send?.(message),
    on: (event, take) => process.on(event, take),
  };
}

/**
 * Runs `work` for each incoming job and sends its result. What `work` throws fails its job, not the worker.
 * @throws Error outside a pool
 */
export function servePool<Job, Result, Progress = number>(work: Work<Job, Result, Progress>): void {
  const port: Port | null = parentPort ?? processPort();
  if (!port) throw new Error("This file only runs as a worker of a pool.");
  const post = (message: FromWorker<Result, Progress>, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  /** Whether what was compiled for the first job is kept for the next process. */
  let isKept = false;
  const take = async ({ id, job, cancel = neverCancelled }: ToWorker<Job>) => {
    const report = (progress: Progress) => post({ kind: "progress", id, progress });
    try {
      const result = await work(job, { report, cancel });
      post({ kind: "done", id, result }, buffersOf(result));
      // Node would write it at the end of a process, and processes of a pool are killed.
      if (!isKept && parentPort === null) flushCompileCache();
      isKept = true;
    } catch (error) {
      post({ kind: "failed", id, detail: inspect(error), facts: factsOf(error) });
    }
  };
  port.on("message", (message) => void take(message as ToWorker<Job>));
}
