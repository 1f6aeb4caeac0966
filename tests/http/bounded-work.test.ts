/** Work that must not grow with the site, measured in rows read, which does not depend on load. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { creditFigures, trafficFigures } from "#app/features/admin/queries.ts";
import { placesOf } from "#app/features/generation/queries.ts";
import { sweepPortraits } from "#app/features/identity/jobs.ts";
import { sweepOrphans } from "#app/features/pictures/jobs/sweep.ts";
import { assetCounts } from "#app/features/pictures/queries.ts";
import { creatorFigures, echoesOf, followCounts, reachOf } from "#app/features/social/queries.ts";
import type { Services } from "#app/services.ts";
import { fillOwners, unhurried } from "../bench/support/picture-rows.ts";
import { expectBroken, testDatabase, type TestDatabase } from "../harness/database.ts";
import { rowsRead, withoutIndex } from "../harness/rows-read.ts";
import { testServices } from "../harness/services.ts";

const many = 25_000;
let database: TestDatabase;
let services: Awaited<ReturnType<typeof testServices>>;

beforeAll(async () => {
  database = await testDatabase();
  // Rows are inserted without their triggers.
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
      "insert into member_slots (user_id, waiting) select user_id, 1 from generations where state = 'queued'",
    );
  });
  await unhurried(database.pool, (query) => query("vacuum analyze"));
});
afterAll(() => services.close());

/** A storage that lists these files, all of them old. */
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

test("the figures of 30 days read only the casts of those days", async () => {
  const measure = () =>
    rowsRead(database.url, async (db) => {
      await trafficFigures(db);
      await creditFigures(db);
    });
  const read = await measure();
  expect(read("generations").scans).toBe(0);
  expect(read("generations").rows).toBeLessThan(2_000);
  // A full scan of an index on other columns would count as few rows: its blocks show it.
  expect(read("generations").blocks).toBeLessThan(100);
  const blind = await withoutIndex(database.pool, "generations_created", measure);
  expect(blind("generations").blocks).toBeGreaterThan(100);
});

test("the counts above the asset manager stop at a limit", async () => {
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
  const read = await rowsRead(database.url, (db) =>
    Promise.all(rows.map(async ({ id }) => seen.push((await placesOf(db, [id])).get(id)))),
  );
  expect(new Set(seen).size).toBe(50);
  // Each of the 400 waiting casts is read once or twice, not once per poll.
  expect(read("generations").rows).toBeLessThan(2_000);
});

test("ST-05 a cast younger than the last read has its position at once", async () => {
  const { db } = services;
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from generations where state = 'queued' limit 1",
  );
  expect((await placesOf(db, [rows[0].id])).size).toBe(400);
  const young = await database.pool.query<{ id: string; user_id: string }>(
    `update generations set state = 'queued', finished_at = null
     where id = (select id from generations where state = 'done' limit 1) returning id, user_id`,
  );
  const [{ id, user_id }] = young.rows;
  await database.pool.query("insert into member_slots (user_id, waiting) values ($1, 1)", [
    user_id,
  ]);
  expect((await placesOf(db, [id])).get(id)).toBeGreaterThan(0);
});

test("ST-05 positions read a bounded part of a long queue, and those returned are exact", async () => {
  // 20,001 members wait; the least recently served one with twenty casts, the others with one each.
  await unhurried(database.pool, async (query) => {
    await query(
      `update generations set state = 'queued', finished_at = null
       where id in (select id from generations where state = 'done' limit 20000)`,
    );
    await query(
      `insert into member_slots (user_id, waiting, last_claimed_at)
       select user_id, 1, now() from generations where state = 'queued' on conflict do nothing`,
    );
    await query(
      `update generations set user_id = (select min(user_id::text)::uuid from member_slots)
       where id in (select id from generations where state = 'done' limit 19)`,
    );
    await query(
      `update generations set state = 'queued', finished_at = null
       where user_id = (select min(user_id::text)::uuid from member_slots)`,
    );
    await query(
      `update member_slots set waiting = 20, last_claimed_at = 'epoch'
       where user_id = (select min(user_id::text)::uuid from member_slots)`,
    );
  });
  await unhurried(database.pool, (query) => query("vacuum analyze generations, member_slots"));
  const { rows: expected } = await database.pool.query<{ id: string }>(
    `select id from (
       select g.id, g.user_id, s.last_claimed_at,
         row_number() over (partition by g.user_id order by g.priority desc, g.created_at, g.id) as round
       from generations g join member_slots s using (user_id) where g.state = 'queued') one
     order by round, last_claimed_at, user_id limit 1000`,
  );
  let places: ReadonlyMap<string, number> = new Map();
  const read = await rowsRead(database.url, async (db) => {
    places = await placesOf(db, [expected[0].id]);
    // Far back in the queue, where polling sooner is useless.
    await placesOf(db, ["00000000-0000-7000-8000-000000000000"]);
  });
  expect([...places]).toEqual(expected.map(({ id }, index) => [id, index + 1]));
  expect(read("generations").scans).toBe(0);
  expect(read("generations").rows).toBeLessThan(3_000);
  expect(read("member_slots").rows).toBeLessThan(3_000);
});

test("a creator's figures and activity stop at a limit", async () => {
  const [owner, fan] = await fillOwners(database.pool, 2, "famous");
  await unhurried(database.pool, async (query) => {
    // The newest are hidden: they must not be read to find the public ones.
    await query(
      `insert into pictures (id, owner_id, title, storage_key, filename, slug, width, height, bytes, sha256, colors,
         placeholder, likes, is_public, created_at)
       select gen_random_uuid(), $1, 'F ' || n, 'f/' || n, 'f-' || n || '.jpg', 'f-' || n, 64, 64, 1, 'f' || n,
         array['#000000', '#000000', '#000000', '#000000', '#000000'], '', 2, n <= 6000, now() - interval '1 hour' + n * interval '1 ms'
       from generate_series(1, 12000) as n`,
      [owner],
    );
    await query(
      `insert into likes (user_id, picture_id)
       select u.id, p.id from pictures p cross join lateral (
         select id from users where id <> $1 order by id limit 3) u where p.owner_id = $1`,
      [owner],
    );
    await query(
      `insert into follows (follower_id, creator_id)
       select $1, id from users where id <> $1 and starts_with(username, 'm_') limit 15000`,
      [fan],
    );
  });
  await unhurried(database.pool, (query) => query("vacuum analyze"));
  let figures: unknown;
  const measure = () =>
    rowsRead(database.url, async (db) => (figures = await creatorFigures(db, owner)));
  const profile = await measure();
  expect(figures).toEqual({ pictures: 1_000, likes: 2_000 });
  expect(profile("pictures").scans).toBe(0);
  expect(profile("pictures").rows).toBeLessThanOrEqual(1_100);
  const blind = await withoutIndex(database.pool, "pictures_of_creator", measure);
  expect(blind("pictures").rows).toBeGreaterThan(2_000);

  let reach: unknown;
  const own = await rowsRead(database.url, async (db) => {
    reach = await reachOf(db, owner, 30);
    await echoesOf(db, owner, 6);
  });
  expect(reach).toMatchObject({ isMore: true, likes: { total: 2_000, recent: 3_000 } });
  for (const table of ["pictures", "likes", "collection_items", "follows"]) {
    expect([table, own(table).scans]).toEqual([table, 0]);
    expect(own(table).rows).toBeLessThan(10_000);
  }

  let counts: unknown;
  const follows = await rowsRead(
    database.url,
    async (db) => (counts = await followCounts(db, fan)),
  );
  expect(counts).toEqual({ followers: 0, following: 1_000 });
  expect(follows("follows").rows).toBeLessThanOrEqual(1_100);
  expect(follows("users").rows).toBeLessThanOrEqual(1_100);
});
