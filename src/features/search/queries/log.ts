import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { createKept } from "#app/lib/kept.ts";
import { decodeCursorOrRefuse, takePage } from "#app/lib/paging.ts";
import { popularSearches } from "#app/rules/popular-searches.ts";
import { queryWords } from "#app/rules/search-text.ts";
import { decodeQueryCursor, encodeQueryCursor } from "./log-cursor.ts";

export type LoggedQuery = {
  query: string;
  /** How often in the time asked about. */
  searches: number;
  /** Found by the last of them; 1,000 stands for more. */
  results: number;
  /** Of the same length of time before: how often then. */
  before: number;
};

/** Searched for most, more often than before, and found nothing the last time. */
export const queryLists = ["popular", "rising", "nothing"] as const;
type QueryList = (typeof queryLists)[number];

export type LogFilter = {
  list: QueryList;
  /** Days up to today. */
  days: number;
  /** Part of the query. */
  q?: string;
  /** Searched for at least so often. */
  atLeast?: number;
  cursor?: string;
  limit: number;
};

/** What each list holds and what it is ordered by, the most first. */
const lists: Record<QueryList, { holds: RawBuilder<boolean>; rank: RawBuilder<number> }> = {
  popular: { holds: sql`results > 0`, rank: sql`searches` },
  // Once more than before may be chance.
  rising: { holds: sql`searches - before >= 2`, rank: sql`(searches - before)` },
  nothing: { holds: sql`results = 0`, rank: sql`searches` },
};

/** The day so many days ago, in UTC; as a subquery it is computed once and not for each row. */
const dayBefore = (days: number) =>
  sql`(select (now() at time zone 'utc')::date - ${days}::integer)`;

/**
 * What the last day's search found. Day and number in one integer, because an ordered aggregate would sort all rows: eight
 * times slower with 100,000 of them. Numbers end at 1,000.
 */
const latestResults = sql<number>`(max((day - date '2000-01-01') * 2048 + results) % 2048)`;

/**
 * What was searched for; `next` is the cursor of the page after.
 * @throws AppError invalid-request for an unknown cursor
 */
export async function loggedQueries(
  db: Kysely<Database>,
  { list, days, q = "", atLeast = 1, cursor, limit }: LogFilter,
): Promise<{ items: LoggedQuery[]; next: string | null }> {
  const after = decodeCursorOrRefuse(cursor, decodeQueryCursor);
  const { holds, rank } = lists[list];
  const like = `%${q.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const named = q === "" ? sql`true` : sql`query like ${like}`;
  const beyond =
    after === undefined
      ? sql`true`
      : sql`(${rank} < ${after.rank}::integer or (${rank} = ${after.rank}::integer and query > ${after.query}))`;
  const { rows } = await sql<LoggedQuery & { rank: number }>`
    with counted as (
      select query,
        coalesce(sum(searches) filter (where day > ${dayBefore(days)}), 0)::integer as searches,
        coalesce(sum(searches) filter (where day <= ${dayBefore(days)}), 0)::integer as before,
        ${latestResults} as results
      from search_log where day > ${dayBefore(2 * days)} and ${named} group by query)
    select query, searches, results, before, ${rank} as rank from counted
    where searches >= greatest(1, ${atLeast}::integer) and ${holds} and ${beyond}
    order by ${rank} desc, query limit ${limit + 1}`.execute(db);
  const { page, last } = takePage(rows, limit);
  return {
    items: page.map(({ query, searches, results, before }) => ({
      query,
      searches,
      results,
      before,
    })),
    next: last === undefined ? null : encodeQueryCursor(last),
  };
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
  const { items } = await loggedQueries(db, { list: "popular", days, atLeast, limit: 40 });
  const common = items.filter((row) => row.results >= results);
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
