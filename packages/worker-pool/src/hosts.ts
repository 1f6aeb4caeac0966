/** Where the jobs of a pool run: a thread of this process, or a process of its own. */
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { ToWorker } from "./worker-pool.ts";

export type HostOptions = {
  name: string;
  file: URL;
  heapMb: number;
  env?: Readonly<Record<string, string>>;
};

export type HostEvents = {
  onMessage: (message: unknown) => void;
  /** It ended, for whatever reason, also when it was told to. */
  onGone: (reason: Error) => void;
};

export type Host<Job> = {
  post(message: ToWorker<Job>, transfer: ArrayBuffer[]): void;
  /** Ends it in the middle of whatever it does. */
  end(): Promise<void>;
  /** Whether it keeps this program alive. */
  hold(isHeld: boolean): void;
};

export function startThread<Job>(options: HostOptions, events: HostEvents): Host<Job> {
  const worker = new Worker(options.file, {
    name: options.name,
    // Options of the main program, such as --input-type, must not reach the thread.
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: options.heapMb },
  });
  worker.on("message", events.onMessage);
  worker.on("error", events.onGone);
  worker.on("exit", (code) => events.onGone(new Error(`the thread ended with ${code}`)));
  return {
    post: (message, transfer) => worker.postMessage(message, transfer),
    async end() {
      await worker.terminate();
    },
    hold: (isHeld) => (isHeld ? worker.ref() : worker.unref()),
  };
}

/** Of the program's environment only what finds libraries and compiled code; keys and options of Node stay behind. */
function environment(given: HostOptions["env"]): NodeJS.ProcessEnv {
  const { LD_LIBRARY_PATH: libraries, NODE_COMPILE_CACHE: compiled } = process.env;
  return {
    ...(libraries !== undefined && { LD_LIBRARY_PATH: libraries }),
    // A process that finds its files compiled does not load what takes the types out of them, which is 10 MB and stays.
    ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
    // glibc keeps what a network's loading frees, twice the network, unless large pieces are mapped one by one.
    MALLOC_ARENA_MAX: "1",
    MALLOC_MMAP_THRESHOLD_: "65536",
    MALLOC_TOP_PAD_: "65536",
    MALLOC_TRIM_THRESHOLD_: "65536",
    ...given,
  };
}

/** Messages are copied: nothing is transferred, and there is no memory in common for `cancel`. */
export function startProcess<Job>(options: HostOptions, events: HostEvents): Host<Job> {
  const child = fork(fileURLToPath(options.file), [], {
    execArgv: [
      `--max-old-space-size=${options.heapMb}`,
      // Buffers of messages lie outside the heap and go when its young part is full: of a large one, long after use.
      "--max-semi-space-size=1",
      `--title=echoform-${options.name}`,
    ],
    env: environment(options.env),
    serialization: "advanced",
    // What it says before it dies belongs to the log of errors, as the program's own does.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const { promise: gone, resolve } = Promise.withResolvers<void>();
  const leave = (reason: Error) => {
    resolve();
    events.onGone(reason);
  };
  child.on("message", events.onMessage);
  child.on("error", leave);
  child.on("exit", (code, signal) =>
    leave(new Error(`the process ended with ${signal ?? String(code)}`)),
  );
  return {
    post({ id, job }) {
      // A process that is just dying takes no message; it is replaced when its end is known.
      child.send({ id, job }, (error) => error && child.kill("SIGKILL"));
    },
    async end() {
      // Its end is waited for, even where nothing else keeps the program alive.
      child.ref();
      child.kill("SIGKILL");
      await gone;
    },
    hold(isHeld) {
      if (isHeld) child.ref();
      else child.unref();
      if (isHeld) child.channel?.ref();
      else child.channel?.unref();
    },
  };
}
