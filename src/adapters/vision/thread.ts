/** One helper's thread seen from outside: started at its first job, ended when idle, replaced when it dies. */
import { Worker } from "node:worker_threads";
import type { FromThread, ToThread } from "./messages.ts";
import { VisionError } from "./port.ts";

export type ThreadOptions = {
  name: string;
  /** The file that the thread runs. */
  file: URL;
  /** JavaScript heap; pixels and weights lie outside it. */
  heapMb: number;
  /** Without work this long the thread is ended. */
  idleMs: number;
  /** A thread that says nothing for this long while it works is ended. */
  silentMs: number;
};

export type CallOptions = {
  signal?: AbortSignal;
  onProgress?: (fraction: number) => void;
  /** Memory that is handed over to the thread. */
  transfer?: ArrayBuffer[];
};

export type Thread<Job, Answer> = {
  /** One job after the other. @throws VisionError cancelled, failed */
  call(job: Job, options?: CallOptions): Promise<Answer>;
  /** Ends the thread now if it has nothing to do. */
  yieldMemory(): void;
  /** Whether a thread lives, also one that is just ending. */
  isRunning(): boolean;
  close(): Promise<void>;
};

type Order<Job, Answer> = {
  id: number;
  job: Job;
  options: CallOptions;
  resolve: (answer: Answer) => void;
  reject: (error: VisionError) => void;
};

const cancelled = () => new VisionError("cancelled", "The work was cancelled.");

export function createThread<Job, Answer>(settings: ThreadOptions): Thread<Job, Answer> {
  const { name, file, heapMb, idleMs, silentMs } = settings;
  const waiting: Order<Job, Answer>[] = [];
  /** Told to end and not gone yet. */
  const ending = new Set<Worker>();
  let worker: Worker | null = null;
  let current: Order<Job, Answer> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;

  const failed = (cause: unknown) =>
    new VisionError("failed", `The helper ${name} stopped unexpectedly.`, { cause });

  async function end(gone: Worker): Promise<void> {
    ending.add(gone);
    await gone.terminate();
    ending.delete(gone);
  }

  /** Lets go of a thread that is dead or has to die, and goes on with the next job in another. */
  async function drop(gone: Worker, reason: VisionError): Promise<void> {
    if (worker !== gone) return;
    const ended = end(gone);
    clearTimeout(timer);
    worker = null;
    current?.reject(reason);
    current = null;
    next();
    await ended;
  }

  function start(): Worker {
    const started = new Worker(file, {
      name,
      // Options of the main program, such as --input-type, must not reach the thread.
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    started.on("message", (message: FromThread<Answer>) => receive(started, message));
    started.on("error", (error) => void drop(started, failed(error)));
    started.on("exit", (code) => {
      void drop(started, failed(new Error(`its thread ended with code ${code}`)));
    });
    return started;
  }

  function watch(working: Worker): void {
    clearTimeout(timer);
    const silent = () => failed(new Error(`nothing was heard for ${silentMs} ms`));
    timer = setTimeout(() => void drop(working, silent()), silentMs);
  }

  function yieldMemory(): void {
    if (!worker || current) return;
    clearTimeout(timer);
    void end(worker);
    worker = null;
  }

  function rest(idle: Worker): void {
    clearTimeout(timer);
    // An idle thread neither keeps the process alive nor stays for ever.
    idle.unref();
    timer = setTimeout(yieldMemory, idleMs).unref();
  }

  function receive(from: Worker, message: FromThread<Answer>): void {
    if (from !== worker || current?.id !== message.id) return;
    if (message.kind === "progress") {
      watch(from);
      current.options.onProgress?.(message.fraction);
      return;
    }
    const order = current;
    current = null;
    rest(from);
    if (message.kind === "done") order.resolve(message.answer);
    else order.reject(failed(new Error(message.detail)));
    next();
  }

  function next(): void {
    if (closed || current) return;
    const order = waiting.shift();
    if (!order) return;
    current = order;
    worker ??= start();
    worker.ref();
    watch(worker);
    const message: ToThread<Job> = { id: order.id, job: order.job };
    worker.postMessage(message, order.options.transfer ?? []);
  }

  /** The thread of a job that is no longer wanted is ended: networks cannot be stopped half-way. */
  function cancel(order: Order<Job, Answer>): void {
    const place = waiting.indexOf(order);
    if (place >= 0) waiting.splice(place, 1);
    order.reject(cancelled());
    if (current === order && worker) void drop(worker, cancelled());
  }

  async function call(job: Job, options: CallOptions = {}): Promise<Answer> {
    const { signal } = options;
    if (closed || signal?.aborted) throw cancelled();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const order = { id: ++lastId, job, options, resolve, reject };
    const onAbort = () => cancel(order);
    signal?.addEventListener("abort", onAbort, { once: true });
    waiting.push(order);
    next();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
    }
  }

  async function close(): Promise<void> {
    closed = true;
    for (const order of waiting.splice(0)) order.reject(cancelled());
    if (worker) void drop(worker, cancelled());
    await Promise.all([...ending].map((gone) => gone.terminate()));
  }

  return { call, close, yieldMemory, isRunning: () => worker !== null || ending.size > 0 };
}
