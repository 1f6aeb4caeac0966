import type { Client } from "pg";

/** Its rows are those that searches look through, and lie all over it. */
const TABLE = "public.image_search";
/** Of the memory that is free, in a container of what it may have: the rest is for what else is read. */
const SHARE_OF_MEMORY = 1 / 8;

/**
 * Reads the newest part of the search index into the system's cache, from one end to the other: a hundred thousand pictures
 * in a tenth of a second, which searches would read page by page from a cold disk. See decision 504.
 * @param client a superuser's, in the program's database
 * @param atMost bytes
 * @returns how many bytes were read; 0 before the first migration, and where no memory is free
 */
export async function readAhead(
  client: Client,
  atMost = process.availableMemory() * SHARE_OF_MEMORY,
): Promise<number> {
  // pg_prewarm without its extension, which would be in the program's database and in its backups.
  await client.query(`create function pg_temp.prewarm(regclass, text, text, int8, int8) returns int8
    as '$libdir/pg_prewarm', 'pg_prewarm' language c`);
  const { rows } = await client.query<{ bytes: number }>(
    `select (size * pg_temp.prewarm(name, 'read', 'main', greatest(0, blocks - $2::int8 / size), blocks - 1))::float8 as bytes
      from (select to_regclass($1) as name, current_setting('block_size')::int8 as size) of_server
      cross join lateral (select pg_relation_size(name) / size as blocks) of_table
      where blocks > 0 and $2::int8 >= size`,
    [TABLE, Math.floor(atMost)],
  );
  return rows[0]?.bytes ?? 0;
}
