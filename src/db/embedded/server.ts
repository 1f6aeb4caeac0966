import { spawn } from "node:child_process";
import { chmod, open, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment, runningPostmaster, type Cluster, type Postmaster } from "./cluster.ts";
import { explainServerLog, explainSystemError } from "./explain.ts";
import { markOf } from "./process.ts";

const LOG_LIMIT_BYTES = 10 * 1024 * 1024;
/** A crash leaves WAL to replay; that takes as long as it takes, so this is generous. */
const START_LIMIT_MS = 120_000;
const POLL_MS = 25;

const defaults: Readonly<Record<string, string>> = {
  listen_addresses: "127.0.0.1",
  // Connections come by TCP: a socket's path may have 107 bytes at most, and a data folder may lie deeper.
  unix_socket_directories: "",
  max_connections: "200",
  password_encryption: "scram-sha-256",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
  log_timezone: "UTC",
  timezone: "UTC",
  max_wal_size: "512MB",
  // Only what a gallery needs of it is ever used.
  shared_buffers: "256MB",
  // What was in memory at the end, or an hour before a crash, is read again at the start.
  shared_preload_libraries: "pg_prewarm",
  "pg_prewarm.autoprewarm_interval": "1h",
};

/** A TCP port of 127.0.0.1 that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (!address || typeof address === "string") throw new Error("no free port on 127.0.0.1");
  return address.port;
}

async function openLog(file: string): Promise<{ handle: FileHandle; offset: number }> {
  let offset = (await stat(file).catch(() => null))?.size ?? 0;
  if (offset > LOG_LIMIT_BYTES) {
    await rename(file, `${file}.1`);
    offset = 0;
  }
  const handle = await open(file, "a", 0o600);
  await chmod(file, 0o600);
  return { handle, offset };
}

/** The pid file of a server that is gone blocks a new one; shared memory still guards against a living one. */
async function clearStalePid(cluster: Cluster): Promise<void> {
  if (await runningPostmaster(cluster)) return;
  await rm(path.join(cluster.data, "postmaster.pid"), { force: true });
}

/** One attempt to start the server. A failure's reason is the last output of the server. */
async function startOnce(cluster: Cluster, port: number): Promise<Postmaster> {
  await clearStalePid(cluster);
  const settings = { ...defaults, ...cluster.settings, port: String(port) };
  const flags = Object.entries(settings).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
  flags.unshift("-D", cluster.data);
  const { handle, offset } = await openLog(cluster.logFile);
  let exit: string | null = null;
  try {
    const { file, args, identity } = cluster.launch(cluster.binaries.postgres, flags);
    const child = spawn(file, args, {
      ...identity,
      cwd: "/",
      env: environment,
      stdio: ["ignore", handle.fd, handle.fd],
      // In a session of its own: Ctrl-C in the terminal must not stop it before we have drained.
      detached: true,
    });
    child.on("error", (error) => (exit = explainSystemError(error, cluster.folder).message));
    child.on("exit", (code, signal) => (exit ??= `exit ${signal ?? code}`));
    child.unref();
  } finally {
    await handle.close();
  }
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    const running = await runningPostmaster(cluster);
    if (running?.ready) return running;
    if (exit !== null) {
      const words = (await readFile(cluster.logFile, "utf8")).slice(offset);
      throw new Error(explainServerLog(words, `PostgreSQL did not start (${exit as string})`));
    }
    await sleep(POLL_MS);
  }
  throw new Error(
    `PostgreSQL did not become ready within ${START_LIMIT_MS / 1000} s: see ${cluster.logFile}.`,
  );
}

/**
 * Starts the server and waits until it takes connections. What is left of a killed server may hold its shared memory or
 * port for a moment, so it is tried again for up to 20 s.
 */
export async function startServer(cluster: Cluster, port: number): Promise<Postmaster> {
  const limit = Date.now() + 20_000;
  for (;;) {
    try {
      return await startOnce(cluster, port);
    } catch (error) {
      const transient = /shared memory block|lock file|Address already in use/.test(String(error));
      if (!transient || Date.now() > limit) throw error;
      await sleep(200);
    }
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Stops the server: clients are disconnected at once, everything committed is on disk. */
export async function stopServer(cluster: Cluster): Promise<void> {
  const running = await runningPostmaster(cluster);
  if (!running) return;
  // Fast shutdown; then an immediate one, from which the next start recovers.
  for (const [name, limitMs] of [
    ["SIGINT", 15_000],
    ["SIGQUIT", 10_000],
  ] as const) {
    signal(running.pid, name);
    const limit = Date.now() + limitMs;
    while (Date.now() < limit) {
      if (!(await markOf(running.pid))) return;
      await sleep(POLL_MS);
    }
  }
  throw new Error(`PostgreSQL (process ${running.pid}) does not stop.`);
}
