/** The inside of a thread of a worker pool: takes one job at a time, reports, answers. */
import os from "node:os";
import { inspect } from "node:util";
import { parentPort } from "node:worker_threads";
import type { FromThread, ToThread } from "./worker-pool.ts";

export type JobContext<Progress> = {
  report: (progress: Progress) => void;
  /** 1 once the job is cancelled. */
  cancel: Int32Array<SharedArrayBuffer>;
};

export type Work<Job, Answer, Progress> = (
  job: Job,
  context: JobContext<Progress>,
) => Answer | Promise<Answer>;

/**
 * Lets requests go before this thread. On Linux "process 0" means the calling thread alone; elsewhere it would be the
 * whole program.
 */
export function yieldToRequests(): void {
  if (process.platform === "linux") os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);
}

/** The memory behind the parts of an answer, which is handed over rather than copied. */
function buffersOf(answer: unknown): ArrayBuffer[] {
  const parts = Array.isArray(answer) ? (answer as unknown[]) : [answer];
  return parts.flatMap((part) =>
    ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  );
}

/** What an error says of itself beside its message, e.g. its kind. */
function factsOf(error: unknown): Record<string, string> {
  const entries = error instanceof Error ? Object.entries(error) : [];
  return Object.fromEntries(entries.filter((entry) => typeof entry[1] === "string"));
}

/**
 * Answers every job that comes with what `work` makes of it. What `work` throws fails its job, not the thread.
 * @throws Error outside a thread
 */
export function servePool<Job, Answer, Progress = number>(work: Work<Job, Answer, Progress>): void {
  const port = parentPort;
  if (!port) throw new Error("This file only runs as a worker thread.");
  const post = (message: FromThread<Answer, Progress>, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  const take = async ({ id, job, cancel }: ToThread<Job>) => {
    const report = (progress: Progress) => post({ kind: "progress", id, progress });
    try {
      const answer = await work(job, { report, cancel });
      post({ kind: "done", id, answer }, buffersOf(answer));
    } catch (error) {
      post({ kind: "failed", id, detail: inspect(error), facts: factsOf(error) });
    }
  };
  port.on("message", (message: ToThread<Job>) => void take(message));
}
