/** Threads that draw: started when needed, ended when idle, replaced when they die. */
import { Worker } from "node:worker_threads";
import { EngineError } from "../port.ts";
import type { Drawing, FromWorker, Order, ToWorker } from "./messages.ts";

export type PoolOptions = {
  /** Threads at most. */
  size: number;
  /** A thread without work this long is ended. */
  idleMs?: number;
};

export type DrawContext = {
  signal: AbortSignal;
  onProgress: (fraction: number, stage: string, preview?: Uint8Array) => void;
};

export type Pool = {
  /** Draws one picture; rejects with EngineError, "cancelled" as soon as the signal fires. */
  draw(order: Order, context: DrawContext): Promise<Drawing>;
  close(): Promise<void>;
};

type Job = {
  id: number;
  order: Order;
  cancel: Int32Array<SharedArrayBuffer>;
  onProgress: DrawContext["onProgress"];
  resolve: (drawing: Drawing) => void;
  reject: (error: EngineError) => void;
};

type Thread = { worker: Worker; job: Job | null; idle?: NodeJS.Timeout; overdue?: NodeJS.Timeout };

const IDLE_MS = 60_000;
/** A cancelled thread that has not noticed by then is ended and replaced. */
const NOTICE_MS = 3_000;
/** JavaScript heap of one thread; pixel buffers lie outside it. */
const HEAP_MB = 512;

const cancelled = () => new EngineError("cancelled", "The drawing was cancelled.");
const died = (cause: unknown) =>
  new EngineError("internal", "The drawing stopped unexpectedly.", { cause });

export function createPool({ size, idleMs = IDLE_MS }: PoolOptions): Pool {
  const threads = new Set<Thread>();
  const waiting: Job[] = [];
  let lastId = 0;
  let closed = false;

  function drop(thread: Thread, cause: unknown): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.idle);
    clearTimeout(thread.overdue);
    thread.job?.reject(died(cause));
    thread.job = null;
    serve();
  }

  function start(): Thread {
    const worker = new Worker(new URL("./worker.ts", import.meta.url), {
      name: "sketch",
      // Options of the main program, such as --input-type, must not reach the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    const thread: Thread = { worker, job: null };
    threads.add(thread);
    worker.on("message", (message: FromWorker) => receive(thread, message));
    worker.on("error", (error) => drop(thread, error));
    worker.on("exit", (code) => drop(thread, new Error(`Drawing thread ended with code ${code}`)));
    return thread;
  }

  function receive(thread: Thread, message: FromWorker): void {
    const { job } = thread;
    if (!job || job.id !== message.id) return;
    if (message.kind === "progress") {
      job.onProgress(message.fraction, message.stage, message.preview);
      return;
    }
    release(thread);
    if (message.kind === "drawn") job.resolve(message.drawing);
    else {
      const { kind, userMessage, detail } = message.error;
      job.reject(new EngineError(kind, userMessage, { cause: new Error(detail) }));
    }
    serve();
  }

  function release(thread: Thread): void {
    thread.job = null;
    clearTimeout(thread.overdue);
    // An idle thread neither keeps the process alive nor stays for ever.
    thread.worker.unref();
    thread.idle = setTimeout(() => {
      threads.delete(thread);
      void thread.worker.terminate();
    }, idleMs).unref();
  }

  function assign(thread: Thread, job: Job): void {
    clearTimeout(thread.idle);
    thread.job = job;
    thread.worker.ref();
    const message: ToWorker = { id: job.id, order: job.order, cancel: job.cancel };
    thread.worker.postMessage(message, []);
  }

  function serve(): void {
    if (closed) return;
    while (waiting.length > 0) {
      const free = [...threads].find((thread) => !thread.job);
      if (!free && threads.size >= size) return;
      const job = waiting.shift();
      if (job) assign(free ?? start(), job);
    }
  }

  /** Tells the caller at once; the thread stops at its next check and is then free again. */
  function cancel(job: Job): void {
    const place = waiting.indexOf(job);
    if (place >= 0) waiting.splice(place, 1);
    Atomics.store(job.cancel, 0, 1);
    Atomics.notify(job.cancel, 0);
    job.reject(cancelled());
    const thread = [...threads].find((thread) => thread.job === job);
    if (!thread) return;
    thread.overdue = setTimeout(() => {
      if (thread.job === job) void thread.worker.terminate();
    }, NOTICE_MS).unref();
  }

  async function draw(order: Order, { signal, onProgress }: DrawContext): Promise<Drawing> {
    if (signal.aborted) throw cancelled();
    if (closed) throw new EngineError("internal", "Sketch has been shut down.");
    const { promise, resolve, reject } = Promise.withResolvers<Drawing>();
    const job: Job = {
      id: ++lastId,
      order,
      cancel: new Int32Array(new SharedArrayBuffer(4)),
      onProgress: (...progress) => {
        if (!signal.aborted) onProgress(...progress);
      },
      resolve,
      reject,
    };
    const onAbort = () => cancel(job);
    signal.addEventListener("abort", onAbort, { once: true });
    waiting.push(job);
    serve();
    try {
      return await promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }

  async function close(): Promise<void> {
    closed = true;
    for (const job of waiting.splice(0)) job.reject(cancelled());
    const ending = [...threads];
    threads.clear();
    for (const thread of ending) {
      clearTimeout(thread.idle);
      clearTimeout(thread.overdue);
      thread.job?.reject(cancelled());
    }
    await Promise.all(ending.map(({ worker }) => worker.terminate()));
  }

  return { draw, close };
}
