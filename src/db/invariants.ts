import type { Pool } from "pg";
import { waitForSilentServer } from "./client.ts";

const ROWS_SHOWN = 20;

/**
 * Violations of the database's invariants: for every view named invariant_* that is not empty, its first 20 rows.
 * The views are part of the migrations.
 */
export async function brokenInvariants(pool: Pool): Promise<Record<string, unknown[]>> {
  const client = await pool.connect();
  try {
    // One snapshot for all views, however long it takes to sum up a ledger.
    waitForSilentServer(client);
    await client.query("begin isolation level repeatable read read only");
    await client.query("set local statement_timeout = 0");
    const views = await client.query<{ viewname: string }>(
      "select viewname from pg_views where schemaname = 'public' and viewname like 'invariant\\_%' order by 1",
    );
    const broken: Record<string, unknown[]> = {};
    for (const { viewname } of views.rows) {
      const found = await client.query<Record<string, unknown>>(
        `select * from ${viewname} limit ${ROWS_SHOWN}`,
      );
      if (found.rows.length > 0) broken[viewname] = found.rows;
    }
    await client.query("commit");
    return broken;
  } finally {
    client.release();
  }
}
