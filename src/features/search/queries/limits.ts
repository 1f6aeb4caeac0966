import { sql, type Kysely, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { AppError } from "#app/lib/errors.ts";

type Db = Kysely<Database>;

const statementMs = 2_000;
const canceled = "57014";

/**
 * Runs queries under the limits of a search. What they read lies in memory, so that a page here and there costs hardly
 * more than one after another; and workers take longer to start than they save, and take a core from others.
 * @throws AppError unavailable after 2 s
 */
export async function withinLimits<T>(
  db: Db,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(statementMs)}, true),
        set_config('pg_trgm.similarity_threshold', '0.2', true),
        set_config('random_page_cost', '1.1', true),
        set_config('max_parallel_workers_per_gather', '0', true),
        set_config('jit', 'off', true)`.execute(tx);
      return work(tx);
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === canceled) {
      throw new AppError("unavailable", { retryAfterSeconds: 5, cause: error });
    }
    throw error;
  }
}
