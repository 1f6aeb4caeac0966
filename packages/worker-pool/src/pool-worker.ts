/** Runs inside a thread of a worker pool: takes one job at a time, reports progress and sends the result. */
import os from "node:os";
import { inspect } from "node:util";
import { parentPort } from "node:worker_threads";
import type { FromThread, ToThread } from "./worker-pool.ts";

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

/**
 * Runs `work` for each incoming job and sends its result. What `work` throws fails its job, not the thread.
 * @throws Error outside a thread
 */
export function servePool<Job, Result, Progress = number>(work: Work<Job, Result, Progress>): void {
  const port = parentPort;
  if (!port) throw new Error("This file only runs as a worker thread.");
  const post = (message: FromThread<Result, Progress>, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  const take = async ({ id, job, cancel }: ToThread<Job>) => {
    const report = (progress: Progress) => post({ kind: "progress", id, progress });
    try {
      const result = await work(job, { report, cancel });
      post({ kind: "done", id, result }, buffersOf(result));
    } catch (error) {
      post({ kind: "failed", id, detail: inspect(error), facts: factsOf(error) });
    }
  };
  port.on("message", (message: ToThread<Job>) => void take(message));
}
