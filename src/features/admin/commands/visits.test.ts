import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { aMember } from "#tests/harness/factories.ts";
import { until } from "#tests/harness/patience.ts";
import { testServices } from "#tests/harness/services.ts";
import type { OpenServices } from "#app/open-services.ts";
import { funnel, insightFigures, visitSources } from "../queries.ts";
import { createVisitCounter, gatherSignUps, markOf, visitorKey } from "./visits.ts";

let services: OpenServices;
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

beforeAll(async () => {
  services = await testServices({ env: { SERVER_URL: "http://echoform.example" } });
});
afterAll(() => services.close());
beforeEach(async () => {
  await services.pool.query(
    "truncate visit_salts, visit_marks, visit_sign_ups, visit_sources; delete from sessions",
  );
});

/** Notes visits as one process would, and counts them. */
async function visit(...visits: { ip: string; agent?: string; referer?: string; more?: object }[]) {
  const counter = createVisitCounter(services);
  for (const { ip, agent = firefox, referer, more } of visits) {
    const headers = { "user-agent": agent, ...(referer && { referer }), ...more };
    counter.note({ ip, headers: new Headers(headers) });
  }
  await counter.flush();
}
const sources = () => visitSources(services.db, { days: 7, limit: 1_000 });
const tables = async () => {
  const { rows } = await services.pool.query<{ salts: number; marks: number; sign_ups: number }>(`
    select (select count(*)::integer from visit_salts) as salts,
      (select count(*)::integer from visit_marks) as marks,
      (select count(*)::integer from visit_sign_ups) as sign_ups`);
  return rows[0];
};

test("AD-06 a visitor counts once a day, by the host that brought them first, in whichever process", async () => {
  const blog = "https://www.blog.example/posts/1?q=private";
  await visit({ ip: "192.0.2.1", referer: blog }, { ip: "192.0.2.2" });
  await visit({ ip: "192.0.2.1", referer: "http://echoform.example/s/lake" });
  await visit({ ip: "192.0.2.1" }, { ip: "192.0.2.1", agent: `${firefox} Other` });
  await visit({ ip: "2001:db8:1:2::3" }, { ip: "2001:db8:1:2::9", referer: blog });
  expect(await sources()).toEqual([
    { host: "", visitors: 3, signUps: 0 },
    { host: "blog.example", visitors: 1, signUps: 0 },
  ]);
  expect((await funnel(services.db, 7)).visitors).toBe(4);
});

test("AD-06 the figures of Insights are of one moment, although visitors are counted meanwhile", async () => {
  const { db, pool } = services;
  await visit({ ip: "192.0.2.1" });
  const other = await pool.connect();
  await other.query("begin; lock table generations in access exclusive mode");
  const figures = insightFigures(db, { days: 7, limit: 20 });
  const waiting = async () => {
    const { rows } = await pool.query(
      "select 1 from pg_locks where not granted and relation = 'generations'::regclass",
    );
    return rows.length;
  };
  await until("the last of the queries to wait", waiting, (count) => count > 0);
  await visit({ ip: "192.0.2.2" });
  await other.query("commit");
  other.release();
  const { byDay, sources: hosts, steps } = await figures;
  const seen = [byDay.at(-1)?.visitors, hosts.at(0)?.visitors, steps.visitors];
  expect(new Set(seen).size).toBe(1);
});

test("AD-06 robots, prefetches and browsers without a name are not counted", async () => {
  await visit(
    { ip: "192.0.2.1", agent: "Mozilla/5.0 (compatible; Googlebot/2.1)" },
    { ip: "192.0.2.2", agent: "" },
    { ip: "192.0.2.3", more: { "sec-purpose": "prefetch" } },
  );
  expect(await sources()).toEqual([]);
});

test("AD-06 no table has an address, a browser's name, or anything made from them alone", async () => {
  await visit({ ip: "192.0.2.77", referer: "https://blog.example/private/path" });
  const { rows } = await services.pool.query<{ mark: Buffer; salt: Buffer; text: string }>(
    `select m.mark, s.salt, m::text || s::text || (select string_agg(v::text, '') from visit_sources v) as text
     from visit_marks m join visit_salts s on s.day = m.day`,
  );
  const [{ mark, salt, text }] = rows;
  expect(text).not.toMatch(/192\.0|Firefox|private/);
  const key = visitorKey("192.0.2.77", firefox);
  // With the salt of the day the mark is known again, with another it is not.
  expect(mark).toEqual(markOf(salt, key));
  expect(mark).not.toEqual(markOf(Buffer.alloc(32), key));
  const persistence = await services.pool.query<{ relname: string }>(
    "select relname from pg_class where relpersistence = 'u' and relname ~ '^visit_' and relkind = 'r' order by 1",
  );
  expect(persistence.rows.map((row) => row.relname)).toEqual([
    "visit_marks",
    "visit_salts",
    "visit_sign_ups",
  ]);
});

test("AD-06 the salt and the marks of a day are deleted when it is over, and its counts stay", async () => {
  const member = await aMember(services);
  await aSession(member.id, "192.0.2.1");
  await visit({ ip: "192.0.2.1" });
  await gatherSignUps(services);
  expect(await tables()).toEqual({ salts: 1, marks: 1, sign_ups: 1 });
  for (const table of ["visit_salts", "visit_marks", "visit_sign_ups", "visit_sources"]) {
    await services.pool.query(`update ${table} set day = day - 1`);
  }
  await gatherSignUps(services);
  expect(await tables()).toEqual({ salts: 0, marks: 0, sign_ups: 0 });
  expect(await sources()).toEqual([{ host: "", visitors: 1, signUps: 1 }]);
  // The same person tomorrow has another mark.
  await visit({ ip: "192.0.2.1" });
  expect(await sources()).toEqual([{ host: "", visitors: 2, signUps: 1 }]);
});

async function aSession(userId: string, ip: string): Promise<void> {
  const expires_at = new Date(Date.now() + 60_000);
  const row = { id: crypto.randomUUID(), user_id: userId, token: crypto.randomUUID(), expires_at };
  await services.db
    .insertInto("sessions")
    .values({ ...row, ip_address: ip, user_agent: firefox })
    .execute();
}

test("AD-06 a sign-up counts once, by the host that brought the visitor that day", async () => {
  await visit({ ip: "192.0.2.1", referer: "https://blog.example/" }, { ip: "192.0.2.2" });
  const [known, unknown, waiting] = [
    await aMember(services),
    await aMember(services),
    await aMember(services),
  ];
  const demo = await aMember(services, { columns: { is_demo: true } });
  await aSession(known.id, "192.0.2.1");
  await aSession(unknown.id, "198.51.100.9");
  await aSession(demo.id, "192.0.2.1");
  await Promise.all([gatherSignUps(services), gatherSignUps(services)]);
  await gatherSignUps(services);
  expect(await sources()).toEqual([
    { host: "", visitors: 1, signUps: 1 },
    { host: "blog.example", visitors: 1, signUps: 1 },
  ]);
  // A second session changes nothing; who confirms their address later that day counts then.
  await aSession(known.id, "192.0.2.2");
  await aSession(waiting.id, "192.0.2.1");
  await gatherSignUps(services);
  expect((await sources()).map(({ signUps }) => signUps)).toEqual([2, 1]);
});

test("AD-06 a day has at most 500 hosts; visitors from more count without one", async () => {
  const from = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ip: `10.0.${Math.floor(at / 250)}.${at % 250}`,
      referer: `https://host-${String(at).padStart(4, "0")}.example/`,
    }));
  await visit(...from(480));
  await visit(...from(600));
  const found = await sources();
  expect(found.filter(({ host }) => host !== "")).toHaveLength(500);
  expect(found.find(({ host }) => host === "")?.visitors).toBe(100);
});

test("AD-06 visitors that several processes count at once are counted once", async () => {
  const crowd = Array.from({ length: 200 }, (_, at) => ({ ip: `10.1.0.${at}` }));
  await Promise.all([visit(...crowd), visit(...crowd.toReversed()), visit(...crowd)]);
  expect(await sources()).toEqual([{ host: "", visitors: 200, signUps: 0 }]);
});

class RolledBack extends Error {}

test("AD-06 the way from visit to purchase counts the new members who have cast and paid, each once", async () => {
  const [, casting, buying] = [
    await aMember(services),
    await aMember(services),
    await aMember(services),
  ];
  const old = await aMember(services, { columns: { created_at: new Date("2020-01-01") } });
  await visit({ ip: "192.0.2.1" });
  const before = await funnel(services.db, 7);
  // Casts and payments without their books: nothing of it stays.
  const trial = services.db.transaction().execute(async (tx) => {
    await sql`alter table generations drop constraint generations_hold_id_fkey`.execute(tx);
    for (const { id } of [casting, buying, buying, old]) {
      await sql`insert into generations (id, user_id, kind, state, prompt, aspect, quality, count, engine, engine_label,
          model, seed, width, height, cost, hold_id, idempotency_key, request_hash)
        values (gen_random_uuid(), ${id}, 'create', 'queued', 'x', '1:1', 'standard', 1, 'sketch', 'Sketch', 'sketch', 1,
          64, 64, 1, gen_random_uuid(), gen_random_uuid()::text, 'x')`.execute(tx);
    }
    for (const { id } of [buying, buying, old]) {
      await sql`with checkout as (
          insert into payment_checkouts (id, user_id, mode, offer, credits, amount, currency, customer_id)
          values (gen_random_uuid(), ${id}, 'sandbox', 'pack-50', 50, 500, 'eur', 'cus_1') returning id)
        insert into payments (id, user_id, mode, checkout_id, offer, credits, amount, currency, state, granted_at, created_at)
        select gen_random_uuid()::text, ${id}, 'sandbox', checkout.id, 'pack-50', 50, 500, 'eur', 'paid', now(), now()
        from checkout`.execute(tx);
    }
    expect(await funnel(tx, 7)).toEqual({ ...before, cast: 2, bought: 1 });
    throw new RolledBack();
  });
  await expect(trial).rejects.toThrow(RolledBack);
  expect(before).toMatchObject({ visitors: 1, cast: 0, bought: 0 });
  expect(before.signUps).toBeGreaterThanOrEqual(3);
});
