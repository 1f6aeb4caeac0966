/** Workers seen from outside: started at their first job, ended when idle, replaced when they die or hang. */
import { type Host, startProcess, startThread } from "./hosts.ts";

export type PoolOptions = {
  /** Name of the workers, in errors and debuggers. */
  name: string;
  /** The file that each worker runs; it calls `servePool`. */
  file: URL;
  /**
   * Each worker is a process instead of a thread: for native code that would take the program with it when it fails or
   * is ended in the middle. Jobs and results are copied, and a cancelled job ends its process.
   */
  ownProcess?: boolean;
  /** Variables of the environment of such a process, beside the few that it gets of the program's. */
  env?: Readonly<Record<string, string>>;
  /** Workers at most; one when left out. */
  size?: number;
  /** JavaScript heap of one worker, in MB; buffers lie outside it. */
  heapMb: number;
  /** A worker that is idle this long is ended. */
  idleMs: number;
  /** A worker that neither finishes nor reports progress for this long is ended, and its job fails. Without it there is no limit. */
  silentMs?: number;
  /** How long a thread has to notice that its job was cancelled, before it is ended. Without it, it is ended at once; processes always are. */
  noticeMs?: number;
  /** Jobs that may wait for a thread; one more is refused. Without it there is no limit. */
  queue?: number;
};

export type CallOptions<Progress> = {
  signal?: AbortSignal;
  /** Drops the job while it waits for a thread; one that has begun goes on. */
  whileWaiting?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Memory that is given to the thread instead of being copied. */
  transfer?: ArrayBuffer[];
};

export type WorkerPool<Job, Result, Progress> = {
  /** Jobs start in the order of their calls. @throws PoolError */
  call(job: Job, options?: CallOptions<Progress>): Promise<Result>;
  /** Ends the threads that have nothing to do. */
  endIdle(): void;
  /** Whether a thread lives, also one that is just ending. */
  isRunning(): boolean;
  /** Cancels all jobs and ends all threads. Nothing starts afterwards. */
  close(): Promise<void>;
};

/** What passes to a worker. `cancel` is one shared 32-bit cell: 1 asks the thread to stop; processes have none. */
export type ToWorker<Job> = { id: number; job: Job; cancel?: Int32Array<SharedArrayBuffer> };

export type FromWorker<Result, Progress> =
  | { kind: "progress"; id: number; progress: Progress }
  | { kind: "done"; id: number; result: Result }
  | { kind: "failed"; id: number; detail: string; facts: Record<string, string> };

export type PoolErrorKind =
  | "cancelled"
  /** The job threw, or its thread died, hung or ran out of memory. */
  | "failed"
  /** Too many jobs are waiting. */
  | "full";

export class PoolError extends Error {
  readonly kind: PoolErrorKind;
  /** The texts among the properties of what the job threw. */
  readonly facts: Readonly<Record<string, string>>;

  constructor(
    kind: PoolErrorKind,
    message: string,
    { facts = {}, ...options }: ErrorOptions & { facts?: Record<string, string> } = {},
  ) {
    super(message, options);
    this.name = "PoolError";
    this.kind = kind;
    this.facts = facts;
  }
}

type Order<Job, Result, Progress> = {
  id: number;
  job: Job;
  options: CallOptions<Progress>;
  cancel: Int32Array<SharedArrayBuffer>;
  resolve: (result: Result) => void;
  reject: (error: PoolError) => void;
};

export function createWorkerPool<Job, Result, Progress = number>(
  settings: PoolOptions,
): WorkerPool<Job, Result, Progress> {
  type Placed = Order<Job, Result, Progress>;
  type Thread = { worker: Host<Job>; order: Placed | null; timer?: NodeJS.Timeout };
  const { name, size = 1, idleMs, silentMs, noticeMs, queue } = settings;
  const threads = new Set<Thread>();
  const waiting: Placed[] = [];
  /** Terminating but not gone yet. */
  const ending = new Set<Host<Job>>();
  let lastId = 0;
  let closed = false;

  const cancelled = () => new PoolError("cancelled", `A job of the pool ${name} was cancelled`);
  const failed = (cause: unknown, facts?: Record<string, string>) =>
    new PoolError("failed", `A job of the pool ${name} failed`, { cause, facts });

  async function end(worker: Host<Job>): Promise<void> {
    ending.add(worker);
    await worker.end();
    ending.delete(worker);
  }

  /** Ends a thread that is dead or must be ended, and continues with the next job in another. */
  function drop(thread: Thread, reason: PoolError): void {
    if (!threads.delete(thread)) return;
    clearTimeout(thread.timer);
    void end(thread.worker);
    thread.order?.reject(reason);
    thread.order = null;
    next();
  }

  function start(): Thread {
    const open = settings.ownProcess ? startProcess<Job> : startThread<Job>;
    const worker = open(settings, {
      onMessage: (message) => receive(thread, message as FromWorker<Result, Progress>),
      onGone: (reason) => drop(thread, failed(reason)),
    });
    const thread: Thread = { worker, order: null };
    threads.add(thread);
    return thread;
  }

  /** Ends the thread unless it sends a message within the time. */
  function expectWord(thread: Thread, ms: number | undefined): void {
    clearTimeout(thread.timer);
    if (ms === undefined) return;
    thread.timer = setTimeout(
      () => drop(thread, failed(new Error(`nothing was heard for ${ms} ms`))),
      ms,
    ).unref();
  }

  function endIdleThread(thread: Thread): void {
    clearTimeout(thread.timer);
    threads.delete(thread);
    void end(thread.worker);
  }

  function receive(thread: Thread, message: FromWorker<Result, Progress>): void {
    const { order } = thread;
    if (order?.id !== message.id) return;
    if (message.kind === "progress") {
      if (order.options.signal?.aborted) return;
      expectWord(thread, silentMs);
      order.options.onProgress?.(message.progress);
      return;
    }
    thread.order = null;
    // An idle thread neither keeps the process alive nor stays for ever.
    thread.worker.hold(false);
    clearTimeout(thread.timer);
    thread.timer = setTimeout(() => endIdleThread(thread), idleMs).unref();
    if (message.kind === "done") order.resolve(message.result);
    else order.reject(failed(new Error(message.detail), message.facts));
    next();
  }

  function next(): void {
    while (waiting.length > 0) {
      const free = [...threads].find((thread) => thread.order === null);
      if (!free && threads.size >= size) return;
      const order = waiting.shift() as Placed;
      const thread = free ?? start();
      thread.order = order;
      thread.worker.hold(true);
      expectWord(thread, silentMs);
      const message: ToWorker<Job> = { id: order.id, job: order.job, cancel: order.cancel };
      thread.worker.post(message, order.options.transfer ?? []);
    }
  }

  /** The caller is rejected at once; the thread may take a moment to stop. */
  function cancel(order: Placed): void {
    const place = waiting.indexOf(order);
    if (place >= 0) waiting.splice(place, 1);
    order.reject(cancelled());
    const thread = [...threads].find((candidate) => candidate.order === order);
    if (!thread) return;
    Atomics.store(order.cancel, 0, 1);
    Atomics.notify(order.cancel, 0);
    if (noticeMs === undefined || settings.ownProcess) drop(thread, cancelled());
    else expectWord(thread, noticeMs);
  }

  async function call(job: Job, options: CallOptions<Progress> = {}): Promise<Result> {
    const { signal, whileWaiting } = options;
    if (closed || signal?.aborted || whileWaiting?.aborted) throw cancelled();
    if (queue !== undefined && waiting.length >= queue) {
      throw new PoolError("full", `Too many jobs wait for the pool ${name}`);
    }
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const stop = new Int32Array(new SharedArrayBuffer(4));
    const order: Placed = { id: ++lastId, job, options, cancel: stop, resolve, reject };
    const onAbort = () => cancel(order);
    signal?.addEventListener("abort", onAbort, { once: true });
    const onGivenUp = () => {
      if (waiting.includes(order)) cancel(order);
    };
    whileWaiting?.addEventListener("abort", onGivenUp, { once: true });
    waiting.push(order);
    next();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", onAbort);
      whileWaiting?.removeEventListener("abort", onGivenUp);
    }
  }

  return {
    call,
    endIdle() {
      for (const thread of threads) if (thread.order === null) endIdleThread(thread);
    },
    isRunning: () => threads.size > 0 || ending.size > 0,
    async close() {
      closed = true;
      for (const order of waiting.splice(0)) order.reject(cancelled());
      for (const thread of threads) drop(thread, cancelled());
      await Promise.all([...ending].map((worker) => worker.end()));
    },
  };
}
