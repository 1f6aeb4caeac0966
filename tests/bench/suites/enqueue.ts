/**
 * Casts requested per second, against plain debits per second, in the same run, over the same database and pool.
 * The bare debit is a hold of our ledger alone in its transaction; the cast is the whole of `requestCast`. For
 * reference: a debit of three statements on plain tables without triggers, entries for both sides or foreign keys.
 */
import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { v7 as uuidv7 } from "uuid";
import { readEnv } from "#app/env.ts";
import { grantCredits, openAccount } from "#app/features/billing/commands.ts";
import { requestCast } from "#app/features/generation/commands.ts";
import { castInput } from "#app/features/generation/inputs.ts";
import { openLog } from "#app/lib/log.ts";
import { openServices, type OpenServices } from "#app/open-services.ts";
import { placeHold } from "../../harness/hold.ts";
import { quickEngine } from "../../harness/quick-engine.ts";
import { cpuClock } from "../support/cpu-time.ts";

const clients = 20;
const members = 1_500;
const rounds = 4;
const roundMs = 2_500;
const goal = 0.8;

async function makeMember(services: OpenServices, index: number): Promise<string> {
  const id = uuidv7();
  const username = `bench_${index}`;
  await services.db
    .insertInto("users")
    .values({ id, email: `${username}@example.org`, name: username, username })
    .execute();
  await openAccount(services.db, id);
  await grantCredits(services, { userId: id, amount: 1000, reason: "Bench", idempotencyKey: id });
  await services.pool.query("insert into bench_accounts values ($1, 1000)", [id]);
  return id;
}

/** Runs `work` from 20 clients for a while. @returns milliseconds of each call. */
async function load(work: (turn: number) => Promise<unknown>, ms: number): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + ms;
  let turn = 0;
  const client = async () => {
    while (performance.now() < until) {
      const from = performance.now();
      turn += 1;
      await work(turn);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  return times;
}

async function plainDebit({ pool }: OpenServices, userId: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query(
      "update bench_accounts set balance = balance - 1 where user_id = $1 and balance >= 1",
      [userId],
    );
    await client.query(
      "insert into bench_movements (id, user_id, idempotency_key) values ($1, $2, $3)",
      [uuidv7(), userId, uuidv7()],
    );
    await client.query("insert into bench_entries (user_id, amount) values ($1, -1), (null, 1)", [
      userId,
    ]);
    await client.query("commit");
  } finally {
    client.release();
  }
}

function row(what: string, times: number[]): { rate: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)].toFixed(1);
  const rate = times.length / ((rounds * roundMs) / 1000);
  console.log(`${what.padEnd(11)} ${rate.toFixed(0)}/s  p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`);
  return { rate };
}

const folder = await mkdtemp(path.join(os.tmpdir(), "echoform-bench-"));
const engine = quickEngine();
const services = await openServices(
  readEnv({ DATA_DIR: folder, DATABASE_POOL: String(clients + 4), LOG_LEVEL: "silent" }),
  { log: openLog("silent"), engines: new Map([[engine.id, engine]]) },
);
try {
  await services.pool.query(`
    create table bench_accounts (user_id uuid primary key, balance bigint not null check (balance >= 0));
    create table bench_movements (id uuid primary key, user_id uuid not null, idempotency_key text not null unique);
    create table bench_entries (id bigint generated always as identity primary key, user_id uuid, amount bigint not null);
    create index bench_entries_user on bench_entries (user_id, id desc);`);
  const ids: string[] = [];
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let n = client; n < members; n += clients) ids.push(await makeMember(services, n));
    }),
  );
  const input = castInput.parse({
    prompt: "misty mountain lake at dawn, watercolour",
    quality: "standard",
  });
  const ask = (turn: number) => {
    const userId = ids[turn % ids.length];
    return requestCast(services, { role: "member", userId }, input, uuidv7());
  };
  const hold = (turn: number) =>
    services.db.transaction().execute((tx) =>
      placeHold(tx, {
        userId: ids[turn % ids.length],
        amount: 1,
        expiresAt: new Date(Date.now() + 3_600_000),
        reason: "Bench",
        idempotencyKey: uuidv7(),
      }),
    );
  const plain = (turn: number) => plainDebit(services, ids[turn % ids.length]);
  await load(plain, 500);
  await load(hold, 500);
  await load(ask, 500);
  // The connections are open now.
  const clock = await cpuClock(services.pool);
  const plains: number[] = [];
  const holds: number[] = [];
  const casts: number[] = [];
  /** CPU milliseconds of this process and the database's, in all rounds. */
  const cpu = { holds: 0, casts: 0 };
  for (let round = 0; round < rounds; round += 1) {
    plains.push(...(await load(plain, roundMs)));
    const began = clock?.() ?? 0;
    holds.push(...(await load(hold, roundMs)));
    const between = clock?.() ?? 0;
    casts.push(...(await load(ask, roundMs)));
    cpu.holds += between - began;
    cpu.casts += (clock?.() ?? 0) - between;
  }
  row("plain debit", plains);
  const bare = row("bare debit", holds);
  const cast = row("cast", casts);
  const ratio = cast.rate / bare.rate;
  console.log(
    `enqueue / bare debit = ${ratio.toFixed(2)}  (goal at least ${goal}, ${clients} clients)`,
  );
  if (clock !== null) {
    const [debitMs, castMs] = [cpu.holds / holds.length, cpu.casts / casts.length];
    console.log(
      `by CPU time: ${debitMs.toFixed(2)} ms a bare debit, ${castMs.toFixed(2)} ms a cast, ${(debitMs / castMs).toFixed(2)}`,
    );
  }
} finally {
  await services.close();
  await rm(folder, { recursive: true, force: true });
}
