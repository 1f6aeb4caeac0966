import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { grantCredits } from "#app/features/billing/commands.ts";
import { castById, type Cast } from "#app/features/generation/queries.ts";
import type { OpenServices } from "#app/open-services.ts";
import { until, untilTaken } from "../harness/patience.ts";
import { startProgram, type Program } from "../harness/program.ts";
import { cookieOf, goodPassword } from "../harness/server.ts";
import { testServices } from "../harness/services.ts";
import { readEvents, type StreamReader } from "../harness/stream-reader.ts";
import { expectWhole } from "./whole-casts.ts";

const restarts = 10;
const credits = 60;
/** Casts of one member that may wait or run at a time, so that the end is not far from the last restart. */
const mostOpen = 2;

/** Reads the results of the program from outside. */
let services: OpenServices;
let program: Program;
const readers: StreamReader[] = [];
beforeAll(async () => {
  services = await testServices();
  program = await start();
});
afterAll(async () => {
  for (const reader of readers) reader.close();
  await program.stop("SIGKILL");
  await services.close();
});

/** The whole program, web and worker, over the same database and files as before. */
function start(): Promise<Program> {
  const { DATABASE_URL = "", DATA_DIR } = services.env;
  return startProgram({
    DATABASE_URL,
    DATABASE_POOL: "8",
    DATA_DIR,
    LEASE_SECONDS: "1",
    WORKER_CONCURRENCY: "2",
    SKETCH_WORKERS: "1",
  });
}

type Caster = {
  id: string;
  cookie: string;
  /** The requests by key, with the cast returned for each. */
  accepted: Map<string, { body: string; castId: string }>;
  /** Numbers of the events that the member's tab has seen, in the order they came. */
  heard: number[];
};

async function aCaster(n: number): Promise<Caster> {
  const email = `caster-${n}-${randomUUID()}@example.org`;
  const body = JSON.stringify({ name: `Caster ${n}`, email, password: goodPassword });
  const headers = { "content-type": "application/json" };
  const answer = await untilTaken(() =>
    fetch(`${program.url}/api/auth/sign-up/email`, { method: "POST", headers, body }),
  );
  expect(answer.status).toBe(200);
  const { user } = (await answer.json()) as { user: { id: string } };
  const more = credits - 5;
  await grantCredits(services, {
    userId: user.id,
    amount: more,
    reason: "Test",
    idempotencyKey: email,
  });
  const caster: Caster = {
    id: user.id,
    cookie: cookieOf(answer),
    accepted: new Map(),
    heard: [],
  };
  const reader = readEvents({
    url: () => program.url,
    cookie: caster.cookie,
    onEvent: ({ id }) => {
      if (id !== null) caster.heard.push(id);
    },
    wait: () => 50,
  });
  readers.push(reader);
  await reader.opened;
  return caster;
}

/** Requests a cast; null when the server is down or stops before it has responded. */
async function ask({ cookie }: Caster, key: string, body: string): Promise<Response | null> {
  const url = `${program.url}/api/generate`;
  const headers = { "content-type": "application/json", cookie, "idempotency-key": key };
  try {
    const answer = await fetch(url, { method: "POST", headers, body });
    return new Response(await answer.text(), { status: answer.status });
  } catch {
    return null;
  }
}

const idOf = async (answer: Response) => ((await answer.json()) as { id: string }).id;

async function openCasts(userId?: string): Promise<number> {
  const row = await services.db
    .selectFrom("generations")
    .select((eb) => eb.fn.countAll<number>().as("open"))
    .where("finished_at", "is", null)
    .$if(userId !== undefined, (query) => query.where("user_id", "=", userId ?? ""))
    .executeTakeFirstOrThrow();
  return row.open;
}

/** Casts repeatedly, each requested with one key until the server accepts it. */
async function castUntil(over: AbortSignal, caster: Caster): Promise<void> {
  for (let n = 0; !over.aborted; n += 1) {
    const key = randomUUID();
    const count = 1 + (n % 2);
    const body = JSON.stringify({ prompt: `quiet lake ${n}`, quality: "standard", count });
    let answer = await ask(caster, key, body);
    while (answer?.status !== 202) {
      // Down or draining: no other error is allowed.
      if (answer && answer.status !== 503) throw new Error(await answer.text());
      await sleep(30);
      answer = await ask(caster, key, body);
    }
    caster.accepted.set(key, { body, castId: await idOf(answer) });
    while (!over.aborted && (await openCasts(caster.id)) >= mostOpen) await sleep(50);
    await sleep(randomInt(200));
  }
}

/** Some casts are in progress at every restart. */
async function untilBusy(): Promise<void> {
  await expect.poll(() => openCasts()).toBeGreaterThan(2);
  await sleep(randomInt(500));
}

/** What every cast has come to, so that work that goes on is seen to go on. */
const stateOfAll = () =>
  services.db
    .selectFrom("generations")
    .select(["id", "state", "attempt", "progress", "finished_at"])
    .orderBy("id")
    .execute();
type States = Awaited<ReturnType<typeof stateOfAll>>;
const drawn = (all: States) => all.filter(({ state }) => state === "done").length;

async function castsOf({ id, accepted }: Caster): Promise<Cast[]> {
  const found = [...accepted.values()].map(({ castId }) => castById(services.db, id, castId));
  return (await Promise.all(found)).filter((cast) => cast !== null);
}

test("ST-05 NT-06 ten restarts while five members cast lose nothing, duplicate nothing and charge nothing twice", async () => {
  const casters = await Promise.all([1, 2, 3, 4, 5].map(aCaster));
  const over = new AbortController();
  const casting = casters.map((caster) => castUntil(over.signal, caster));
  for (let n = 0; n < restarts; n += 1) {
    await untilBusy();
    const gently = n % 2 === 0;
    const code = await program.stop(gently ? "SIGTERM" : "SIGKILL");
    // What it wrote at its end says why it failed.
    if (gently && code !== 0) throw new Error(`exit ${code}: ${program.output().slice(-2000)}`);
    expect(code).toBe(gently ? 0 : null);
    program = await start();
  }
  // However slowly: everybody has cast several times, and more is drawn than there were restarts.
  const accepted = () => casters.map((caster) => caster.accepted.size);
  await until("everybody to cast", accepted, (counts) => counts.every((count) => count > 2));
  await until("most casts to be drawn", stateOfAll, (all) => drawn(all) > restarts);
  over.abort();
  await Promise.all(casting);
  // How long a machine needs for a dozen casts is its own matter; that one of them goes on is the program's.
  const isOver = (all: States) => all.every(({ finished_at }) => finished_at !== null);
  await until("the last casts to end", stateOfAll, isOver);

  for (const caster of casters) {
    const { id, accepted, heard } = caster;
    expect(accepted.size).toBeGreaterThan(2);
    // Asked again, each key names the cast it named before; and there are no others.
    for (const [key, { body, castId }] of accepted) {
      const again = await ask(caster, key, body);
      expect(again && (await idOf(again))).toBe(castId);
    }
    const rows = await services.db
      .selectFrom("generations")
      .select("id")
      .where("user_id", "=", id)
      .execute();
    expect(rows.map((row) => row.id).toSorted()).toEqual(
      [...accepted.values()].map(({ castId }) => castId).toSorted(),
    );
    const casts = await castsOf(caster);
    for (const cast of casts) expect(["done", "failed"]).toContain(cast.state);
    await expectWhole(services, id, casts, credits);
    // The tab received every event once and in order, across all restarts.
    const { last } = await services.db
      .selectFrom("event_counters")
      .select("last")
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();
    await expect.poll(() => heard.at(-1)).toBe(last);
    const first = heard[0] ?? 0;
    expect(heard).toEqual(Array.from({ length: last - first + 1 }, (_, n) => first + n));
    expect(first).toBeLessThanOrEqual(5);
  }
  const delivered = (await Promise.all(casters.map(castsOf))).flat();
  expect(delivered.filter((cast) => cast.state === "done").length).toBeGreaterThan(restarts);
});
