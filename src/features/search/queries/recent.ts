import { sql, type Kysely, type RawBuilder } from "kysely";
import { LRUCache } from "lru-cache";
import type { Database } from "#app/db/schema.ts";
import type { IndexState } from "#app/rules/search-hits.ts";
import { periodsBetween } from "#app/rules/search-periods.ts";
import type { Services } from "#app/services.ts";
import { INDEX_VERSION } from "../commands/upsert.ts";

type Db = Kysely<Database>;
type Bool = RawBuilder<boolean>;

/** So many rows are read in no time: less is not worth a thought. */
const few = 3_000;
/** So many are walked through in the order of time in no time. */
const walked = 40_000;
/** More periods take longer to look into than they save. */
const mostPeriods = 64;
/** The periods looked into should hold so many times what is wanted: words come and go, and statistics are of yesterday. */
const room = 1.4;

/** Statistics are of yesterday anyway: they are read once in so long. */
const readAgainMs = 60_000;

/** Keeps what was read of the index last. */
export const openState = (): Services["search"]["state"] =>
  new LRUCache({ max: 1, ttl: readAgainMs });

async function readTimes(db: Db): Promise<readonly Date[]> {
  const { rows } = await sql<{ times: Date[] | null }>`
    select s.histogram_bounds::text::timestamptz[] as times from pg_stats s join pg_class c on c.relname = s.tablename
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = s.schemaname
    where c.oid = 'image_search'::regclass and s.attname = 'created_at'`.execute(db);
  return rows[0]?.times ?? [];
}

/** What is known of the index. An index that is being built is looked at anew each time: it may be complete by now. */
export async function indexState({
  db,
  search,
}: Pick<Services, "db" | "search">): Promise<IndexState> {
  const known = search.state.get("all");
  if (known !== undefined) return known;
  const { rows } = await sql<{ current: boolean; total: number }>`
    select coalesce((select done from search_backfill where version = ${INDEX_VERSION}), false) as current,
      c.reltuples::integer as total
    from pg_class c where c.oid = 'image_search'::regclass`.execute(db);
  const [{ current: isCurrent, total }] = rows;
  const state = { isCurrent, total, times: await readTimes(db) };
  if (isCurrent) search.state.set("all", state);
  return state;
}

/**
 * How many rows the planner expects a condition to let through; it knows how common the 10,000 commonest lexemes are.
 * Nothing is run: planning takes 0.3 ms, less than any count (decision 057).
 */
async function expected(db: Db, condition: Bool): Promise<number> {
  const { rows } = await sql<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>`
    explain (format json) select 1 from image_search s where ${condition}`.execute(db);
  return rows[0]["QUERY PLAN"][0].Plan["Plan Rows"];
}

/** The periods in which the newest of so great a share of all rows should lie; null where it is better to look at all. */
function periodsFor(share: number, asOf: Date, { times }: IndexState): string[] | null {
  if (share >= 1 || times.length < 2) return null;
  const periods = periodsBetween(times[Math.floor((1 - share) * (times.length - 1))], asOf);
  return periods.length <= mostPeriods ? periods : null;
}

export type Asked = {
  condition: Bool;
  /** The same in other words, quicker where it fits so many that the newest rows are walked through one by one. */
  ofMany?: Bool;
  /** So many rows are wanted. */
  enough: number;
};

/**
 * Looks for the newest rows that fit a condition: where it fits neither few nor many, first among those of late, as far
 * back as by the statistics they should reach, and if that was not far enough among all. What is found is the same
 * either way.
 * @param look counts what it finds up to `enough`
 */
export async function newestOf<T extends { count: number }>(
  db: Db,
  { condition, ofMany = condition, enough }: Asked,
  { asOf, state }: { asOf: Date; state: IndexState },
  look: (condition: Bool) => Promise<T>,
): Promise<T> {
  if (!state.isCurrent || state.total < walked) return look(condition);
  const rows = await expected(db, condition);
  if (rows <= few) return look(condition);
  const share = (room * enough) / rows;
  if (share * state.total <= walked) return look(ofMany);
  const periods = periodsFor(share, asOf, state);
  if (periods !== null) {
    const late = sql`${periods.map((period) => `'${period}'`).join(" | ")}::tsquery`;
    // A condition of its own: the lists of the words are then skipped up to the first picture of late.
    const found = await look(sql<boolean>`(s.words @@ ${late} and ${condition})`);
    if (found.count >= enough) return found;
  }
  return look(condition);
}
