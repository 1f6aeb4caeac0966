import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { freePort } from "#app/db/embedded/server.ts";
import { testDatabase } from "../harness/database.ts";
import { until } from "../harness/patience.ts";
import { quickTemporaryFolder } from "../harness/quick-folder.ts";

const bootstrap = fileURLToPath(new URL("../../scripts/bootstrap.mjs", import.meta.url));

let folder: string;
let databaseUrl: string;
const kept: ChildProcess[] = [];
beforeAll(async () => {
  folder = await quickTemporaryFolder();
  databaseUrl = (await testDatabase()).url;
});
afterEach(async () => {
  for (const child of kept.splice(0)) {
    if (child.exitCode !== null) continue;
    child.kill("SIGTERM");
    await once(child, "close");
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Kept = {
  url: string;
  port: number;
  output: () => string;
  /** The program itself, below what started it. */
  pid(): Promise<number>;
  /** How often it has reported that it is ready. */
  starts: () => number;
  /** Stops it as an operator does. @returns the exit code */
  stop(): Promise<number | null>;
};

/** `npm start` as a process of its own. */
async function start(env: Record<string, string> = {}): Promise<Kept> {
  const port = await freePort();
  const child = spawn(process.execPath, [bootstrap, "start"], {
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: String(port),
      DATA_DIR: folder,
      DATABASE_URL: databaseUrl,
      DATABASE_POOL: "4",
      ROLES: "web,images",
      DEMO_SEED: "off",
      HELPERS: "off",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  kept.push(child);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
    });
  }
  const started: Kept = {
    url: `http://127.0.0.1:${port}`,
    port,
    output: () => text,
    starts: () => text.match(/is ready on /g)?.length ?? 0,
    async pid() {
      const children = await readFile(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
      return Number(children.trim().split(" ")[0]);
    },
    async stop() {
      const ended = once(child, "close");
      child.kill("SIGTERM");
      return ((await ended) as [number | null])[0];
    },
  };
  await until("the program to be ready", started.output, () => started.starts() === 1);
  return started;
}

async function upAgain(program: Kept): Promise<void> {
  await until("the program to be ready again", program.output, () => program.starts() === 2);
}

async function metric(program: Kept, series: string): Promise<string | undefined> {
  const text = await (await fetch(`${program.url}/metrics`)).text();
  return text
    .split("\n")
    .find((line) => line.startsWith(`${series} `))
    ?.slice(series.length + 1);
}

/** A request whose body waits for `finish`; resolves to everything received once the connection ends. */
async function openRequest(port: number): Promise<{ socket: Socket; finish(): Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("error", () => undefined);
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    received += chunk;
  });
  const head = [
    "POST /api/auth/sign-in/email HTTP/1.1",
    "Host: localhost",
    "Content-Type: application/json",
    "Content-Length: 60",
    "Connection: close",
  ];
  await new Promise<void>((resolve) => {
    socket.write(`${head.join("\r\n")}\r\n\r\n{`, () => resolve());
  });
  return {
    socket,
    async finish() {
      const closed = once(socket, "close");
      socket.write('"email":"a@example.org","password":"wrong-password"}'.padEnd(59));
      await closed;
      return received;
    },
  };
}

test("npm start restarts a killed program, but not after SIGTERM", async () => {
  const program = await start();
  expect(await metric(program, "echoform_restarts_total")).toBe("0");
  const first = await program.pid();
  process.kill(first, "SIGKILL");
  await upAgain(program);
  expect(program.output()).toContain(
    "The program ended with status 137; it is started again in 1 s",
  );
  expect(await program.pid()).not.toBe(first);
  expect((await fetch(`${program.url}/healthz`)).status).toBe(200);
  expect(await metric(program, "echoform_restarts_total")).toBe("1");
  expect(await program.stop()).toBe(0);
  await expect(fetch(`${program.url}/healthz`)).rejects.toThrow("fetch failed");
  expect(program.starts()).toBe(2);
});

test.each([
  ["rejection", "reject"],
  ["exception", "throw"],
])(
  "an unhandled %s is logged with its request and counted, the open answer goes out, the program comes back",
  async (kind, effect) => {
    // Requests to the API and pages count, health does not: the open one is the first.
    const program = await start({ FAILPOINT: `during-request:${effect}@2` });
    const open = await openRequest(program.port);
    await expect
      .poll(() => metric(program, "echoform_connections"))
      .toSatisfy((value: string) => Number(value) >= 2);
    const answer = await fetch(`${program.url}/api/pictures?limit=1`);
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    const fatal = () =>
      program
        .output()
        .split("\n")
        .filter((line) => line.includes("unexpected error"))
        .map((line) => JSON.parse(line) as object);
    await expect.poll(fatal).toEqual([
      expect.objectContaining({
        level: "fatal",
        kind,
        requestId: answer.headers.get("x-request-id"),
        method: "GET",
        err: expect.objectContaining({ message: expect.stringContaining("during-request") }),
      }),
    ]);
    expect(await metric(program, `echoform_faults_total{kind="${kind}"}`)).toBe("1");
    expect((await fetch(`${program.url}/readyz`)).status).toBe(503);
    expect(program.output()).not.toContain("started again");
    // Only now does the one that was open get its answer.
    expect(await open.finish()).toMatch(/^HTTP\/1\.1 401 /);
    await upAgain(program);
    expect(program.output()).toContain("ended with status 1; it is started again in 1 s");
    expect(await metric(program, "echoform_restarts_total")).toBe("1");
    expect(await program.stop()).toBe(0);
  },
);

test("a second error during the shutdown after the first does not truncate open responses", async () => {
  const plant = "process.on('SIGWINCH', () => { Promise.reject(new Error('planted')); });";
  const program = await start({
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(plant)}`,
  });
  const open = await openRequest(program.port);
  await expect
    .poll(() => metric(program, "echoform_connections"))
    .toSatisfy((value: string) => Number(value) >= 2);
  const pid = await program.pid();
  for (let n = 1; n <= 3; n += 1) {
    process.kill(pid, "SIGWINCH");
    await expect
      .poll(() => metric(program, 'echoform_faults_total{kind="rejection"}'))
      .toBe(String(n));
  }
  expect(await open.finish()).toMatch(/^HTTP\/1\.1 401 /);
  await upAgain(program);
});
