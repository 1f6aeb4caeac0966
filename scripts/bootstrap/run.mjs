import { spawn, spawnSync } from "node:child_process";
import { constants } from "node:os";
import path from "node:path";
import { fail } from "./say.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];
/** Ctrl-C reaches us from the terminal and from npm; within this time both are one wish. */
const SAME_WISH_MS = 1000;

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
 * npm runs us below a shell, and a signal sent to npm ends that shell without reaching us: when it is gone, so is whoever
 * wanted the program.
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
 * glibc gives every few threads a heap of their own and keeps what each once held. With one heap, trimmed as it empties, the
 * product stays below 600 MB after 100 casts and falls to 400, where it had 930 and grew.
 */
const withOneHeap = (env) => ({
  MALLOC_ARENA_MAX: "1",
  MALLOC_TRIM_THRESHOLD_: "131072",
  ...env,
});

/**
 * Runs a program to its end with our own input and output; signals go on to it, each wish once.
 * @returns its exit status, 128 + n when signal n ended it.
 */
export function runProgram(node, args, cwd, env = process.env) {
  return new Promise((resolve) => {
    // A group of its own: Ctrl-C must reach it once, through us, or it would cut its own farewell short.
    const child = spawn(node, args, {
      cwd,
      env: withOneHeap(env),
      stdio: "inherit",
      detached: true,
    });
    let last = 0;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        const now = performance.now();
        if (last > 0 && now - last < SAME_WISH_MS) return;
        last = now;
        child.kill(signal);
      });
    }
    onceParentIsGone(() => child.kill("SIGTERM"));
    child.on("error", (error) => fail(`${node} could not be started: ${error.message}`));
    child.on("exit", (code, signal) => {
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1));
    });
  });
}

/** Runs a program and keeps what it writes; `tee` shows it as well. */
export function capture(command, args, { cwd, env = process.env, tee = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk) => {
        output += chunk;
        if (tee) process.stdout.write(chunk);
      });
    }
    child.on("error", (error) => resolve({ status: 127, output: `${output}${error.message}` }));
    child.on("close", (code) => resolve({ status: code ?? 1, output }));
  });
}
