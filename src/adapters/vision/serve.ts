/** The inside of a helper's thread: takes one job at a time, reports, answers. */
import os from "node:os";
import { parentPort } from "node:worker_threads";
import type { FromThread, ToThread } from "./messages.ts";

export type Work<Job, Answer> = (job: Job, report: (fraction: number) => void) => Promise<Answer>;

/**
 * Requests go before helpers. On Linux "process 0" means the calling thread alone; elsewhere it would be the whole program.
 */
function stepBack(): void {
  if (process.platform === "linux") os.setPriority(0, os.constants.priority.PRIORITY_BELOW_NORMAL);
}

/** The memory behind the parts of an answer, which is handed over rather than copied. */
function buffersOf(answer: unknown): ArrayBuffer[] {
  const parts = Array.isArray(answer) ? (answer as unknown[]) : [answer];
  return parts.flatMap((part) =>
    ArrayBuffer.isView(part) && part.buffer instanceof ArrayBuffer ? [part.buffer] : [],
  );
}

/**
 * Answers every job that comes with what `work` makes of it. What `work` throws fails its job, not the thread.
 * @throws Error outside a thread
 */
export function serve<Job, Answer>(work: Work<Job, Answer>): void {
  const port = parentPort;
  if (!port) throw new Error("This file only runs as a worker thread.");
  stepBack();
  const post = (message: FromThread<Answer>, transfer: ArrayBuffer[] = []) =>
    port.postMessage(message, transfer);
  const take = async ({ id, job }: ToThread<Job>) => {
    try {
      const answer = await work(job, (fraction) => post({ kind: "progress", id, fraction }));
      post({ kind: "done", id, answer }, buffersOf(answer));
    } catch (error) {
      const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
      post({ kind: "failed", id, detail });
    }
  };
  port.on("message", (message: ToThread<Job>) => void take(message));
}
