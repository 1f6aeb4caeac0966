/** Keeps one process that draws: loads what is asked for, one at a time, and ends and starts the process as need be. */
import { setTimeout as pause } from "node:timers/promises";
import { openTurns } from "../sdapi/turns.ts";
import { EngineError } from "../port.ts";
import { type Child, ChildFault } from "./process.ts";
import type { ChildRequest } from "./protocol.ts";
import type { LocalProgram, LocalState } from "./types.ts";

/** What has to be in memory for a request. */
export type Loadable = {
  /** The same for the same files and configuration. */
  key: string;
  modelId: string;
  program: LocalProgram;
  request: Extract<ChildRequest, { op: "load" }>;
  /** Bytes of all files: loading may take the longer, the more there are. */
  bytes: number;
  /** Bytes of memory that the process may have with it. */
  memoryBytes: number;
};

export type Job = {
  needs: Loadable;
  request: Exclude<ChildRequest, { op: "load" } | { op: "unload" }>;
  deadlineMs: number;
  signal: AbortSignal;
  onLoading?: (fraction: number) => void;
  /** Called when the model is in memory. */
  onLoaded?: (pid: number) => void;
  onStep?: (step: number, total: number) => void;
};

export type SupervisorOptions = {
  /** Starts a process for a model. @throws ChildFault, EngineError */
  start: (needs: Loadable) => Promise<Child>;
  /** Called for each process that ended by itself or had to be ended. */
  onFault: (fault: ChildFault) => void;
  /** How long a model stays in memory without being used. */
  idleMs: number;
  /** How long a cancelled picture may go on. */
  graceMs?: number;
  /** Milliseconds in which the smallest model has to be loaded. */
  loadMs?: number;
  now?: () => number;
};

export type Supervisor = {
  /**
   * Does one job when the others before it are done. Rejects at once on an abort, whatever the process does.
   * @throws EngineError
   */
  run(job: Job): Promise<void>;
  state(): LocalState;
  /** Milliseconds until another process may be started; 0 for now. */
  downMs(): number;
  /** Ends the process, when it draws nothing, if it has a model in memory that is not to be kept. */
  release(isKept: (key: string) => boolean): Promise<void>;
  close(): Promise<void>;
};

/** Processes that may be started again within the time below after they ended by themselves. */
const restarts = 3;
const restartWindowMs = 10 * 60_000;
/** Bytes that any disk reads in a second. */
const slowestDisk = 10_000_000;

const cancelled = () => new EngineError("cancelled", "The drawing was cancelled.");

/** Whether native code said that it was refused memory. */
const isMemory = (message: string) => /alloc|out of memory|not enough memory/i.test(message);

/** What a fault of the process means for a cast. */
function errorOf(fault: ChildFault): EngineError {
  const detail = { providerCode: `local-${fault.reason}`, cause: fault };
  if (fault.reason === "cancelled") return cancelled();
  if (fault.signal === "SIGKILL" || isMemory(fault.message)) {
    return new EngineError("overloaded", "There was not enough memory to draw this.", detail);
  }
  switch (fault.reason) {
    case "load":
      return new EngineError("provider-down", "The model cannot be loaded.", detail);
    case "hung":
      return new EngineError("timeout", "The model took too long.", detail);
    case "garbled":
      return new EngineError("bad-response", "The model's program said nothing sensible.", detail);
    default:
      return new EngineError("internal", "The model's program stopped.", detail);
  }
}

export function openSupervisor(options: SupervisorOptions): Supervisor {
  const { onFault, idleMs, graceMs = 2000, loadMs = 120_000 } = options;
  const now = options.now ?? (() => performance.now());
  const turns = openTurns();
  const closing = new AbortController();
  /** When processes ended by themselves, within the window. */
  let faults: number[] = [];
  let child: Child | null = null;
  let loaded: Loadable | null = null;
  let activity: LocalState["activity"] = "idle";
  let restarted = 0;
  let lastFault: string | undefined;
  let idle: NodeJS.Timeout | undefined;
  /** Processes that are being ended, and jobs that nobody waits for any more. */
  const endings = new Set<Promise<unknown>>();

  const downMs = () => {
    faults = faults.filter((at) => now() - at < restartWindowMs);
    return faults.length > restarts ? restartWindowMs - (now() - faults[0]) : 0;
  };

  function noteFault(fault: ChildFault): void {
    faults.push(now());
    lastFault = fault.message;
    onFault(fault);
  }

  function forget(which: Child): void {
    if (child !== which) return;
    child = null;
    loaded = null;
  }

  async function watch(which: Child): Promise<void> {
    const fault = await which.gone;
    // One that was dismissed is no longer ours.
    if (child !== which) return;
    forget(which);
    activity = "idle";
    // A program that ends over a file that is no model has said so: nothing is wrong with it.
    if (fault.reason !== "load") noteFault(fault);
  }

  /** Ends a process on purpose: that is no fault of it. */
  async function dismiss(which: Child, how: "kill" | "leave"): Promise<void> {
    forget(which);
    await which[how]();
  }

  async function start(needs: Loadable): Promise<Child> {
    const waitMs = downMs();
    if (waitMs > 0) {
      throw new EngineError("provider-down", "Models on this machine failed too often.", {
        providerCode: "local-down",
        retryAfterMs: Math.ceil(waitMs),
      });
    }
    if (faults.length > 0) restarted += 1;
    const started = await options.start(needs);
    child = started;
    loaded = null;
    void watch(started);
    return started;
  }

  /** @throws EngineError cancelled, when the job was given up before there was a process to tell */
  async function load({ needs, onLoading, signal }: Job): Promise<Child> {
    if (child !== null && loaded?.key === needs.key) return child;
    // Each model has a process of its own, with its own limit of memory; there is one of them at a time.
    if (child !== null) await dismiss(child, "leave");
    activity = "loading";
    const mine = await start(needs);
    // Nobody waits for it any more: loading would hold up the next job, or hang until its deadline.
    if (signal.aborted) throw cancelled();
    await mine.ask(needs.request, {
      deadlineMs: loadMs + (needs.bytes / slowestDisk) * 1000,
      onCount: (done, total) => onLoading?.(Math.min(done / total, 1)),
    });
    loaded = needs;
    return mine;
  }

  async function work(job: Job) {
    const { request, deadlineMs, onLoaded, onStep, signal } = job;
    const mine = await load(job);
    if (signal.aborted) return;
    onLoaded?.(mine.pid);
    activity = "drawing";
    await mine.ask(request, { deadlineMs, onStep });
  }

  function rest(): void {
    activity = "idle";
    clearTimeout(idle);
    const mine = child;
    if (mine === null) return;
    idle = setTimeout(() => keep(dismiss(mine, "leave")), idleMs).unref();
  }

  function keep(ending: Promise<unknown>): void {
    const kept = ending.catch(() => undefined).finally(() => endings.delete(kept));
    endings.add(kept);
  }

  /** Ends what nobody waits for any more: what has not stopped after the grace takes the process with it. */
  async function abandon(working: Promise<void>): Promise<void> {
    child?.cancel();
    const over = working.catch(() => undefined);
    const late = Symbol("late");
    const first = await Promise.race([
      over,
      pause(graceMs, late, { signal: closing.signal }),
    ]).catch(() => late);
    if (first === late && child !== null) await dismiss(child, "kill");
    await over;
  }

  return {
    async run(job) {
      const signal = AbortSignal.any([job.signal, closing.signal]);
      const leave = await turns.take(signal);
      clearTimeout(idle);
      const working = work({ ...job, signal });
      const aborted = Promise.withResolvers<never>();
      aborted.promise.catch(() => undefined);
      const give = () => aborted.reject(cancelled());
      signal.addEventListener("abort", give);
      try {
        await Promise.race([working, aborted.promise]);
      } catch (error) {
        if (signal.aborted) throw cancelled();
        throw error instanceof ChildFault ? errorOf(error) : error;
      } finally {
        signal.removeEventListener("abort", give);
        const ending = signal.aborted ? abandon(working) : working;
        keep(
          ending
            .catch(() => undefined)
            .finally(() => {
              rest();
              leave();
            }),
        );
      }
    },
    state: () => ({
      loaded: loaded?.modelId ?? null,
      activity,
      restarts: restarted,
      ...(lastFault !== undefined && { lastFault }),
    }),
    downMs,
    async release(isKept) {
      if (loaded === null || isKept(loaded.key)) return;
      const leave = await turns.take(closing.signal);
      const mine = child;
      if (mine !== null && loaded !== null && !isKept(loaded.key)) await dismiss(mine, "leave");
      leave();
    },
    async close() {
      closing.abort();
      clearTimeout(idle);
      const mine = child;
      if (mine !== null) await dismiss(mine, "kill");
      await Promise.all(endings);
    },
  };
}
