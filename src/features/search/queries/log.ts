import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { createKept } from "#app/lib/kept.ts";
import { popularSearches } from "#app/rules/popular-searches.ts";
import { queryWords } from "#app/rules/search-text.ts";

export type LoggedQuery = {
  query: string;
  /** How often in the time asked about. */
  searches: number;
  /** Found by the last of them; 1,000 stands for more. */
  results: number;
  /** Of the same length of time before: how often then. */
  before: number;
};

export type LogSpan = {
  /** Days up to today. */
  days: number;
  limit: number;
  /** Searched for at least so often. */
  atLeast?: number;
};

function logged(db: Kysely<Database>, { days, limit, atLeast = 1 }: LogSpan, onlyEmpty: boolean) {
  return sql<LoggedQuery>`
    with today as (select (now() at time zone 'utc')::date as day),
    counted as (
      select l.query,
        coalesce(sum(l.searches) filter (where l.day > t.day - ${days}::integer), 0)::integer as searches,
        coalesce(sum(l.searches) filter (where l.day <= t.day - ${days}::integer), 0)::integer as before,
        (array_agg(l.results order by l.day desc))[1] as results
      from search_log l cross join today t
      where l.day > t.day - 2 * ${days}::integer group by l.query)
    select query, searches, results, before from counted
    where searches >= greatest(1, ${atLeast}::integer) and ${onlyEmpty ? sql`results = 0` : sql`results > 0`}
    order by searches desc, query limit ${limit}`.execute(db);
}

/** What was searched for most and found something, most often first. */
export async function popularQueries(db: Kysely<Database>, span: LogSpan): Promise<LoggedQuery[]> {
  return (await logged(db, span, false)).rows;
}

/** What was searched for and found nothing the last time, most often first. */
export async function zeroResultQueries(
  db: Kysely<Database>,
  span: LogSpan,
): Promise<LoggedQuery[]> {
  return (await logged(db, span, true)).rows;
}

/** Days and searches from which a query is popular. */
const popular = { days: 30, atLeast: 5, results: 8 } as const;

/** Asked by every search that finds nothing; the answer is of thirty days. */
const keptChips = createKept<readonly string[]>({ max: 1, ttlMs: 60_000 });

/** The words to offer, as they were a minute ago at most. */
export function offeredChips(db: Kysely<Database>): Promise<readonly string[]> {
  return keptChips(db, "", () => popularChips(db));
}

/**
 * The words to offer: what was searched for most of late, where there is enough of it, else those of the design. Only
 * words that titles and tags of public pictures use are repeated to everybody.
 */
export async function popularChips(db: Kysely<Database>): Promise<readonly string[]> {
  const { days, atLeast, results } = popular;
  const found = await popularQueries(db, { days, atLeast, limit: 40 });
  const common = found.filter((row) => row.results >= results);
  const words = [...new Set(common.flatMap(({ query }) => queryWords(query)))];
  if (words.length === 0) return popularSearches;
  const { rows } = await sql<{ word: string }>`
    select w.word from unnest(${words}::text[]) as w (word)
    where (
      select count(*) from (
        select 1 from image_search s
        where s.words @@ to_tsquery('english', quote_literal(w.word) || ':AB') limit 3) used) = 3`.execute(
    db,
  );
  const used = new Set(rows.map(({ word }) => word));
  const chips = common
    .map(({ query }) => query)
    .filter((query) => query.length <= 24 && queryWords(query).every((word) => used.has(word)));
  return chips.length >= popularSearches.length
    ? chips.slice(0, popularSearches.length)
    : popularSearches;
}
