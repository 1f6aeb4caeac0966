import { sql, type Transaction } from "kysely";
import type { Database } from "#app/db/schema.ts";

/** Forgets searches for a member's names. The log does not say who searched, but a name says for whom. */
export async function eraseSearches(
  tx: Transaction<Database>,
  names: readonly string[],
): Promise<void> {
  await sql`
    delete from search_log l where exists (
      select from unnest(${[...names]}::text[]) as n (words) where strpos(lower(l.query), lower(n.words)) > 0)`.execute(
    tx,
  );
}
