import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";

type Db = Kysely<Database>;

const statementMs = 2_000;
const canceled = "57014";

/** The beginning of a transaction and its settings, in one message to the database. */
const begin =
  sql.raw(`begin; set local statement_timeout = ${statementMs}; set local pg_trgm.similarity_threshold = 0.2;
  set local random_page_cost = 1.1; set local max_parallel_workers_per_gather = 0; set local jit = off`);
const commit = sql.raw("commit");
const rollback = sql.raw("rollback");

/**
 * Runs queries under the limits of a search, in one transaction. What they read lies in memory, so that a page here and
 * there costs hardly more than one after another; and workers take longer to start than they save, and take a core from
 * others.
 * @throws AppError unavailable after 2 s
 */
export async function withinLimits<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.connection().execute(async (connection) => {
      try {
        await begin.execute(connection);
        const result = await work(connection);
        await commit.execute(connection);
        return result;
      } catch (error) {
        // Where the connection is lost, so is the transaction; what went wrong first is told.
        await rollback.execute(connection).catch(() => undefined);
        throw error;
      }
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === canceled) {
      throw new AppError("unavailable", { retryAfterSeconds: 5, cause: error });
    }
    throw error;
  }
}
