/** What every process that draws has: a start with nothing of ours, an end for certain, and a reason for it. */
import { type ChildProcess, spawn } from "node:child_process";
import { stripVTControlCharacters } from "node:util";
import type { ChildEvent, ChildRequest } from "./protocol.ts";

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

/** A process that draws, whichever program it is. */
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

/** The end of what native code wrote, in one line. */
const wordsOf = (said: string) =>
  stripVTControlCharacters(said)
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("ggml_backend_load_best"))
    .slice(-3)
    .join(" | ")
    .slice(-400);

export type HeldProcess = Pick<Child, "pid" | "kill" | "gone" | "isGone"> & {
  process: ChildProcess;
  /** Ends it at once for a reason; the first reason counts. */
  end(fault: ChildFault): void;
  isEnding(): boolean;
  /** The end of what native code wrote, in one line. */
  words(): string;
  /** Does a piece of work while the process lives, and ends the process where that takes too long. @throws ChildFault */
  within<T>(what: string, deadlineMs: number, work: Promise<T>): Promise<T>;
  /** Waits for an end that was asked for, then makes one. */
  leave(): Promise<void>;
};

/**
 * Starts a process without our environment, and keeps it until it is gone. What it writes to descriptors 1 and 2 is read and
 * mostly dropped.
 * @param onText called with each piece of what it writes
 * @param answers whether it has a descriptor 3 to answer by
 */
export function holdProcess(
  launch: Launch,
  { onText, answers }: { onText: (text: string) => void; answers: boolean },
): HeldProcess {
  const child: ChildProcess = spawn(launch.file, launch.args, {
    cwd: launch.cwd,
    env: {},
    stdio: ["pipe", "pipe", "pipe", ...(answers ? (["pipe"] as const) : [])],
  });
  const gone = Promise.withResolvers<ChildFault>();
  let tail = "";
  let isGone = false;
  /** Why it was ended here; null while it was not. */
  let verdict: ChildFault | null = null;

  const end = (fault: ChildFault) => {
    verdict ??= fault;
    child.kill("SIGKILL");
  };
  const finish = (fault: ChildFault) => {
    isGone = true;
    gone.resolve(fault);
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      tail = (tail + text).slice(-tailLength);
      onText(text);
    });
  }
  // A pipe to a process that has just ended breaks; its end is told by "close".
  for (const stream of child.stdio) stream?.on("error", () => undefined);
  child.once("error", (error) => finish(new ChildFault("ended", error.message)));
  child.once("close", (code, signal) => {
    const how = signal ?? `code ${code}`;
    finish(verdict ?? new ChildFault("ended", `it ended with ${how}: ${wordsOf(tail)}`, signal));
  });

  return {
    pid: child.pid ?? 0,
    process: child,
    gone: gone.promise,
    isGone: () => isGone,
    end,
    isEnding: () => verdict !== null,
    words: () => wordsOf(tail),
    async within(what, deadlineMs, work) {
      const late = setTimeout(() => {
        end(new ChildFault("hung", `no answer to ${what} within ${deadlineMs} ms`));
      }, deadlineMs);
      const over = gone.promise.then((fault) => Promise.reject(fault));
      try {
        return await Promise.race([work, over]);
      } finally {
        clearTimeout(late);
      }
    },
    async kill() {
      end(new ChildFault("ended", "it was ended here"));
      await gone.promise;
    },
    async leave() {
      const late = setTimeout(() => child.kill("SIGKILL"), leavingMs);
      verdict ??= new ChildFault("ended", "it was asked to leave");
      await gone.promise;
      clearTimeout(late);
    },
  };
}
