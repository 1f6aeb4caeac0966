import { sql, type Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { loggedQuery } from "#app/rules/logged-query.ts";
import type { Services } from "#app/services.ts";

/** Different queries that are noted in a day: what nobody else asks tells nothing, and anybody could write without end. */
const mostADay = 5_000;
/** Milliseconds after which searches are in the log: one statement each would cost more than many a page. */
const flushMs = 1_000;
/** Different queries that wait; then they are written at once. */
const mostUncounted = 1_000;

type LogServices = Pick<Services, "db" | "log" | "search">;
type Counted = { searches: number; results: number };

/** In the order of the queries, so that two processes never wait for each other. */
async function writeSearches(
  db: Kysely<Database>,
  counted: ReadonlyMap<string, Counted>,
): Promise<void> {
  const rows = [...counted];
  await sql`
    with t as materialized (select (now() at time zone 'utc')::date as day),
    asked as materialized (
      select t.day, a.query, a.searches, a.results,
        exists (select from search_log l where l.day = t.day and l.query = a.query) as known
      from t, unnest(
        ${rows.map(([query]) => query)}::text[], ${rows.map(([, { searches }]) => searches)}::integer[],
        ${rows.map(([, { results }]) => results)}::integer[]) as a (query, searches, results)),
    room as (
      select greatest(0, ${mostADay}::integer - count(*)) as queries from (
        select from t join search_log l using (day) limit ${mostADay}) noted)
    insert into search_log (day, query, searches, results)
    select day, query, searches, results from (
      select * from asked where known
      union all (
        select * from asked where not known order by query limit (select queries from room))) counted
    order by query
    on conflict (day, query) do update
      set searches = search_log.searches + excluded.searches, results = excluded.results`.execute(
    db,
  );
}

/** Writes the searches that are counted in memory. Never throws: counting is no part of an answer. */
export async function flushSearchLog({ db, log, search }: LogServices): Promise<void> {
  const { uncounted } = search;
  clearTimeout(uncounted.timer);
  uncounted.timer = undefined;
  const { queries } = uncounted;
  uncounted.queries = new Map();
  if (queries.size > 0) {
    uncounted.writing = Promise.all([uncounted.writing, writeSearches(db, queries)]).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, "cannot count searches"),
    );
  }
  // Whoever ends the program waits for those before, too.
  await uncounted.writing;
}

function count(services: LogServices, query: string, results: number): void {
  const { uncounted } = services.search;
  const searches = uncounted.queries.get(query)?.searches ?? 0;
  uncounted.queries.set(query, { searches: searches + 1, results });
  if (uncounted.queries.size >= mostUncounted) void flushSearchLog(services);
  else uncounted.timer ??= setTimeout(() => void flushSearchLog(services), flushMs).unref();
}

/**
 * Counts a search each time that it is called, for Search Pulse: what was asked, how much was found and the day; nothing
 * of who asked. Queries that may name a person (addresses, long numbers) are not kept, nor more than 5,000 of a day. In
 * the log within a second.
 */
export function searchCounter(services: LogServices, typed: string, results: number): () => void {
  const query = loggedQuery(typed);
  return () => {
    if (query !== null) count(services, query, results);
  };
}
