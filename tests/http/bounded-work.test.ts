/** Work that must not grow with the site, counted in rows read, which does not depend on load. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditFigures, trafficFigures } from "#app/features/admin/queries.ts";
import { createPlaceReader } from "#app/features/generation/queries.ts";
import { sweepPortraits } from "#app/features/identity/jobs.ts";
import { sweepOrphans } from "#app/features/pictures/jobs/sweep.ts";
import { assetCounts } from "#app/features/pictures/queries.ts";
import type { Services } from "#app/services.ts";
import { fillOwners, unhurried } from "../bench/support/picture-rows.ts";
import { expectBroken, testDatabase, type TestDatabase } from "../harness/database.ts";
import { rowsRead } from "../harness/rows-read.ts";
import { testServices } from "../harness/services.ts";

const many = 25_000;
let database: TestDatabase;
let services: Awaited<ReturnType<typeof testServices>>;

beforeAll(async () => {
  database = await testDatabase();
  // Rows are filled in without their triggers.
  expectBroken(database);
  services = await testServices({ databaseUrl: database.url });
  const owners = await fillOwners(database.pool, 100);
  await unhurried(database.pool, async (query) => {
    await query(
      `insert into pictures (id, owner_id, title, storage_key, filename, slug, width, height, bytes, sha256, colors,
         placeholder, created_at)
       select gen_random_uuid(), ($1::uuid[])[1 + n % 100], 'Lake ' || n, 'pictures/' || left(d, 2) || '/' || d || '.jpg',
         'p-' || n || '.jpg', 'p-' || n, 64, 64, 1, d, array['#000000', '#000000', '#000000', '#000000', '#000000'], '', now()
       from (select n, encode(sha256(n::text::bytea), 'hex') as d from generate_series(1, ${many}) as n) as one`,
      [owners],
    );
    await query(
      `insert into users (id, email, name, username, avatar_url, created_at)
       select gen_random_uuid(), 'm' || n || '@example.org', 'M', 'm_' || n,
         '/people/' || gen_random_uuid() || '.webp', now() - interval '90 days'
       from generate_series(1, ${many}) as n`,
    );
    await query(
      `insert into generations (id, user_id, kind, state, prompt, aspect, quality, count, engine, engine_label, model, seed,
         width, height, cost, hold_id, idempotency_key, request_hash, created_at, finished_at)
       select gen_random_uuid(), user_id, 'create', case when n <= 400 then 'queued' else 'done' end, 'x', '1:1', 'standard', 1,
         'sketch', 'Sketch', 'sketch', 1, 64, 64, 1, gen_random_uuid(), 'key-' || n || '-long', 'x',
         now() - case when n <= 400 then interval '1 day' else interval '90 days' end,
         case when n <= 400 then null else now() end
       from (select id as user_id, row_number() over () as n from users where starts_with(username, 'm_')) as one`,
    );
    await query(
      "insert into member_slots (user_id) select user_id from generations where state = 'queued' on conflict do nothing",
    );
  });
  await database.pool.query("vacuum analyze");
});
afterAll(() => services.close());

/** A store that lists these files, all of them old. */
const storeOf = (keys: readonly string[], deleted: string[]): Services["storage"] => ({
  ...services.storage,
  async *list(prefix: string) {
    yield* keys.filter((key) => key.startsWith(prefix));
  },
  head: () => Promise.resolve({ size: 1, modified: new Date(0) }),
  delete(key) {
    deleted.push(key);
    return Promise.resolve();
  },
});

test("the sweep of orphans looks up each file by an index", async () => {
  const { rows } = await database.pool.query<{ storage_key: string }>(
    "select storage_key from pictures limit 2000",
  );
  const lost = `pictures/ab/${"ab".repeat(32)}.jpg`;
  const deleted: string[] = [];
  const storage = storeOf([...rows.map((row) => row.storage_key), lost], deleted);
  const read = await rowsRead(database.url, (db) => sweepOrphans({ ...services, db, storage }));
  expect(deleted).toEqual([lost]);
  expect(read("pictures").scans).toBe(0);
  expect(read("pictures").rows).toBeLessThan(5_000);
});

test("the sweep of portraits looks up each file by an index", async () => {
  const { rows } = await database.pool.query<{ portrait: string }>(
    "select substr(avatar_url, 9, 36) as portrait from users where avatar_url is not null limit 1200",
  );
  const keyOf = (portrait: string) => `portraits/${portrait.slice(-2)}/${portrait}.webp`;
  const lost = keyOf("00000000-0000-4000-8000-000000000000");
  const deleted: string[] = [];
  const storage = storeOf([...rows.map((row) => keyOf(row.portrait)), lost], deleted);
  const read = await rowsRead(database.url, (db) => sweepPortraits({ db, storage }));
  expect(deleted).toEqual([lost]);
  expect(read("users").scans).toBe(0);
  expect(read("users").rows).toBeLessThan(5_000);
});

test("the figures of 30 days read the casts of those days alone", async () => {
  const read = await rowsRead(database.url, async (db) => {
    await trafficFigures(db);
    await creditFigures(db);
  });
  expect(read("generations").scans).toBe(0);
  expect(read("generations").rows).toBeLessThan(2_000);
});

test("the numbers above the asset manager stop at a limit", async () => {
  let counts: unknown;
  const read = await rowsRead(database.url, async (db) => (counts = await assetCounts(db)));
  expect(counts).toEqual({ all: 10_000, waiting: 0, most: 10_000 });
  expect(read("pictures").rows).toBeLessThanOrEqual(10_500);
});

test("ST-05 polls of positions within a second share one read of the queue", async () => {
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from generations where state = 'queued' limit 50",
  );
  const seen: (number | undefined)[] = [];
  const read = await rowsRead(database.url, async (db) => {
    const places = createPlaceReader(db);
    await Promise.all(
      rows.map(async ({ id }) => {
        seen.push((await places.read([id])).get(id));
      }),
    );
  });
  expect(new Set(seen).size).toBe(50);
  // Every one of the 400 that wait, once or twice, instead of once for each poll.
  expect(read("generations").rows).toBeLessThan(2_000);
});

test("ST-05 a cast younger than the last read has its position at once", async () => {
  const places = createPlaceReader(services.db);
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from generations where state = 'queued' limit 1",
  );
  expect((await places.read([rows[0].id])).size).toBe(400);
  const young = await database.pool.query<{ id: string; user_id: string }>(
    `update generations set state = 'queued', finished_at = null
     where id = (select id from generations where state = 'done' limit 1) returning id, user_id`,
  );
  const [{ id, user_id }] = young.rows;
  await database.pool.query("insert into member_slots (user_id) values ($1)", [user_id]);
  expect((await places.read([id])).get(id)).toBeGreaterThan(0);
});
