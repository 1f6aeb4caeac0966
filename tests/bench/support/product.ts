/** Runs the whole product as a process and reads its usage from the operating system. */
import { execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { pssMb } from "./process-tree.ts";

export const root = path.resolve(import.meta.dirname, "../../..");

export type Product = {
  url: string;
  dataDir: string;
  pid: number;
  secondsToReady: number;
  /** User and system CPU milliseconds of the main process so far. */
  cpuMs(): number;
  /** Memory of the process and its children, MB (PSS, which counts shared pages once). */
  memoryMb(): number;
  /** The part of it that is the embedded database. */
  databaseMb(): number;
  /** The memory once it has stopped falling: connections to the database and threads without work end after a minute. */
  memoryAtRest(): Promise<number>;
  /** What the main process's heap and buffers hold after a full collection, MB: growth of it would be a leak. */
  liveHeapMb(): Promise<number>;
  loopDelay(): { p50: number; p99: number; max: number };
  resetLoopDelay(): void;
  /** SIGTERM, waits for the end; keeps the data when asked. */
  stop(keepData?: boolean): Promise<void>;
};

/** A port of this machine that nothing listens on now. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function descendants(pid: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return (
          Number(readFileSync(`/proc/${name}/stat`, "utf8").split(") ")[1]?.split(" ")[1]) === pid
        );
      } catch {
        return false;
      }
    })
    .map(Number);
  return children.flatMap((child) => [child, ...descendants(child)]);
}

function isDatabase(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres");
  } catch {
    return false;
  }
}

/** Starts the program with an own folder; resolves when /readyz answers 200. */
export async function startProduct(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<Product> {
  const dataDir = options.dataDir ?? mkdtempSync(path.join(os.tmpdir(), "echoform-bench-"));
  const port = await freePort();
  const delayFile = path.join(os.tmpdir(), `loop-delay-${port}.json`);
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      // As in `npm start`.
      "--max-semi-space-size=8",
      "--heap-growing-percent=50",
      "--expose-gc",
      "--import",
      path.join(import.meta.dirname, "loop-delay.mjs"),
      "build/program/main.js",
    ],
    {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
      env: {
        ...process.env,
        PORT: String(port),
        DATA_DIR: dataDir,
        DEMO_SEED: "off",
        LOG_LEVEL: "warn",
        RATE_LIMIT_FACTOR: "1000",
        // As in `npm start`.
        MALLOC_ARENA_MAX: "1",
        MALLOC_TRIM_THRESHOLD_: "131072",
        MALLOC_MMAP_THRESHOLD_: "32768",
        LOOP_DELAY_FILE: delayFile,
        ...options.env,
      },
    },
  );
  const pid = child.pid;
  if (pid === undefined) throw new Error("the product did not start");
  const url = `http://localhost:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the product ended with status ${child.exitCode}`);
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    if (performance.now() - began > 120_000) throw new Error("not ready after two minutes");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const secondsToReady = (performance.now() - began) / 1000;
  const memoryMb = () => [pid, ...descendants(pid)].reduce((sum, each) => sum + pssMb(each), 0);
  return {
    url,
    dataDir,
    pid,
    secondsToReady,
    cpuMs() {
      const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
      return (Number(fields[11]) + Number(fields[12])) * 10;
    },
    memoryMb,
    databaseMb: () =>
      descendants(pid)
        .filter(isDatabase)
        .reduce((sum, each) => sum + pssMb(each), 0),
    async memoryAtRest() {
      let least = memoryMb();
      for (let quiet = 0, n = 0; quiet < 8 && n < 20; n += 1) {
        await new Promise((resolve) => setTimeout(resolve, 5_000));
        const now = memoryMb();
        quiet = now < least - 5 ? 0 : quiet + 1;
        least = Math.min(least, now);
      }
      return least;
    },
    async liveHeapMb() {
      const heapFile = `${delayFile}.heap`;
      rmSync(heapFile, { force: true });
      process.kill(pid, "SIGURG");
      while (!existsSync(heapFile)) await new Promise((resolve) => setTimeout(resolve, 50));
      return Number(readFileSync(heapFile, "utf8"));
    },
    loopDelay: () =>
      JSON.parse(readFileSync(delayFile, "utf8")) as { p50: number; p99: number; max: number },
    resetLoopDelay: () => {
      process.kill(pid, "SIGWINCH");
    },
    async stop(keepData = false) {
      const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
      child.kill("SIGTERM");
      await ended;
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Signs up a new member over HTTP. @returns the cookie for later requests */
export async function signUp(
  url: string,
  name: string,
): Promise<{ cookie: string; email: string }> {
  const email = `${name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}-${Date.now()}@example.org`;
  const answer = await fetch(`${url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ email, password: "kettle-harvest-1836", name }),
  });
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  return { cookie, email };
}

/** Casts one request and waits until it is done. @returns the seconds it took */
export async function castAndWait(
  url: string,
  cookie: string,
  body: Record<string, unknown>,
): Promise<number> {
  const began = performance.now();
  const asked = await fetch(`${url}/api/generate`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: url,
      cookie,
      "idempotency-key": crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  });
  if (asked.status !== 202)
    throw new Error(`generate answered ${asked.status}: ${await asked.text()}`);
  const { id } = (await asked.json()) as { id: string };
  for (;;) {
    // The server may close a keep-alive connection just as it is reused: reading twice is harmless.
    const read = () => fetch(`${url}/api/generations/${id}`, { headers: { cookie } });
    const answer = await read().catch(read);
    const { state } = (await answer.json()) as { state: string };
    if (state === "done") return (performance.now() - began) / 1000;
    if (state === "failed" || state === "cancelled") throw new Error(`the cast ended as ${state}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Credits for a member by the operator's command line; without blocking, or kept connections would go stale unseen. */
export async function grantCredits(product: Product, email: string, amount: number): Promise<void> {
  const args = ["--email", email, "--amount", String(amount), "--reason", "benchmark"];
  await promisify(execFile)(process.execPath, ["scripts/admin.ts", "grant-credits", ...args], {
    cwd: root,
    env: { ...process.env, DATA_DIR: product.dataDir, LOG_LEVEL: "warn" },
  });
}
