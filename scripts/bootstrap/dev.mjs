import { spawn } from "node:child_process";
import { existsSync, watch } from "node:fs";
import path from "node:path";
import { buildPages, isBuilt } from "./build.mjs";
import { say } from "./say.mjs";

const QUIET_MS = 200;

/**
 * The program for those who work on it: after each change of the sources the pages are built again and the server is
 * started anew over the same data.
 */
export async function runDev(root, node, args) {
  const env = { ...process.env, NODE_ENV: "development" };
  let server = null;
  let isOver = false;

  async function stop() {
    const running = server;
    server = null;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const gone = new Promise((resolve) => running.once("exit", resolve));
    running.kill("SIGTERM");
    await gone;
  }

  async function cycle() {
    const isGood = isBuilt(root) || (await buildPages(root, node));
    // After a mistake in the sources the last good server stays up.
    if (!isGood || isOver) return;
    await stop();
    server = spawn(node, ["src/main.ts", ...args], {
      cwd: root,
      env,
      stdio: "inherit",
      detached: true,
    });
  }

  let work = cycle();
  let timer = null;
  const watchers = ["src", "packages", "public", "content"]
    .map((name) => path.join(root, name))
    .filter((folder) => existsSync(folder))
    .map((folder) =>
      watch(folder, { recursive: true }, () => {
        clearTimeout(timer);
        timer = setTimeout(() => {
          work = work.then(cycle);
        }, QUIET_MS);
      }),
    );
  await new Promise((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, resolve);
  });
  isOver = true;
  for (const watcher of watchers) watcher.close();
  clearTimeout(timer);
  await work;
  await stop();
  say("Stopped.");
  return 0;
}
