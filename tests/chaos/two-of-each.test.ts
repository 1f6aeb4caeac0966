import { rm } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testDatabase, type TestDatabase } from "../harness/database.ts";
import { until, untilTaken } from "../harness/patience.ts";
import { runProgram, startProgram, type Program } from "../harness/program.ts";
import { cookieOf, goodPassword } from "../harness/server.ts";
import { quickTemporaryFolder } from "../harness/quick-folder.ts";

let database: TestDatabase;
let folder: string;
let programs: Program[] = [];
let shared: Record<string, string>;
beforeAll(async () => {
  database = await testDatabase();
  folder = await quickTemporaryFolder();
  shared = {
    DATABASE_URL: database.url,
    DATABASE_POOL: "6",
    DATA_DIR: folder,
    WORKER_CONCURRENCY: "1",
    SKETCH_WORKERS: "1",
  };
  programs = await Promise.all(
    ["web,images", "web,images", "worker", "worker"].map((ROLES) =>
      startProgram({ ...shared, ROLES }),
    ),
  );
});
afterAll(async () => {
  await Promise.all(programs.map((program) => program.stop("SIGKILL")));
  await rm(folder, { recursive: true, force: true });
});

type Cast = { state: string; delivered: number; progress: { picture?: { filename: string } }[] };

const json = { "content-type": "application/json" };

async function signUp(web: Program, n: number): Promise<string> {
  const body = JSON.stringify({
    name: `Caster ${n}`,
    email: `caster-${n}@example.org`,
    password: goodPassword,
  });
  const answer = await untilTaken(() =>
    fetch(`${web.url}/api/auth/sign-up/email`, { method: "POST", headers: json, body }),
  );
  expect(answer.status).toBe(200);
  return cookieOf(answer);
}

async function cast(web: Program, cookie: string, key: string): Promise<string> {
  const answer = await fetch(`${web.url}/api/generate`, {
    method: "POST",
    headers: { ...json, cookie, "idempotency-key": key },
    body: JSON.stringify({
      prompt: `a quiet lake, ${key}`,
      aspect: "1:1",
      quality: "standard",
      count: 1,
    }),
  });
  expect(answer.status).toBe(202);
  return ((await answer.json()) as { id: string }).id;
}

function finished(web: Program, cookie: string, id: string): Promise<Cast> {
  const look = async () => {
    const answer = await fetch(`${web.url}/api/generations/${id}`, { headers: { cookie } });
    expect(answer.status).toBe(200);
    return (await answer.json()) as Cast;
  };
  const isOver = ({ state }: Cast) => !["queued", "running"].includes(state);
  return until("the cast to end", look, isOver);
}

test("two web and two worker processes over one database and disk share the work", async () => {
  const [first, second, ...workers] = programs as [Program, Program, Program, Program];
  // Signed up at one, used at the other: sessions are shared.
  const cookies = await Promise.all([1, 2, 3, 4].map((n) => signUp(n % 2 ? first : second, n)));
  const casts = await Promise.all(
    cookies.flatMap((cookie, n) =>
      [0, 1, 2].map(async (k) => {
        const web = (n + k) % 2 ? first : second;
        return { cookie, id: await cast(web, cookie, `cast-${n}-${k}-key`), web };
      }),
    ),
  );
  for (const { cookie, id, web } of casts) {
    const elsewhere = web === first ? second : first;
    const done = await finished(elsewhere, cookie, id);
    expect(done).toMatchObject({ state: "done", delivered: 1 });
    const filename = done.progress[0]?.picture?.filename ?? "";
    const picture = await fetch(`${elsewhere.url}/i/512x0/q75/${filename}`);
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
  }
  for (const cookie of cookies) {
    const balance = await fetch(`${first.url}/api/billing/balance`, { headers: { cookie } });
    expect(await balance.json()).toMatchObject({ current: 2, held: 0 });
  }
  const rows = await database.db.selectFrom("generations").select(["worker", "attempt"]).execute();
  expect(rows.map((row) => row.attempt)).toEqual(rows.map(() => 1));
  for (const { pid } of workers) {
    expect(rows.filter((row) => row.worker?.includes(`:${pid}:`)).length).toBeGreaterThan(0);
  }
});

test("an event of a cast reaches a tab connected to another process", async () => {
  const [first, second] = programs as [Program, Program];
  const cookie = await signUp(first, 5);
  const stop = new AbortController();
  const stream = await fetch(`${second.url}/api/notifications/stream`, {
    headers: { cookie },
    signal: stop.signal,
  });
  const id = await cast(first, cookie, "cast-for-the-stream");
  let text = "";
  const decoder = new TextDecoder();
  for await (const chunk of stream.body as ReadableStream<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true });
    if (text.includes("event: generation.done")) break;
  }
  stop.abort();
  expect(text).toContain(id);
});

test("a worker that is stopped releases its work to the other and exits with 0", async () => {
  const [first, , third] = programs as [Program, Program, Program];
  const cookie = await signUp(first, 6);
  const ids = await Promise.all([1, 2].map((k) => cast(first, cookie, `cast-at-the-end-${k}`)));
  expect(await third.stop()).toBe(0);
  for (const id of ids) expect(await finished(first, cookie, id)).toMatchObject({ state: "done" });
});

test("a port in use is reported in one sentence, and the program exits with 1", async () => {
  const [first] = programs as [Program];
  const ended = await runProgram({
    ...shared,
    ROLES: "worker",
    PORT: String(first.port),
    DATA_DIR: path.join(folder, "other"),
  });
  expect(ended.code).toBe(1);
  expect(ended.output).toBe(
    `Port ${first.port} is taken: stop the program that uses it, or choose another with PORT=${first.port + 1}.\n`,
  );
});

test("invalid settings are reported by name, and the program exits with 78", async () => {
  const ended = await runProgram({ ...shared, PORT: "http", SERVER_URL: "nowhere" });
  expect(ended.code).toBe(78);
  expect(ended.output).toMatch(/PORT: /);
  expect(ended.output).toMatch(/SERVER_URL: /);
  expect(ended.output).not.toMatch(/at .*\.ts/);
});

test("SIGTERM and SIGINT end every role with 0, and are logged", async () => {
  const rest = programs.filter((_, n) => n !== 2);
  const signals = ["SIGTERM", "SIGINT", "SIGTERM"] as const;
  const codes = await Promise.all(rest.map((program, n) => program.stop(signals[n])));
  expect(codes).toEqual([0, 0, 0]);
  for (const program of rest) expect(program.output()).toContain('"msg":"shutting down"');
});
