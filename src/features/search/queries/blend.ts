import { sql, type Kysely, type RawBuilder } from "kysely";
import { EMBEDDING_LENGTH, EMBEDDING_VERSION } from "#app/adapters/vision/port.ts";
import type { Database } from "#app/db/schema.ts";
import { foldText } from "#app/rules/search-text.ts";
import { binaryEmbedding } from "#app/rules/binary-embedding.ts";
import type { ParsedFilter } from "#app/rules/search-query.ts";
import { anyWord, conditionOf, targetsOf, type Wanted } from "./conditions.ts";
import type { Page, Ranked } from "./matches.ts";
import { nearnessTo, rankOf, type RankedBy } from "./rank.ts";
import { newestOf } from "./recent.ts";
import type { Term } from "./synonyms.ts";
import { anyTerm, coverage, fullCoverage, rarestTerms } from "./term-weights.ts";

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

/** What it counts to have every word, to mean the same, to have some of the words, this title, and the colours nearby. */
const counts = { every: 1, meaning: 1, coverage: 0.2, title: 0.6, nearness: 0.3 } as const;
/** Titles less alike than this are alike by chance. */
const chance = 0.5;

/**
 * Below which a picture without every word is no result, only one of the closest matches; and below which it is not
 * even that. Calibrated by `npm run bench -- search-recall`: docs/search.md says on what.
 */
const confidence = {
  /** Of meaning, words and title together, counted as in the rank. */
  sure: 0.575,
  near: 0.3,
  /** Titles as much alike are the same title with a slip. */
  title: 0.75,
  /** Share of the query's words, by rarity, that has to be there where nobody can compare meanings. */
  words: 0.75,
} as const;

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
  /** How many of the closest matches are wanted. */
  near: number;
};

/** The best of a blend: results, how many there are in all, and what comes closest where that is not enough. */
export type BlendedMatches = { sure: Ranked[]; count: number; near: Ranked[] };

/** Whether a search has any filters, set or named by its words. */
export const isFiltered = ({ filters, read }: Wanted): boolean =>
  read.length > 0 || Object.values(filters).some((value) => value !== undefined);

const isColor = ({ kind }: ParsedFilter) => kind === "color";
/** What candidates must have: everything but the words, and the colours that words name, which are a matter of rank. */
const setBeside = (wanted: Wanted): Wanted => ({
  ...wanted,
  words: [],
  read: wanted.read.filter((filter) => !isColor(filter)),
});
const colorsOnly = ({ read }: Wanted): Wanted => ({
  filters: {},
  read: read.filter(isColor),
  words: [],
  literal: [],
  synonyms: {},
});

/**
 * Pictures whose words mean the same, with the cosine; an empty list without a meaning. Of all that are compared only
 * those are put in order that are no further than the last wanted one of a few: the nearest are always among them.
 */
function alikeRows({ meaning, wanted }: Blended, { asOf, source }: Page): RawBuilder<unknown> {
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
        select i.picture_id, i.created_at, ${apart} as apart from ${source.meanings} i
        where ${apart} <= coalesce((
          select few.apart from (
            select ${apart} as apart from ${source.meanings} i where i.created_at <= ${asOf}
            order by i.created_at desc limit ${sampled}) few
          order by few.apart offset ${looked - 1} limit 1), ${EMBEDDING_LENGTH})
        offset 0) near
      where near.created_at <= ${asOf} order by near.apart limit ${looked}) n
    join picture_meanings m on m.picture_id = n.picture_id and m.version = ${EMBEDDING_VERSION}`;
}

/** The best by a rank of the newest few hundred; `count` is of those. */
async function bestOfNewest(
  db: Db,
  { source }: Page,
  condition: RawBuilder<boolean>,
  rank: RawBuilder<unknown>,
  limit: number,
) {
  const { rows } = await sql<{ picture_id: string; rank: number; count: number }>`
    select s.picture_id, ${rank} as rank, count(*) over ()::integer as count from (
      select * from ${source.rows} s where ${condition}
      order by s.created_at desc, s.picture_id desc limit ${partialsRanked}) s
    order by rank desc, s.picture_id desc limit ${limit}`.execute(db);
  return { rows, count: rows[0]?.count ?? 0 };
}

/** The best of the newest pictures that have some of the words, the rarer ones first of all, with their coverage. */
async function partialMatches(db: Db, blend: Blended, wanted: Wanted, page: Page) {
  const { terms, weights } = blend;
  if (terms.length === 0) return [];
  const asked = anyTerm(rarestTerms(terms, weights, page.state.total));
  const others = conditionOf({ ...wanted, words: [] }, { ...page, beside: true });
  const all = sql<boolean>`(s.words @@ ${asked} and ${others})`;
  const newest = { condition: all, enough: partialsRanked };
  const { rows } = await newestOf(db, newest, page, (condition) =>
    bestOfNewest(db, page, condition, coverage(terms, weights), partialAtMost),
  );
  return rows;
}

/** Partial matches that have the colours, and others for the closest matches. */
async function allPartialMatches(db: Db, blend: Blended, page: Page) {
  const { wanted } = blend;
  const fitting = await partialMatches(db, blend, wanted, page);
  if (blend.near === 0 || !wanted.read.some(isColor)) return fitting;
  const others = await partialMatches(db, blend, setBeside(wanted), page);
  const known = new Set(fitting.map((row) => row.picture_id));
  return [...fitting, ...others.filter((row) => !known.has(row.picture_id))];
}

/** Of the newest pictures with words that look alike those whose titles are most as typed. */
async function rescuedMatches(db: Db, { alike }: Blended, title: string, page: Page) {
  if (alike.length === 0) return [];
  const all = sql<boolean>`(s.words @@ ${anyWord(alike)} and s.created_at <= ${page.asOf})`;
  const newest = { condition: all, enough: partialsRanked };
  const { rows } = await newestOf(db, newest, page, (condition) =>
    bestOfNewest(db, page, condition, sql`word_similarity(${title}, s.title)`, rescued),
  );
  return rows.filter(({ rank }) => rank >= chance).map((row) => row.picture_id);
}

/** How sure a scored row is to be meant; colours that are missing make it unsure whatever else it has. */
function isSure({ meaning, terms, weights }: Blended): RawBuilder<boolean> {
  const full = fullCoverage(terms, weights);
  // Without a meaning the words have to say nearly all of it.
  const byWords = full > 0 ? sql`share >= ${confidence.words * full}::float8` : sql<boolean>`false`;
  const enough = meaning === null ? byWords : sql`said >= ${confidence.sure}::float8`;
  return sql<boolean>`(every or (colored and (${enough} or alike >= ${confidence.title}::float8)))`;
}

/** Every candidate with what speaks for it. */
function scored(
  blend: Blended,
  page: Page,
  partial: Awaited<ReturnType<typeof partialMatches>>,
  rescuedIds: readonly string[],
): RawBuilder<unknown> {
  const { wanted, by, terms, weights, typed } = blend;
  const { asOf, byNames, source } = page;
  const title = foldText(typed);
  const ids = partial.map((row) => row.picture_id);
  const hasEvery = conditionOf(wanted, { asOf: null, byNames });
  const colors = colorsOnly(wanted);
  const hasColors = conditionOf(colors, { asOf: null, byNames, beside: true });
  const nearness = wanted.read.some(isColor) ? nearnessTo(targetsOf(colors)) : sql`0::float8`;
  // Every word by synonyms of several words, or by words too short to be terms, is no partial match.
  const isPartial = by.others.length === 0 && wanted.words.every((word) => word.length > 2);
  const others = isPartial
    ? sql``
    : sql`union (select s.picture_id from ${source.rows} s where ${hasEvery} limit ${partialAtMost})`;
  return sql`
    with alike as materialized (${alikeRows(blend, page)}),
    candidates as (
      select picture_id from alike where likeness >= ${confidence.near}::float8
      union select unnest(${[...ids, ...rescuedIds]}::uuid[])
      ${others}),
    covered as (
      select * from unnest(${ids}::uuid[], ${partial.map(({ rank }) => rank)}::float8[]) as c (picture_id, share)),
    measured as (
      select s.picture_id as id, ${hasEvery} as every, ${hasColors} as colored, ${nearness} as nearness,
        case when ${hasEvery} then ${rankOf(by)} else 0 end as words,
        coalesce(covered.share, ${coverage(terms, weights)}) as share,
        word_similarity(${title}, s.title)::float8 as alike, coalesce(a.likeness, 0) as likeness
      from candidates join ${source.rows} s using (picture_id) left join alike a using (picture_id)
        left join covered using (picture_id)
      where ${conditionOf(setBeside(wanted), { asOf, byNames, beside: true })}),
    said as (
      select *, ${counts.meaning}::float8 * likeness + ${counts.coverage}::float8 * share
        + ${counts.title}::float8 * greatest(0, alike - ${chance}::float8) as said from measured)
    select id, said, share, alike, ${isSure(blend)} as sure,
      said + case when every then ${counts.every}::float8 + words else 0 end
        + ${counts.nearness}::float8 * nearness as rank from said`;
}

/**
 * Pictures with every word first, then those that are sure to be meant: by some of the words, by a title nearly as
 * typed, or by words that mean the same, all in one order. The closest of the others are set apart.
 */
export async function blendedMatches(db: Db, blend: Blended, page: Page): Promise<BlendedMatches> {
  const { after, limit } = page;
  const partial = await allPartialMatches(db, blend, page);
  const rescuedIds = await rescuedMatches(db, blend, foldText(blend.typed), page);
  const beyond = after ? sql`(rank, id) < (${after.rank}::float8, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<Ranked & { sure: boolean; count: number }>`
    with scored as materialized (${scored(blend, page, partial, rescuedIds)})
    (select id, rank, sure, (select count(*)::integer from scored where sure) as count
      from scored where sure and ${beyond} order by rank desc, id desc limit ${limit})
    union all
    (select id, rank, sure, 0 from scored
      where not sure and (share > 0 or alike >= ${chance}::float8 or said >= ${confidence.near}::float8)
      order by rank desc, id desc limit ${blend.near})`.execute(db);
  const ranked = (kind: readonly (typeof rows)[number][]) =>
    kind.map(({ id, rank }) => ({ id, rank }));
  const sure = rows.filter((row) => row.sure);
  return {
    sure: ranked(sure),
    count: sure[0]?.count ?? 0,
    near: ranked(rows.filter((row) => !row.sure)),
  };
}
