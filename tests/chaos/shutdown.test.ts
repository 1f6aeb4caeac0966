import { rm, stat } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase } from "../harness/database.ts";
import { runProgram, startProgram } from "../harness/program.ts";
import { quickTemporaryFolder } from "../harness/quick-folder.ts";

let folder: string;
let shared: Record<string, string>;
beforeAll(async () => {
  folder = await quickTemporaryFolder();
  const database = await testDatabase();
  shared = {
    DATABASE_URL: database.url,
    DATABASE_POOL: "4",
    DATA_DIR: folder,
    ROLES: "web,images",
  };
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A request whose body never comes: it is open until its time-out of 30 s. */
async function openRequest(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  const head = "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100";
  await new Promise<void>((resolve) => {
    socket.write(`POST /api/auth/sign-in/email HTTP/1.1\r\n${head}\r\n\r\n{"email":`, () =>
      resolve(),
    );
  });
  // The server has taken it up once a later request was answered.
  await fetch(`http://127.0.0.1:${port}/healthz`);
  return socket;
}

test("a first signal waits for the open request, a second one ends the program at once", async () => {
  const program = await startProgram(shared);
  const socket = await openRequest(program.port);
  program.signal("SIGTERM");
  const readiness = async () => (await (await fetch(`${program.url}/readyz`)).json()) as unknown;
  await expect.poll(readiness).toMatchObject({ status: "draining" });
  // It would be 0 if it had waited for the request.
  expect(await program.stop("SIGTERM")).toBe(1);
  socket.destroy();
});

test("a signal in the moment the program is ready ends it with 0", async () => {
  const { code, output } = await runProgram(shared, { after: /is ready on/, name: "SIGTERM" });
  expect({ code, output }).toMatchObject({ code: 0, output: expect.not.stringContaining("pool") });
});

test("an endless request delays the shutdown by 15 s and no longer", async () => {
  const program = await startProgram(shared);
  const socket = await openRequest(program.port);
  const began = performance.now();
  expect(await program.stop("SIGTERM")).toBe(0);
  const seconds = (performance.now() - began) / 1000;
  expect(seconds).toBeGreaterThan(14);
  // The request itself may last 30 s.
  expect(seconds).toBeLessThan(29);
  socket.destroy();
});

test("an uncaught error is logged once, open requests finish, and the program exits with 1", async () => {
  const plant = 'process.on("SIGWINCH", () => { throw new Error("planted fault"); });';
  const program = await startProgram(shared, [
    "--import",
    `data:text/javascript,${encodeURIComponent(plant)}`,
  ]);
  expect(await program.stop("SIGWINCH")).toBe(1);
  const fatal = program
    .output()
    .split("\n")
    .filter((line) => line.includes("planted fault"));
  expect(fatal).toHaveLength(1);
  expect(JSON.parse(fatal[0] ?? "")).toMatchObject({
    level: "fatal",
    err: { message: "planted fault" },
  });
});

test("the session secret is created once and survives a restart", async () => {
  const first = await startProgram(shared);
  const answer = await fetch(`${first.url}/api/auth/sign-up/email`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ name: "Ada", email: "ada@example.org", password: "lantern-orchid-47" }),
  });
  const cookie = answer.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  expect(await first.stop()).toBe(0);
  const second = await startProgram(shared);
  const profile = await fetch(`${second.url}/api/profile`, { headers: { cookie } });
  expect(profile.status).toBe(200);
  expect(await second.stop()).toBe(0);
});

test("a signal during the start waits for it and stops the embedded database too", async () => {
  const { DATABASE_URL: _url, ...embedded } = shared;
  const dataDir = path.join(folder, "embedded");
  const ended = await runProgram(
    { ...embedded, ROLES: "worker", DATA_DIR: dataDir },
    { after: /PostgreSQL started/, name: "SIGINT" },
  );
  // Together, so that a failure shows what the program said.
  expect(ended).toMatchObject({
    code: 0,
    output: expect.stringContaining('"msg":"shutting down"'),
  });
  const left = await stat(path.join(dataDir, "postgres/data/postmaster.pid")).catch(() => null);
  expect(left).toBeNull();
});
