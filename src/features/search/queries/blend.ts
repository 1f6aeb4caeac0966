import { sql, type Kysely, type RawBuilder } from "kysely";
import { EMBEDDING_LENGTH, EMBEDDING_VERSION } from "#app/adapters/vision/port.ts";
import type { Database } from "#app/db/schema.ts";
import { foldText } from "#app/rules/search-text.ts";
import { binaryEmbedding } from "#app/rules/binary-embedding.ts";
import { anyWord, conditionOf, type Wanted } from "./conditions.ts";
import type { Page, Ranked } from "./matches.ts";
import { rankOf, type RankedBy } from "./rank.ts";
import { newestOf } from "./recent.ts";
import type { Term } from "./synonyms.ts";
import { anyTerm, coverage, rarestTerms } from "./term-weights.ts";

type Db = Kysely<Database>;

/** Best of those that have some of the words. */
const partialAtMost = 200;
/** Of the newest so many of either kind. */
const partialsRanked = 400;
/** Nearest by signs, measured exactly; of more where filters will take most of them away. */
const nearest = { free: 80, filtered: 200 } as const;
/** From so many the distance is guessed beyond which nothing can be among the nearest. */
const sampled = 4_000;
/** Titles nearly as typed. */
const rescued = 50;

/** What it counts to have every word, and what meaning counts beside words. */
const counts = { every: 1, meaning: 1, coverage: 0.2, title: 0.6 } as const;
/** Titles less alike than this are alike by chance. */
const chance = 0.5;
/** Cosine from which meaning alone makes a result: of pictures that a query does not mean, one in ten has more. */
export const leastLikeness = 0.34;

export type Blended = {
  wanted: Wanted;
  /** The words that count one by one. */
  by: RankedBy;
  /** The words with their synonyms, and what each weighs. */
  terms: readonly Term[];
  weights: string;
  /** As typed, for titles that are nearly so. */
  typed: string;
  meaning: Float32Array | null;
  /** Words in use that look like words of nobody: where hardly anything has the words, pictures with these come along. */
  alike: readonly string[];
  /** Least cosine; -1 lets the nearest through whatever they are. */
  least: number;
};

const isFiltered = ({ filters, read }: Wanted) =>
  read.length > 0 || Object.values(filters).some((value) => value !== undefined);

/**
 * Pictures whose words mean the same, with the cosine; an empty list without a meaning. Of all that are compared only
 * those are put in order that are no further than the last wanted one of a few: the nearest are always among them.
 */
function alikeRows({ meaning, wanted }: Blended, asOf: Date): RawBuilder<unknown> {
  if (meaning === null) {
    return sql`select null::uuid as picture_id, 0::float8 as likeness where false`;
  }
  const looked = isFiltered(wanted) ? nearest.filtered : nearest.free;
  const apart = sql`bit_count(i.signs # ${binaryEmbedding(meaning)}::bit(512))`;
  // "offset 0" has the time compared of the few that are near, not of all.
  return sql`
    select n.picture_id, (
      select sum(x * y) from unnest(m.meaning, ${[...meaning]}::real[]) as v (x, y))::float8 as likeness
    from (
      select near.picture_id from (
        select i.picture_id, i.created_at, ${apart} as apart from image_search_meanings i
        where ${apart} <= coalesce((
          select few.apart from (
            select ${apart} as apart from image_search_meanings i where i.created_at <= ${asOf}
            order by i.created_at desc limit ${sampled}) few
          order by few.apart offset ${looked - 1} limit 1), ${EMBEDDING_LENGTH})
        offset 0) near
      where near.created_at <= ${asOf} order by near.apart limit ${looked}) n
    join picture_meanings m on m.picture_id = n.picture_id and m.version = ${EMBEDDING_VERSION}`;
}

/** The best by a rank of the newest few hundred; `count` is of those. */
async function bestOfNewest(
  db: Db,
  condition: RawBuilder<boolean>,
  rank: RawBuilder<unknown>,
  limit: number,
) {
  const { rows } = await sql<{ picture_id: string; rank: number; count: number }>`
    select s.picture_id, ${rank} as rank, count(*) over ()::integer as count from (
      select * from image_search s where ${condition}
      order by s.created_at desc, s.picture_id desc limit ${partialsRanked}) s
    order by rank desc, s.picture_id desc limit ${limit}`.execute(db);
  return { rows, count: rows[0]?.count ?? 0 };
}

/** The best of the newest pictures that have some of the words, the rarer ones first of all, with their coverage. */
async function partialMatches(db: Db, blend: Blended, page: Page) {
  const { wanted, terms, weights } = blend;
  if (terms.length === 0) return [];
  const asked = anyTerm(rarestTerms(terms, weights, page.state.total));
  const others = conditionOf({ ...wanted, words: [] }, { ...page, beside: true });
  const all = sql<boolean>`(s.words @@ ${asked} and ${others})`;
  const newest = { condition: all, enough: partialsRanked };
  const { rows } = await newestOf(db, newest, page, (condition) =>
    bestOfNewest(db, condition, coverage(terms, weights), partialAtMost),
  );
  return rows;
}

/** Of the newest pictures with words that look alike those whose titles are most as typed. */
async function rescuedMatches(db: Db, { alike }: Blended, title: string, page: Page) {
  if (alike.length === 0) return [];
  const all = sql<boolean>`(s.words @@ ${anyWord(alike)} and s.created_at <= ${page.asOf})`;
  const newest = { condition: all, enough: partialsRanked };
  const { rows } = await newestOf(db, newest, page, (condition) =>
    bestOfNewest(db, condition, sql`word_similarity(${title}, s.title)`, rescued),
  );
  return rows.filter(({ rank }) => rank >= chance).map((row) => row.picture_id);
}

/**
 * Pictures with every word first, then those with some, with a title nearly as typed, or with words that mean the
 * same, all in one order.
 */
export async function blendedMatches(db: Db, blend: Blended, page: Page): Promise<Ranked[]> {
  const { wanted, by, terms, weights, typed, least } = blend;
  const { byNames } = page;
  const title = foldText(typed);
  const { after, asOf, limit } = page;
  const partial = await partialMatches(db, blend, page);
  const ids = partial.map((row) => row.picture_id);
  const rescuedIds = await rescuedMatches(db, blend, title, page);
  const hasEvery =
    by.words.length > 0
      ? conditionOf({ ...wanted, words: by.words }, { asOf: null, byNames })
      : sql`false`;
  // Every word by synonyms of several words is no partial match of the words themselves.
  const others =
    by.others.length > 0
      ? sql`union (select s.picture_id from image_search s where ${hasEvery} limit ${partialAtMost})`
      : sql``;
  const { rows } = await sql<Ranked>`
    with alike as materialized (${alikeRows(blend, asOf)}),
    candidates as (
      select picture_id from alike where likeness >= ${least}::float8
      union select unnest(${[...ids, ...rescuedIds]}::uuid[])
      ${others}),
    covered as (
      select * from unnest(${ids}::uuid[], ${partial.map(({ rank }) => rank)}::float8[]) as c (picture_id, share)),
    ranked as (
      select s.picture_id as id,
        ${counts.coverage}::float8 * coalesce(covered.share, ${coverage(terms, weights)})
        + case when ${hasEvery} then ${counts.every}::float8 + ${rankOf(by)} else 0 end
        + ${counts.title}::float8 * greatest(0, word_similarity(${title}, s.title)::float8 - ${chance}::float8)
        + ${counts.meaning}::float8 * coalesce(a.likeness, 0) as rank
      from candidates join image_search s using (picture_id) left join alike a using (picture_id)
        left join covered using (picture_id)
      where ${conditionOf({ ...wanted, words: [] }, { asOf, byNames, beside: true })})
    select id, rank from ranked
    where ${after ? sql`(rank, id) < (${after.rank}::float8, ${after.id}::uuid)` : sql`true`}
    order by rank desc, id desc limit ${limit}`.execute(db);
  return rows;
}
