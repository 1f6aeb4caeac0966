import { sql, type Kysely, type RawBuilder } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import type { IndexState, SearchPlace, SearchSort } from "#app/rules/search-hits.ts";
import type { Database } from "#app/db/schema.ts";
import type { Services } from "#app/services.ts";
import {
  conditionOf,
  isOfMany,
  isPaletteAlone,
  paletteIds,
  type Span,
  type Wanted,
} from "./conditions.ts";
import { isOneOf, newestOfPalettes, type KeptPalettes } from "./palettes.ts";
import { newestOf } from "./recent.ts";
import { gallery, type Source } from "./scope.ts";

type Db = Kysely<Database>;

/** Ranking looks at the newest so many: ranking all matches of a common word takes a hundred times as long. */
export const rankedAtMost = 1_000;

export type Ranked = { id: string; rank: number };

/** The stretch of a list that is asked for. */
export type Page = Span & {
  asOf: Date;
  after: SearchPlace | null;
  limit: number;
  state: IndexState;
  source: Source;
  /** What is known of the meanings of the whole gallery. */
  signs: Services["search"]["signs"];
  /** The newest palettes of the whole gallery, for a search by a palette alone; null for any other. */
  palettes: KeptPalettes | null;
};

const countOf = { liked: sql<number>`c.likes`, remixed: sql<number>`c.remixes` } as const;

/** Rows after a place in descending order of a rank; the comparison of whole rows is what an index can seek to. */
function beyond(after: SearchPlace | null, rank: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  if (after === null) return sql<boolean>`true`;
  return sql<boolean>`(${rank}, ${id}) < (${after.rank}::float8, ${after.id}::uuid)`;
}

/** The newest matches, without an end. The rank of a place is its time. */
export async function newestMatches(db: Db, wanted: Wanted, page: Page): Promise<Ranked[]> {
  const { after, limit } = page;
  const place = after
    ? sql`and (s.created_at, s.picture_id) < (${new Date(after.rank)}, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<{ id: string; created_at: Date }>`
    select s.picture_id as id, s.created_at from ${page.source.rows} s
    where ${conditionOf(wanted, page)} ${place}
    order by s.created_at desc, s.picture_id desc limit ${limit}`.execute(db);
  return rows.map(({ id, created_at }) => ({ id, rank: created_at.getTime() }));
}

/** All matches by likes or remixes, without an end; for searches without words, whose filters let most rows through. */
export async function countedMatches(
  db: Db,
  sort: "liked" | "remixed",
  wanted: Wanted,
  page: Page,
): Promise<Ranked[]> {
  const { after, limit } = page;
  const count = countOf[sort];
  const place = after
    ? sql`and (${count}, c.picture_id) < (${after.rank}::integer, ${after.id}::uuid)`
    : sql``;
  const { rows } = await sql<Ranked>`
    select c.picture_id as id, ${count} as rank
    from ${page.source.counts} c join ${page.source.rows} s on s.picture_id = c.picture_id
    where ${conditionOf(wanted, page)} ${place}
    order by ${count} desc, c.picture_id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * A colour that many have is sooner measured than looked up. A palette is always measured: the cells of its first colour
 * are those of half of all pictures.
 */
function newestThousand(wanted: Wanted, page: Page) {
  const { source } = page;
  const ids =
    source === gallery
      ? paletteIds(wanted, { ...page, before: null, atMost: rankedAtMost + 1 })
      : null;
  const measured = ids === null ? null : isOneOf(ids);
  const ofMany = measured ?? conditionOf(wanted, { ...page, beside: true });
  const condition = measured !== null && isOfMany(wanted) ? measured : conditionOf(wanted, page);
  return { condition, ofMany, enough: rankedAtMost + 1 };
}

/**
 * Looks among the newest 1,001 matches: those of a palette alone are found in memory.
 * @param look counts what it finds
 */
async function lookNewest<T extends { count: number }>(
  db: Db,
  wanted: Wanted,
  page: Page,
  look: (condition: RawBuilder<boolean>) => Promise<T>,
): Promise<T> {
  const { palettes } = page;
  if (palettes === null || !isPaletteAlone(wanted)) {
    return newestOf(db, newestThousand(wanted, page), page, look);
  }
  return newestOfPalettes(db, palettes, { wanted, ...page, atMost: rankedAtMost + 1 }, look);
}

/** Of fewer pictures than this any plan is quick, and to make one takes longer than to run it. */
const small = 20_000;

/** Words alone are one parameter of one statement, which small galleries plan once. Among many pictures the plan depends on the words. */
const onceFor = ({ filters, read }: Wanted, { state }: Page) =>
  state.total < small && read.length === 0 && Object.keys(filters).length === 0 ? prepared : sql``;

/** The newest 1,000 matches in the order of a rank; `count` is up to 1,001. */
export async function rankedMatches(
  db: Db,
  sort: Exclude<SearchSort, "newest">,
  wanted: Wanted,
  rank: RawBuilder<number>,
  page: Page,
): Promise<{ ranked: Ranked[]; count: number }> {
  const { after, limit, source } = page;
  const isCounted = sort !== "relevance";
  const value = isCounted ? sql<number>`${countOf[sort]}::float8` : rank;
  const found = await lookNewest(db, wanted, page, async (condition) => {
    const { rows } = await sql<{ id: string | null; rank: number; count: number }>`
      ${onceFor(wanted, page)} with found as materialized (
        select s.* from ${source.rows} s where ${condition}
        order by s.created_at desc, s.picture_id desc limit ${rankedAtMost + 1}),
      ranked as (
        select s.picture_id as id, ${value} as rank
        from found s ${isCounted ? sql`join ${source.counts} c on c.picture_id = s.picture_id` : sql``})
      select page.id, page.rank, counted.count
      from (select count(*)::integer as count from found) counted left join (
        select id, rank from ranked where ${beyond(after, sql`rank`, sql`id`)}
        order by rank desc, id desc limit ${limit}) page on true
      order by page.rank desc, page.id desc`.execute(db);
    return { rows, count: rows[0].count };
  });
  const ranked = found.rows.flatMap(({ id, rank }) => (id === null ? [] : [{ id, rank }]));
  return { ranked, count: found.count };
}

/** How many match, counted up to 1,001. */
export async function countMatches(db: Db, wanted: Wanted, page: Page): Promise<number> {
  const { count } = await lookNewest(db, wanted, page, async (condition) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (
        select 1 from ${page.source.rows} s where ${condition}
        order by s.created_at desc, s.picture_id desc limit ${rankedAtMost + 1}) counted`.execute(
      db,
    );
    return rows[0];
  });
  return count;
}
