import { readFile, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { v7 as uuidv7 } from "uuid";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "#app/db/client.ts";
import { brokenInvariants } from "#app/db/invariants.ts";
import { castById } from "#app/features/generation/queries.ts";
import { openLog } from "#app/lib/log.ts";
import { startServer, type RunningServer } from "#app/roles/server.ts";
import { openServices, type OpenServices } from "#app/open-services.ts";
import { aMember } from "../harness/factories.ts";
import { until } from "../harness/patience.ts";
import { quickEngine } from "../harness/quick-engine.ts";
import { cookieOf } from "../harness/server.ts";
import { testEnv } from "../harness/services.ts";
import { quickTemporaryFolder } from "../harness/quick-folder.ts";

const rounds = 3;
let folder: string;
let services: OpenServices;
let server: RunningServer;
beforeAll(async () => {
  folder = await quickTemporaryFolder();
  const engine = quickEngine();
  // The embedded database, as in a default installation.
  const env = {
    ...testEnv("postgres://unused", folder),
    DATABASE_URL: undefined,
    // Longer than the pool needs to shed its broken connections, as the real 30 s are.
    LEASE_SECONDS: 4,
  };
  const engines = new Map([[engine.id, engine]]);
  services = await openServices(env, { log: openLog("silent"), engines });
  server = await startServer(services, {
    roles: ["web", "images", "worker"],
    port: 0,
    host: "127.0.0.1",
    pages: null,
  });
});
afterAll(async () => {
  await server.close();
  await services.close();
  await rm(folder, { recursive: true, force: true });
});

const call = (address: string, init?: RequestInit) =>
  fetch(`http://127.0.0.1:${server.port}${address}`, init);

async function postmasterPid(): Promise<number> {
  const text = await readFile(path.join(folder, "postgres/data/postmaster.pid"), "utf8");
  return Number(text.split("\n")[0]);
}

async function untilReady(): Promise<void> {
  const status = async () => (await call("/readyz")).status;
  await expect.poll(status).toBe(200);
  // The program keeps what it knew for half a second: the database itself is asked as well.
  const answers = () =>
    sql`select 1`.execute(services.db).then(
      () => true,
      () => false,
    );
  await expect.poll(answers).toBe(true);
}

type Load = { acknowledged: string[]; statuses: Map<number, number>; stop(): Promise<void> };

/** Reads and casts in turn until stopped. */
function startLoad(cookie: string): Load {
  const acknowledged: string[] = [];
  const statuses = new Map<number, number>();
  const over = new AbortController();
  const note = (status: number) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  async function run(work: () => Promise<Response>): Promise<void> {
    while (!over.signal.aborted) {
      note((await work()).status);
      await sleep(40);
    }
  }
  async function cast(): Promise<Response> {
    const answer = await call("/api/generate", {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "idempotency-key": uuidv7() },
      body: JSON.stringify({ prompt: "a lake", quality: "standard" }),
    });
    if (answer.status === 202) acknowledged.push(((await answer.json()) as { id: string }).id);
    return answer;
  }
  const running = Promise.all([
    run(() => call("/api/pictures")),
    run(() => call("/api/billing/balance", { headers: { cookie } })),
    run(cast),
  ]);
  return {
    acknowledged,
    statuses,
    async stop() {
      over.abort();
      await running;
    },
  };
}

/** The event names of a member's stream as they arrive; the connection survives a restart of the database. */
async function listen(cookie: string): Promise<{ names: string[]; stop(): Promise<void> }> {
  const names: string[] = [];
  const gone = new AbortController();
  const answer = await call("/api/notifications/stream", {
    headers: { cookie },
    signal: gone.signal,
  });
  const reading = (async () => {
    const decoder = new TextDecoder();
    for await (const chunk of answer.body ?? []) {
      const text = decoder.decode(chunk, { stream: true });
      names.push(...[...text.matchAll(/^event: (\S+)$/gm)].map(([, name]) => name ?? ""));
    }
  })().catch(() => undefined);
  return {
    names,
    async stop() {
      gone.abort();
      await reading;
    },
  };
}

test("the database killed three times under load: the program survives, nothing acknowledged is lost, everything recovers", async () => {
  const { id: userId, email, password } = await aMember(services, { credits: 2000 });
  const signedIn = await call("/api/auth/sign-in/email", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const cookie = cookieOf(signedIn);
  const load = startLoad(cookie);
  const stream = await listen(cookie);
  for (let round = 0; round < rounds; round += 1) {
    const [before, told] = [load.acknowledged.length, stream.names.length];
    await expect.poll(() => load.acknowledged.length).toBeGreaterThan(before);
    const killed = await postmasterPid();
    process.kill(killed, "SIGKILL");
    // A server that is back within half a second is never seen to be away: checks are kept that long.
    const noticed = async () =>
      (await call("/readyz")).status === 503 ||
      (await postmasterPid().catch(() => killed)) !== killed;
    await expect.poll(noticed).toBe(true);
    expect((await call("/healthz")).status).toBe(200);
    await untilReady();
    // LISTEN is back, and the worker draws: what is cast now is told to the stream that was open all the time.
    await expect.poll(() => stream.names.slice(told)).toContain("generation.done");
  }
  await load.stop();
  await stream.stop();
  expect(
    [...load.statuses.keys()].filter((status) => ![200, 202, 409, 429, 503].includes(status)),
  ).toEqual([]);
  // A cast being drawn at the kill is claimed again when its lease has expired.
  const open = async () => {
    const casts = await Promise.all(
      load.acknowledged.map((id) => castById(services.db, userId, id)),
    );
    return casts.flatMap((cast) => {
      if (cast === null) return ["lost"];
      return cast.state === "done" ? [] : [`${cast.state} ${cast.failReason}`];
    });
  };
  await until("every acknowledged cast to be drawn", open, (left) => left.length === 0);
  // Upkeep goes on by itself: of each kind that runs often, a run begins after the last restart.
  const restartedAt = new Date();
  const waiting = async () => {
    const runs = await services.db
      .selectFrom("upkeep_runs")
      .select("name")
      .where("name", "in", ["gather-views", "analyse-pictures", "order-trending"])
      .where("started_at", "<", restartedAt)
      .execute();
    return runs.map(({ name }) => name);
  };
  await until("upkeep to run again", waiting, (names) => names.length === 0);
  const pool = openPool(services.pool.options.connectionString ?? "", 1, openLog("silent"));
  expect(await brokenInvariants(pool)).toEqual({});
  await pool.end();
});
