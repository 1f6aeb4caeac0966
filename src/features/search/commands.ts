import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";

export { eraseSearches } from "./commands/erase.ts";
export { flushSearchLog, searchCounter } from "./commands/log.ts";
export {
  addSearchRule,
  removeSearchRules,
  undoSearchRules,
  type SearchRuleChange,
  type SearchRuleState,
} from "./commands/rules.ts";
export { writePrivateDocuments } from "./commands/private.ts";
export {
  INDEX_VERSION,
  removeDocuments,
  upsertDocuments,
  writeCounts,
  type SearchDocument,
} from "./commands/upsert.ts";

const embeddingsKept = 80_000;
const wordsAtOnce = 20;
/** Days that the log of searches is kept. */
const logDays = 400;
/** After so many days only the queries of each day that were asked most are kept. */
const wholeDays = 30;
const keptADay = 500;

/**
 * Forgets what was searched for more than 400 days ago, and of days more than 30 days ago all but the 500 queries that
 * were asked most. @returns how many rows went
 */
export async function pruneSearchLog(db: Kysely<Database>): Promise<number> {
  const rare = await sql`
    delete from search_log l using (
      select day, query, row_number() over (partition by day order by searches desc, query) as place
      from search_log where day < (now() at time zone 'utc')::date - ${wholeDays}::integer) r
    where l.day = r.day and l.query = r.query and r.place > ${keptADay}`.execute(db);
  const { numDeletedRows } = await db
    .deleteFrom("search_log")
    .where("day", "<", sql<Date>`(now() at time zone 'utc')::date - ${logDays}::integer`)
    .executeTakeFirst();
  return Number(numDeletedRows) + Number(rare.numAffectedRows ?? 0n);
}

/**
 * Leaves the meanings of the newest 80,000 pictures: they are compared one by one, and more would take too long.
 * @returns how many went
 */
export async function pruneEmbeddings(db: Kysely<Database>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from image_search_meanings where created_at < (
      select created_at from image_search_meanings
      order by created_at desc offset ${embeddingsKept} limit 1)`.execute(db);
  return Number(numAffectedRows);
}

/** Forgets words that no picture uses any more. @returns how many */
export async function pruneWords(db: Kysely<Database>): Promise<number> {
  let pruned = 0;
  let after = "";
  for (;;) {
    const { rows } = await sql<{ word: string }>`
      select word from search_words where word > ${after} order by word limit ${wordsAtOnce}`.execute(
      db,
    );
    const words = rows.map((row) => row.word);
    if (words.length === 0) return pruned;
    after = words[words.length - 1];
    const gone = await sql`
      delete from search_words w where w.word = any(${words}::text[])
        -- A word that the index drops (a stop word, a number) says nothing about whether it is used.
        and numnode(plainto_tsquery('english', w.word)) > 0
        and not exists (
          select 1 from image_search s where s.words @@ plainto_tsquery('english', w.word))`.execute(
      db,
    );
    pruned += Number(gone.numAffectedRows ?? 0n);
  }
}
