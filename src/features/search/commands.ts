import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { loggedQuery } from "#app/rules/logged-query.ts";
import type { Services } from "#app/services.ts";

export { eraseSearches } from "./commands/erase.ts";
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
/** Different queries that are noted in a day: what nobody else asks tells nothing, and anybody could write without end. */
const mostADay = 5_000;
/** After so many days only the queries of each day that were asked most are kept. */
const wholeDays = 30;
const keptADay = 500;

/**
 * Counts searches for Search Pulse: what was asked, how much was found and the day; nothing of who asked. Queries that
 * may name a person (addresses, long numbers) are not kept, nor more than 5,000 of a day. Never fails the page that is being shown.
 * @param results null where they were not counted
 * @param times how many searches with the same answer
 */
export async function logSearch(
  { db, log }: Pick<Services, "db" | "log">,
  typed: string,
  results: number | null,
  times = 1,
): Promise<void> {
  const query = loggedQuery(typed);
  if (query === null) return;
  try {
    await sql`
      insert into search_log (day, query, searches, results)
      select t.day, ${query}, ${times}::integer, ${results ?? 0} from (select (now() at time zone 'utc')::date as day) t
      where exists (select 1 from search_log l where l.day = t.day and l.query = ${query})
        or not exists (select 1 from search_log l where l.day = t.day offset ${mostADay - 1} limit 1)
      on conflict (day, query) do update
        set searches = search_log.searches + excluded.searches, results = coalesce(${results}, search_log.results)`.execute(
      db,
    );
  } catch (error) {
    log.warn({ err: error }, "cannot count a search");
  }
}

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
