import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { openDb, openPool } from "#app/db/client.ts";
import type { Database } from "#app/db/schema.ts";
import { openLog } from "#app/lib/log.ts";

/** What was read of a table. */
export type RowsRead = {
  /** How often the whole table was read. */
  scans: number;
  /** Rows, and entries of its indexes that fit; an index that is read from end to end tells no others. */
  rows: number;
  /** Blocks of 8 kB of the table and its indexes. */
  blocks: number;
};

async function counters(pool: Pool): Promise<Map<string, RowsRead>> {
  // Flushes this connection's statistics now, not within the second that PostgreSQL takes otherwise.
  await pool.query("select pg_stat_force_next_flush()");
  await pool.query("select pg_stat_clear_snapshot()");
  const { rows } = await pool.query<{ name: string; scans: string; rows: string; blocks: string }>(
    `select t.relname as name, t.seq_scan as scans, t.seq_tup_read + coalesce(i.rows, 0) as rows,
       io.heap_blks_read + io.heap_blks_hit + coalesce(i.blocks, 0) as blocks
     from pg_stat_user_tables t join pg_statio_user_tables io using (relid)
     left join (
       select relid, sum(greatest(idx_tup_read, idx_tup_fetch)) as rows, sum(idx_blks_read + idx_blks_hit) as blocks
       from pg_stat_user_indexes join pg_statio_user_indexes using (relid, indexrelid) group by relid) i using (relid)`,
  );
  return new Map(
    rows.map(({ name, ...read }) => [
      name,
      { scans: Number(read.scans), rows: Number(read.rows), blocks: Number(read.blocks) },
    ]),
  );
}

/**
 * The rows that some work reads of each table: a measure of cost that does not depend on load. Nothing else may use the database
 * meanwhile.
 * @param work gets a connection of its own
 */
export async function rowsRead(
  url: string,
  work: (db: Kysely<Database>) => Promise<unknown>,
): Promise<(table: string) => RowsRead> {
  const pool = openPool(url, 1, openLog("silent"));
  try {
    // Parallel workers count for themselves, when they end.
    await pool.query("set max_parallel_workers_per_gather = 0");
    const before = await counters(pool);
    await work(openDb(pool));
    const after = await counters(pool);
    return (table) => {
      const [was, is] = [before.get(table), after.get(table)];
      return {
        scans: (is?.scans ?? 0) - (was?.scans ?? 0),
        rows: (is?.rows ?? 0) - (was?.rows ?? 0),
        blocks: (is?.blocks ?? 0) - (was?.blocks ?? 0),
      };
    };
  } finally {
    await pool.end();
  }
}

/** Does the work while an index is away, to show that a measure notices it; the index is made again. */
export async function withoutIndex<T>(
  pool: Pool,
  index: string,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await pool.query<{ definition: string }>(
    "select pg_get_indexdef($1::regclass) as definition",
    [index],
  );
  await pool.query(`drop index ${index}`);
  try {
    return await work();
  } finally {
    await pool.query(rows[0].definition);
  }
}
