/** Synthetic pictures by the million: words as frequent as Zipf has them, palettes at random, a meaning for the newest. */
import type { Pool } from "pg";
import { v7 as uuidv7 } from "uuid";
import { waitForSilentServer } from "#app/db/client.ts";
import { INDEX_VERSION } from "#app/features/search/commands.ts";
import { rgbToOklab } from "#app/rules/oklab.ts";
import { paletteCells, paletteNames, paletteNumbers } from "#app/rules/palette-cells.ts";
import { periodOf } from "#app/rules/search-periods.ts";

/** Pictures of which it is known what they look like: more than are compared. */
const lookedAt = 20_000;
const vocabularySize = 8_000;
const batch = 4_000;
const clients = 3;
/** As many as the search by meaning is made for. */
export const meaningRows = 80_000;

const onsets = [
  "b",
  "br",
  "c",
  "d",
  "dr",
  "f",
  "g",
  "gl",
  "h",
  "j",
  "k",
  "l",
  "m",
  "n",
  "p",
  "r",
  "s",
  "st",
  "t",
  "v",
];
const vowels = ["a", "e", "i", "o", "u", "ai", "ou", "ee"];
const codas = ["l", "m", "n", "r", "x", "nd", "st", "rk"];

const pick = <T>(from: readonly T[], at: number) => from[at % from.length];

/** Made-up words, all different; the first is the most frequent. */
export const vocabulary: readonly string[] = Array.from({ length: vocabularySize }, (_, at) => {
  const first = pick(onsets, at) + pick(vowels, Math.floor(at / onsets.length));
  const middle = pick(onsets, at * 7 + 3) + pick(vowels, at * 3 + 1);
  return first + middle + pick(codas, Math.floor(at / 160)) + pick(vowels, Math.floor(at / 1280));
});

/** A word by Zipf's law, flattened for the commonest: the first stands in about one picture of six. */
function draw(): string {
  const at = Math.floor(20 * (Math.exp(Math.random() * Math.log(1 + vocabularySize / 20)) - 1));
  return vocabulary[Math.min(at, vocabularySize - 1)];
}
const text = (words: number) => Array.from({ length: words }, draw).join(" ");

const shapes = [
  ["square", 1024, 1024],
  ["portrait", 832, 1216],
  ["landscape", 1216, 832],
] as const;

/** Palettes are made once and used again: what they cost to sort into cells is no part of a search. */
const palettes = Array.from({ length: 2_000 }, () => {
  const colors = Array.from({ length: 5 }, () => {
    const value = Math.floor(Math.random() * 0x1000000);
    return `#${value.toString(16).padStart(6, "0")}`;
  });
  const lab = colors.map((hex) => {
    const value = Number.parseInt(hex.slice(1), 16);
    return rgbToOklab(value >> 16, (value >> 8) & 255, value & 255);
  });
  const sorted = lab
    .toSorted((a, b) => a[0] - b[0])
    .flatMap((one) => one.map((part) => Math.round(part * 1000)));
  const facets = [...paletteCells(colors), ...paletteNames(colors)];
  return { colors, lab: sorted, facets, numbers: paletteNumbers(colors) };
});

function rowOf(index: number, rows: number, owners: readonly string[], began: number) {
  const [shape, width, height] = pick(shapes, Math.floor(Math.random() * 3));
  const palette = pick(palettes, Math.floor(Math.random() * palettes.length));
  // One every 20 seconds up to now.
  const time = began - (rows - index) * 20_000;
  return {
    id: uuidv7({ msecs: time }),
    o: pick(owners, Math.floor(Math.random() * owners.length)),
    at: new Date(time).toISOString(),
    t: text(3),
    g: Array.from({ length: 3 }, draw),
    p: text(14),
    w: width,
    h: height,
    n: index,
    c: palette.colors,
    l: palette.lab,
    u: palette.numbers,
    f: [`#${shape}`, "#l.cc-by", ...palette.facets, periodOf(new Date(time))],
    k: Math.floor(Math.random() ** 4 * 2_000),
  };
}

const fields = `id uuid, o uuid, at timestamptz(3), t text, g text[], p text, w integer, h integer, n integer,
  c text[], l smallint[], u smallint[], f text[], k integer`;

async function writeBatch(pool: Pool, from: number, to: number, make: (index: number) => unknown) {
  const rows = JSON.stringify(Array.from({ length: to - from }, (_, at) => make(from + at)));
  const client = await pool.connect();
  try {
    waitForSilentServer(client);
    // Neither triggers nor foreign keys: the rows of the index are written here.
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0",
    );
    await client.query(
      `with d as materialized (select * from jsonb_to_recordset($1::jsonb) as d (${fields})),
       pictures as (
         insert into pictures (id, owner_id, title, tags, prompt, storage_key, filename, slug, width, height, bytes,
           sha256, colors, palette_lab, placeholder, likes, created_at)
         select id, o, t, g, p, 'pictures/' || n, 'p-' || n || '.jpg', 'p-' || n, w, h, 1, 'x', c, l,
           'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', k, at from d),
       counts as (insert into image_search_counts (picture_id, likes, remixes) select id, k, k / 7 from d)
       insert into image_search (picture_id, owner_id, created_at, version, title, palette, words)
       select id, o, at, ${INDEX_VERSION}, t, u, setweight(to_tsvector('english', t), 'A')
         || setweight(to_tsvector('english', array_to_string(g, ' ')), 'B')
         || setweight(to_tsvector('english', p), 'C') || array_to_tsvector(f) from d`,
      [rows],
    );
  } finally {
    client.release(true);
  }
}

/** Indexes that are faster to build on a full table. */
async function withoutIndexes(pool: Pool, work: () => Promise<void>): Promise<void> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
     from pg_index i where i.indrelid = any(array['image_search', 'image_search_counts', 'pictures']::regclass[])
       and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
  );
  for (const { name } of rows) await pool.query(`drop index ${name}`);
  await work();
  const make = async (definition: string) => {
    const client = await pool.connect();
    waitForSilentServer(client);
    await client.query("set statement_timeout = 0; set maintenance_work_mem = '512MB'");
    await client.query(definition);
    client.release(true);
  };
  const waiting = rows.map(({ definition }) => definition);
  await Promise.all(
    Array.from({ length: 2 }, async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await make(next);
    }),
  );
}

/**
 * How many pictures fillPictures has put here; 0 for an empty database.
 * @throws Error for a database that holds anything else
 */
export async function countPictures(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ mine: number; others: number }>(
    `select count(*) filter (where is_mine)::integer as mine, count(*) filter (where not is_mine)::integer as others
     from (select email like 'o%@example.org' and username like 'owner\\_%' as is_mine from users) u`,
  );
  const [{ mine, others }] = rows;
  if (others > 0) throw new Error("the database is in use by something else than this benchmark");
  if (mine === 0) return 0;
  const counted = await pool.connect();
  waitForSilentServer(counted);
  await counted.query("set statement_timeout = 0");
  const pictures = await counted.query<{ n: number }>(
    "select count(*)::integer as n from image_search",
  );
  counted.release(true);
  return pictures.rows[0].n;
}

/** Fills an empty, migrated database. @returns ids of the creators */
export async function fillPictures(pool: Pool, rows: number): Promise<string[]> {
  const owners = Array.from({ length: 500 }, () => uuidv7());
  await pool.query(
    `insert into users (id, email, name, username)
     select id, 'o' || n || '@example.org', 'Owner ' || n, 'owner_' || n
     from unnest($1::uuid[]) with ordinality as o (id, n)`,
    [owners],
  );
  const began = Date.now();
  const starts = Array.from({ length: Math.ceil(rows / batch) }, (_, at) => at * batch);
  await withoutIndexes(pool, async () => {
    await Promise.all(
      Array.from({ length: clients }, async () => {
        for (let from = starts.shift(); from !== undefined; from = starts.shift()) {
          await writeBatch(pool, from, Math.min(rows, from + batch), (index) =>
            rowOf(index, rows, owners, began),
          );
        }
      }),
    );
  });
  const client = await pool.connect();
  waitForSilentServer(client);
  await client.query("set statement_timeout = 0; set session_replication_role = replica");
  await client.query(
    `insert into image_search_palettes
     select picture_id, created_at, ${Array.from({ length: 15 }, (_, at) => `palette[${at + 1}]`).join(", ")}
     from image_search order by created_at`,
  );
  await client.query(
    `insert into image_search_meanings (picture_id, created_at, signs)
     select picture_id, created_at, (
       select string_agg((random() * 4294967295 - 2147483648)::bigint::bit(32)::text, '')
       from generate_series(1, 16) where picture_id is not null)::bit(512)
     from image_search order by created_at desc limit ${meaningRows}`,
  );
  await client.query(
    `insert into picture_meanings (picture_id, version, meaning, signs)
     select picture_id, 1, array(select 0.044::real from generate_series(1, 512)), signs
     from image_search_meanings`,
  );
  await client.query(
    `insert into picture_features (picture_id, version, features, signs)
     select picture_id, 1, array(select (random() - 0.5)::real * 0.3 from generate_series(1, 128) where picture_id is not null),
       substring(signs from 1 for 128)::bit(128)
     from image_search_meanings order by created_at desc limit ${lookedAt}`,
  );
  await client.query(
    "insert into search_words (word, n) select word, $2::integer / (20 + n) from unnest($1::text[]) with ordinality as w (word, n) on conflict do nothing",
    [vocabulary, rows],
  );
  await client.query("insert into search_backfill (version, done) values ($1, true)", [
    INDEX_VERSION,
  ]);
  await client.query("vacuum analyze");
  client.release(true);
  return owners;
}
