import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { foldText } from "#app/rules/search-text.ts";
import type { ParsedFilter } from "#app/rules/search-query.ts";
import { anyWord, conditionOf, targetsOf, type Wanted } from "./conditions.ts";
import type { Page, Ranked } from "./matches.ts";
import { nearestMeanings, type Alike } from "./meanings.ts";
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
  /** Ids of the pictures with every word; null where they have to be looked up. */
  every: readonly string[] | null;
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

/** What may be meant: by some of the words with their coverage, by the title, and by its meaning. */
type Candidates = {
  partial: Awaited<ReturnType<typeof partialMatches>>;
  rescuedIds: readonly string[];
  alike: readonly Alike[];
};

/** Every candidate with what speaks for it; each is measured once, however often the measures are named. */
function scored(
  blend: Blended,
  page: Page,
  { partial, rescuedIds, alike }: Candidates,
): RawBuilder<unknown> {
  const { wanted, by, terms, weights, typed, every } = blend;
  const { asOf, byNames, source } = page;
  const title = foldText(typed);
  const ids = partial.map((row) => row.picture_id);
  const meant = alike
    .filter(({ likeness }) => likeness >= confidence.near)
    .map((row) => row.picture_id);
  const hasEvery = conditionOf(wanted, { asOf: null, byNames });
  const colors = colorsOnly(wanted);
  const hasColors = conditionOf(colors, { asOf: null, byNames, beside: true });
  const nearness = wanted.read.some(isColor) ? nearnessTo(targetsOf(colors)) : sql`0::float8`;
  // The partial matches are the newest that have the rarest of the words: one with every word may be older.
  const others =
    every === null
      ? sql`union (select s.picture_id from ${source.rows} s where ${hasEvery} limit ${partialAtMost})`
      : sql``;
  return sql`
    with candidates as (
      select unnest(${[...new Set([...meant, ...ids, ...rescuedIds, ...(every ?? [])])]}::uuid[]) as picture_id
      ${others}),
    covered as (
      select * from unnest(${ids}::uuid[], ${partial.map(({ rank }) => rank)}::float8[]) as c (picture_id, share)),
    alike as (
      select * from unnest(${alike.map((row) => row.picture_id)}::uuid[], ${alike.map(({ likeness }) => likeness)}::float8[])
        as a (picture_id, likeness)),
    measured as materialized (
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
  const looked = isFiltered(blend.wanted) ? nearest.filtered : nearest.free;
  const alike = await nearestMeanings(db, blend.meaning, page, looked);
  const beyond = after ? sql`(rank, id) < (${after.rank}::float8, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<Ranked & { sure: boolean; count: number }>`
    with scored as materialized (${scored(blend, page, { partial, rescuedIds, alike })})
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
