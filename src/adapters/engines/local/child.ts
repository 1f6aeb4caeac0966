/** One process that draws: started, asked, and ended for certain. */
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import {
  type ChildEvent,
  type ChildRequest,
  lineOf,
  longestAnswer,
  readEvent,
} from "./protocol.ts";

/** How the process is started. */
export type Launch = { file: string; args: readonly string[]; cwd: string };

export type FaultReason =
  /** It ended by itself, or somebody else ended it. */
  | "ended"
  /** It was ended here, for it did not answer in time. */
  | "hung"
  /** It said something that is no answer. */
  | "garbled"
  | Extract<ChildEvent, { event: "failed" }>["code"];

/** Why a request to the process failed. */
export class ChildFault extends Error {
  readonly reason: FaultReason;
  readonly signal: NodeJS.Signals | null;

  constructor(reason: FaultReason, message: string, signal: NodeJS.Signals | null = null) {
    super(message);
    this.name = "ChildFault";
    this.reason = reason;
    this.signal = signal;
  }
}

export type Asking = {
  deadlineMs: number;
  onStep?: (step: number, total: number) => void;
  /** Native code counts the tensors that it has read on its standard output. */
  onCount?: (done: number, total: number) => void;
};

export type Child = {
  pid: number;
  /** Resolves when it is done. One request at a time. @throws ChildFault */
  ask(request: ChildRequest, asking: Asking): Promise<void>;
  /** Asks for the end of what is drawn now. */
  cancel(): void;
  /** Ends it at once. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Lets go of what is in memory, then ends it. Resolves when it is gone. */
  leave(): Promise<void>;
  /** Resolves with the reason when it is gone, however that came. */
  gone: Promise<ChildFault>;
  isGone(): boolean;
};

/** Characters kept of what native code writes, for the log. */
const tailLength = 8192;
/** Milliseconds that a process has to end by itself. */
const leavingMs = 2000;

type Waiting = Asking & {
  id: number;
  resolve: () => void;
  reject: (fault: ChildFault) => void;
  timer: NodeJS.Timeout;
};

/** The end of what native code wrote, in one line. */
const wordsOf = (said: string) =>
  stripVTControlCharacters(said)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("ggml_backend_load_best"))
    .slice(-3)
    .join(" | ")
    .slice(-400);

/**
 * Starts the process and waits until it listens. What it writes to descriptors 1 and 2 is read and mostly dropped: only
 * descriptor 3 counts.
 * @throws ChildFault
 */
export async function startChild(
  launch: Launch,
  readyMs: number,
  onStarted: (pid: number) => void,
): Promise<Child> {
  const child: ChildProcess = spawn(launch.file, launch.args, {
    cwd: launch.cwd,
    env: {},
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  const gone = Promise.withResolvers<ChildFault>();
  const ready = Promise.withResolvers<void>();
  ready.promise.catch(() => undefined);
  let tail = "";
  let isGone = false;
  let waiting: Waiting | null = null;
  let number = 0;
  /** Why it was ended here; null while it was not. */
  let verdict: ChildFault | null = null;

  const end = (fault: ChildFault) => {
    verdict ??= fault;
    child.kill("SIGKILL");
  };
  const finish = (fault: ChildFault) => {
    if (isGone) return;
    isGone = true;
    gone.resolve(fault);
    ready.reject(fault);
    settle((one) => one.reject(fault));
  };
  function settle(how: (one: Waiting) => void): void {
    if (waiting === null) return;
    const one = waiting;
    waiting = null;
    clearTimeout(one.timer);
    how(one);
  }

  function hear(line: string): void {
    const event = readEvent(line);
    if (event === null) return end(new ChildFault("garbled", "the process said no answer"));
    if (event.event === "ready") return ready.resolve();
    if (event.id !== waiting?.id) return;
    if (event.event === "step") waiting.onStep?.(event.step, event.total);
    else if (event.event === "failed") {
      settle(({ reject }) => reject(new ChildFault(event.code, event.message)));
    } else settle(({ resolve }) => resolve());
  }

  let held = "";
  const answers = child.stdio[3] as Readable;
  answers.setEncoding("utf8").on("data", (text: string) => {
    const lines = (held + text).split("\n");
    held = lines.pop() ?? "";
    if (held.length > longestAnswer) end(new ChildFault("garbled", "the process does not stop"));
    else for (const line of lines) if (verdict === null) hear(line);
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-tailLength);
      const [, done, total] = /(\d+)\/(\d+)(?!.*\d+\/\d+)/s.exec(text.slice(-200)) ?? [];
      if (total !== undefined) waiting?.onCount?.(Number(done), Number(total));
    });
  }
  const input = child.stdin as Writable;
  // A pipe to a process that has just ended breaks; its end is told by "close".
  for (const stream of [input, answers, child.stdout, child.stderr]) {
    stream?.on("error", () => undefined);
  }
  child.once("error", (error) => finish(new ChildFault("ended", error.message)));
  child.once("close", (code, signal) => {
    const how = signal ?? `code ${code}`;
    finish(verdict ?? new ChildFault("ended", `it ended with ${how}: ${wordsOf(tail)}`, signal));
  });
  const say = (message: Record<string, unknown>) => {
    if (!isGone) input.write(lineOf(message));
  };
  const kill = async () => {
    end(new ChildFault("ended", "it was ended here"));
    await gone.promise;
  };

  if (child.pid !== undefined) onStarted(child.pid);
  const timer = setTimeout(
    () => end(new ChildFault("hung", "the process did not come up in time")),
    readyMs,
  );
  await ready.promise.finally(() => clearTimeout(timer));

  return {
    pid: child.pid ?? 0,
    ask(request, asking) {
      if (isGone) return gone.promise.then((fault) => Promise.reject(fault));
      number += 1;
      const asked = number;
      return new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => {
          end(new ChildFault("hung", `no answer to ${request.op} within ${asking.deadlineMs} ms`));
        }, asking.deadlineMs);
        waiting = { ...asking, id: asked, resolve, reject, timer: late };
        say({ ...request, id: asked });
      });
    },
    cancel() {
      if (waiting === null) return;
      number += 1;
      say({ op: "cancel", id: number, which: waiting.id });
    },
    kill,
    async leave() {
      number += 1;
      say({ op: "exit", id: number });
      const late = setTimeout(() => child.kill("SIGKILL"), leavingMs);
      verdict ??= new ChildFault("ended", "it was asked to leave");
      await gone.promise;
      clearTimeout(late);
    },
    gone: gone.promise,
    isGone: () => isGone,
  };
}
