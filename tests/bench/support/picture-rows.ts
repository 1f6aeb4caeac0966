/** Pictures by the million in plain SQL, without triggers and checks of foreign keys; for benchmarks only. */
import type { Pool } from "pg";
import { v7 as uuidv7 } from "uuid";
import { waitForSilentServer } from "#app/db/client.ts";

/** The id of the n-th picture, as SQL over a number. */
export const pictureId = (n: string) =>
  `('01900000-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;

/** A client without a limit of time, under whom nothing is triggered. */
export async function unhurried<T>(
  pool: Pool,
  work: (query: (text: string, values?: unknown[]) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  try {
    waitForSilentServer(client);
    await client.query(
      "set session_replication_role = replica; set synchronous_commit = off; set statement_timeout = 0",
    );
    return await work((text, values) => client.query(text, values));
  } finally {
    client.release(true);
  }
}

/** Creators without a way to sign in. */
export async function fillOwners(pool: Pool, count: number, name = "owner"): Promise<string[]> {
  const owners = Array.from({ length: count }, () => uuidv7());
  await pool.query(
    `insert into users (id, email, name, username)
     select id, $2 || n || '@example.org', 'Owner ' || n, $2 || '_' || n
     from unnest($1::uuid[]) with ordinality as o (id, n)`,
    [owners, name],
  );
  return owners;
}

/**
 * Inserts pictures, each made a remix of another or of none.
 * @param rows SQL that selects n, owner (uuid), parent and root (numbers of pictures, or null), is_public
 */
export async function fillLines(pool: Pool, rows: string, values: unknown[]): Promise<void> {
  await unhurried(pool, (query) =>
    query(
      `insert into pictures (id, owner_id, generation_id, generation_index, source_picture_id, line_source_id,
         root_picture_id, title, prompt, gen_meta, storage_key, filename, slug, width, height, bytes, sha256, colors,
         placeholder, is_public, created_at)
       select ${pictureId("n")}, owner, ${pictureId("n + 16777216")}, 0, ${pictureId("parent")}, ${pictureId("parent")},
         ${pictureId("root")}, 'Lake ' || n,
         'misty mountain lake at dawn, watercolour, version ' || n || ' with a lantern and ' || n % 97 || ' boats',
         jsonb_build_object('seed', n, 'strength', 0.5, 'aspect', '1:1', 'engine', jsonb_build_object('label', 'Sketch')),
         'pictures/' || n, 'p-' || n || '.jpg', 'p-' || n, 832, 1216, 1, 'x',
         array['#0f766e', '#115e59', '#134e4a', '#14b8a6', '#ccfbf1'],
         repeat('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD', 4), is_public, now() - (16777216 - n) * interval '1 second'
       from (${rows}) as given`,
      values,
    ),
  );
}
