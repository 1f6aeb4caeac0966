import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import path from "node:path";
import { fail, say } from "./say.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Ctrl-C arrives from the terminal and from npm; within this time both count as one signal. */
const SAME_WISH_MS = 1000;

/** Where Node keeps compiled code, below the root. */
const compileCache = "node_modules/.cache/compiled";

/** The Node 24 that comes with the packages, or the running one when it is new enough. */
export function findNode24(root) {
  const pinned = path.join(root, "node_modules", `node-linux-${process.arch}`, "bin", "node");
  if (process.platform === "linux") {
    const tried = spawnSync(pinned, ["--version"], { encoding: "utf8" });
    if (tried.status === 0 && tried.stdout.startsWith("v24.")) return pinned;
  }
  if (Number(process.versions.node.split(".")[0]) >= 24) return process.execPath;
  return fail(
    `Node 24 is needed, this is ${process.versions.node}, and the packages hold none for ${process.platform} on ` +
      `${process.arch}: install Node 24 from nodejs.org and start again.`,
  );
}

/**
 * npm runs us below a shell, and a signal to npm ends that shell without reaching us: when the shell is gone, the
 * program should end too.
 */
function onceParentIsGone(act) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 250);
  timer.unref();
}

/**
 * glibc gives every few threads a heap of their own and keeps the memory of each. With a single heap, trimmed as it
 * empties, the program stays below 600 MB after 100 casts and shrinks to 400, where it had 930 and grew. What V8 takes to
 * compile the program would stay in the middle of that heap, 14 MB; with pages of its own it goes back to the system.
 */
const withOneHeap = (env) => ({
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: "131072",
  MALLOC_MMAP_THRESHOLD_: "32768",
  ...env,
});

/**
 * Objects of requests die young. V8 would let them fill 64 MB twice over on a machine with much memory before it looks,
 * and keep that room. What lives longer may grow by half before it is looked through: an import would else gather 70 MB of
 * what it needs no more, pictures included. The program itself collects what its start has left.
 */
const withSmallHeap = (args) => [
  "--max-semi-space-size=8",
  "--heap-growing-percent=50",
  "--expose-gc",
  ...args,
];

/**
 * Node keeps what it compiled of some 2,000 files: a start takes a third less processor time from the second one on. The
 * folder goes with the packages; where it cannot be written Node does without.
 */
const withCompileCache = (root, env) => ({
  NODE_COMPILE_CACHE: path.join(root, compileCache),
  ...env,
});

/** Calls `act` for each request to end: from the terminal, npm or a signal. */
function onWishToEnd(act) {
  let last = 0;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const now = performance.now();
      if (last > 0 && now - last < SAME_WISH_MS) return;
      last = now;
      act(signal);
    });
  }
  onceParentIsGone(() => act("SIGTERM"));
}

/**
 * Starts a program that inherits our input and output; `ended` resolves to its exit status, 128 + n if signal n ended
 * it.
 */
function launch(node, args, cwd, env, stdio = "inherit") {
  // In a process group of its own: Ctrl-C must reach it once, through us, or it would interrupt its own shutdown.
  const child = spawn(node, withSmallHeap(args), {
    cwd,
    env: withCompileCache(cwd, withOneHeap(env)),
    stdio,
    detached: true,
  });
  const ended = new Promise((resolve) => {
    child.on("error", (error) => fail(`${node} could not be started: ${error.message}`));
    child.on("exit", (code, signal) => {
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  });
  return { child, ended };
}

/**
 * Runs a program that inherits our input and output; each signal is forwarded once.
 * @returns its exit status, 128 + n if signal n ended it
 */
export function runProgram(node, args, cwd, env = process.env) {
  const { child, ended } = launch(node, args, cwd, env);
  onWishToEnd((signal) => child.kill(signal));
  return ended;
}

/** Exit status of a program with invalid settings (EX_CONFIG of sysexits.h): a restart would fail again. */
const UNUSABLE_SETTINGS = 78;
/** Delays before the restarts of a failing program, in seconds. */
const DELAYS = [1, 2, 4, 8, 16, 30];
/** After a run of this many seconds the delay is reset. */
const LASTING = 60;
/** Maximum number of failed starts in a row. */
const MOST_FAILED_STARTS = 10;

/**
 * Runs a program and restarts it after an error or a kill. It is not restarted after a signal to us, a normal end, a
 * failure before it was ready, invalid settings, or ten failed restarts in a row. The program sends the message "ready"
 * once it is up.
 * @returns the exit status of its last run
 */
export async function keepProgram(node, args, cwd, { delays = DELAYS, lasting = LASTING } = {}) {
  let child = null;
  let isOver = false;
  let stopWaiting = () => undefined;
  onWishToEnd((signal) => {
    isOver = true;
    child?.kill(signal);
    stopWaiting();
  });
  let failedStarts = 0;
  let step = 0;
  for (let restarts = 0; ; restarts += 1) {
    const env = { ...process.env, ECHOFORM_RESTARTS: String(restarts) };
    const run = launch(node, args, cwd, env, ["inherit", "inherit", "inherit", "ipc"]);
    child = run.child;
    let readyAt = null;
    child.on("message", (message) => {
      if (message === "ready") readyAt = performance.now();
    });
    const status = await run.ended;
    // Its last output may not have arrived yet.
    if (child.connected) await once(child, "disconnect");
    child = null;
    if (isOver || status === 0 || status === UNUSABLE_SETTINGS) return status;
    failedStarts = readyAt === null ? failedStarts + 1 : 0;
    if (readyAt === null && (restarts === 0 || failedStarts >= MOST_FAILED_STARTS)) return status;
    if (readyAt !== null && performance.now() - readyAt >= lasting * 1000) step = 0;
    const seconds = delays[Math.min(step, delays.length - 1)];
    step += 1;
    say(`The program ended with status ${status}; it is started again in ${seconds} s.`);
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, seconds * 1000);
      stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    if (isOver) return status;
  }
}

/** Runs a program and captures its output; `tee` shows it as well, in whole lines, for several may run at once. */
export function capture(command, args, { cwd, env = process.env, tee = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      let line = "";
      stream.setEncoding("utf8").on("data", (chunk) => {
        output += chunk;
        if (!tee) return;
        line += chunk;
        const end = line.lastIndexOf("\n") + 1;
        process.stdout.write(line.slice(0, end));
        line = line.slice(end);
      });
      stream.on("end", () => process.stdout.write(line));
    }
    child.on("error", (error) => resolve({ status: 127, output: `${output}${error.message}` }));
    child.on("close", (code) => resolve({ status: code ?? 1, output }));
  });
}
