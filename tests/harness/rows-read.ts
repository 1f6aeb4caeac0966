import type { Kysely } from "kysely";
import type { Pool } from "pg";
import { openDb, openPool } from "#app/db/client.ts";
import type { Database } from "#app/db/schema.ts";
import { openLog } from "#app/lib/log.ts";

/** Rows and index entries that were read of a table. */
export type RowsRead = { scans: number; rows: number };

async function counters(pool: Pool): Promise<Map<string, RowsRead>> {
  // Flushes this connection's statistics now, not within the second that PostgreSQL takes otherwise.
  await pool.query("select pg_stat_force_next_flush()");
  await pool.query("select pg_stat_clear_snapshot()");
  const { rows } = await pool.query<{ name: string; scans: string; rows: string }>(
    `select t.relname as name, t.seq_scan as scans,
       t.seq_tup_read + coalesce(sum(greatest(i.idx_tup_read, i.idx_tup_fetch)), 0) as rows
     from pg_stat_user_tables t left join pg_stat_user_indexes i using (relid)
     group by t.relid, t.relname, t.seq_scan, t.seq_tup_read`,
  );
  return new Map(
    rows.map(({ name, scans, rows: read }) => [name, { scans: Number(scans), rows: Number(read) }]),
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
    const before = await counters(pool);
    await work(openDb(pool));
    const after = await counters(pool);
    return (table) => {
      const [was, is] = [before.get(table), after.get(table)];
      return {
        scans: (is?.scans ?? 0) - (was?.scans ?? 0),
        rows: (is?.rows ?? 0) - (was?.rows ?? 0),
      };
    };
  } finally {
    await pool.end();
  }
}
