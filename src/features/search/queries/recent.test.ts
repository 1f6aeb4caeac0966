import { sql, type RawBuilder } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testServices } from "#tests/harness/services.ts";
import { periodOf } from "#app/rules/search-periods.ts";
import type { OpenServices } from "#app/open-services.ts";
import type { IndexState } from "#app/rules/search-hits.ts";
import { indexState, newestOf } from "./recent.ts";

const rows = 6_000;
const hourMs = 3_600_000;
const began = new Date("2026-01-01T00:00:00Z").getTime();
const asOf = new Date(began + rows * hourMs);

let services: OpenServices;
let state: IndexState;

/** One picture an hour: all have "boat", the first 5,000 "lake", every hundredth "fox". */
beforeAll(async () => {
  services = await testServices();
  const made = Array.from({ length: rows }, (_, at) => {
    const time = new Date(began + at * hourMs);
    const words = ["boat", ...(at < 5_000 ? ["lake"] : []), ...(at % 100 === 0 ? ["fox"] : [])];
    return { id: uuidv7(), at: time.toISOString(), words: [...words, periodOf(time)] };
  });
  const client = await services.pool.connect();
  // Rows of the index alone, without the pictures that they stand for.
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into image_search (picture_id, owner_id, created_at, version, title, palette, words)
     select id, id, at, 1, '', array_fill(0, array[15]), array_to_tsvector(words)
     from jsonb_to_recordset($1::jsonb) as d (id uuid, at timestamptz(3), words text[])`,
    [JSON.stringify(made)],
  );
  await client.query("analyze image_search");
  client.release(true);
  // As if it were large: in a small index nothing is gained.
  state = { ...(await indexState(services)), isCurrent: true, total: 1_000_000 };
});
afterAll(() => services.close());

async function newest(condition: RawBuilder<boolean>, enough: number) {
  const found = await sql<{ id: string }>`
    select s.picture_id as id from image_search s where ${condition}
    order by s.created_at desc, s.picture_id desc limit ${enough}`.execute(services.db);
  const ids = found.rows.map(({ id }) => id);
  return { ids, count: ids.length };
}

test.each([
  ["boat", 500, 1, "many pictures have it: those of late are enough"],
  ["lake", 500, 2, "none of late has it: all are looked at"],
  ["fox", 40, 1, "few have it: all are looked at at once"],
  ["boat", 9_000, 1, "more are asked for than there are"],
])("the newest with %j, %i of them, are found in %i looks: %s", async (word, enough, looks) => {
  let looked = 0;
  const condition = sql<boolean>`s.words @@ ${word}::tsquery`;
  const found = await newestOf(services.db, { condition, enough }, { asOf, state }, (narrowed) => {
    looked += 1;
    return newest(narrowed, enough);
  });
  expect(found).toEqual(await newest(condition, enough));
  expect(found.count).toBeGreaterThan(0);
  expect(looked).toBe(looks);
});

test("an index that is being rebuilt, or small, is searched as a whole", async () => {
  const condition = sql<boolean>`s.words @@ 'boat'::tsquery`;
  for (const other of [
    { ...state, isCurrent: false },
    { ...state, total: rows },
  ]) {
    const seen = await newestOf(
      services.db,
      { condition, enough: 500 },
      { asOf, state: other },
      (narrowed) => Promise.resolve({ narrowed, count: 0 }),
    );
    expect(seen.narrowed).toBe(condition);
  }
});

test("very frequent terms are searched by their own condition", async () => {
  const condition = sql<boolean>`s.words @@ 'boat'::tsquery`;
  const ofMany = sql<boolean>`s.words @@ 'boat | none'::tsquery`;
  for (const [enough, expected] of [
    [40, ofMany],
    [9_000, condition],
  ] as const) {
    const seen = await newestOf(
      services.db,
      { condition, ofMany, enough },
      { asOf, state },
      (narrowed) => Promise.resolve({ narrowed, count: enough }),
    );
    expect(seen.narrowed).toBe(expected);
  }
});
