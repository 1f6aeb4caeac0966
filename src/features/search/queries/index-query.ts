import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import type { SearchHits, SearchPlace, SearchPlan } from "#app/rules/search-hits.ts";
import { parseQuery, type ParsedQuery } from "#app/rules/search-query.ts";
import { foldText } from "#app/rules/search-text.ts";
import type { Services } from "#app/services.ts";
import { blendedMatches, leastLikeness } from "./blend.ts";
import { targetFor, type Wanted } from "./conditions.ts";
import {
  countedMatches,
  countMatches,
  newestMatches,
  rankedAtMost,
  rankedMatches,
  type Page,
  type Ranked,
} from "./matches.ts";
import { rankOf, type RankedBy } from "./rank.ts";
import { indexState } from "./recent.ts";
import {
  applyFilters,
  asPlainWords,
  wantedOf,
  type NearRequest,
  type SearchRequest,
} from "./request.ts";
import { termsOf, withSiteSynonyms } from "./synonyms.ts";
import { weigh } from "./term-weights.ts";
import { withinLimits } from "./limits.ts";
import { alikeWords, correctedWords } from "./spelling.ts";

type Db = Kysely<Database>;
type SearchServices = Pick<Services, "db" | "search">;

/** Fewer pictures than this with every word, and those with some of them and those that mean the same come along. */
const fewMatches = 40;
/** Fewer than this, and the words may be misspelt. */
const hardlyAny = 3;

/** The query as it is searched for, and what has it: for the first page decided here, for others by the plan of the cursor. */
type Settled = Found & { query: ParsedQuery; relaxed: boolean; corrected: string | null };
/** `count` up to 1,001; of later pages it says nothing. */
type Found = { ranked: Ranked[]; count: number };

async function corrected(db: Db, query: ParsedQuery): Promise<ParsedQuery | null> {
  const changes = await correctedWords(db, query.words);
  // Whoever writes one word wrong rarely writes most of them wrong: then they are words that no picture uses.
  if (changes.size === 0 || changes.size > Math.max(2, query.words.length / 2)) return null;
  const typed = query.text.replace(
    /[\p{L}\p{M}\p{N}]+/gu,
    (part) => changes.get(foldText(part)) ?? part,
  );
  return parseQuery(typed);
}

const rankedBy = (query: ParsedQuery, wanted: Wanted): RankedBy => ({
  text: foldText(query.text),
  words: query.words,
  others: Object.values(wanted.synonyms).flatMap((phrases) =>
    phrases.flatMap((phrase) => phrase.split(" ")),
  ),
  target: targetFor(wanted),
});

/** The pictures that have all that is asked for. */
async function look(
  db: Db,
  request: SearchRequest,
  query: ParsedQuery,
  page: Page,
): Promise<Found> {
  const { sort } = request;
  const wanted = wantedOf(query, request);
  if (sort !== "newest") {
    return rankedMatches(db, sort, wanted, rankOf(rankedBy(query, wanted)), page);
  }
  const count = page.after === null ? await countMatches(db, wanted, page) : 0;
  return { ranked: await newestMatches(db, wanted, page), count };
}

/**
 * Reads the query so that it finds something: its filters in force if they leave anything, its words corrected if
 * needed.
 */
async function settleFirst(db: Db, request: SearchRequest, page: Page): Promise<Settled> {
  const asTyped = applyFilters(request.query, request);
  const settle = async (query: ParsedQuery, corrected: string | null): Promise<Settled> => {
    const found = await look(db, request, query, page);
    const canRelax = found.count === 0 && query.read.length > 0 && query.words.length > 0;
    if (!canRelax) return { ...found, query, relaxed: false, corrected };
    const plain = asPlainWords(query);
    const relaxed = await look(db, request, plain, page);
    return { ...relaxed, query: plain, relaxed: true, corrected };
  };
  const first = await settle(asTyped, null);
  // Words that have a synonym of the site are meant as they are.
  const isKnown = Object.keys(request.synonyms).length > 0;
  if (request.exact || isKnown || first.count >= hardlyAny || asTyped.words.length === 0) {
    return first;
  }
  const other = await corrected(db, asTyped);
  if (other === null) return first;
  const better = await settle(applyFilters(other, request), other.text);
  return better.count > first.count ? better : first;
}

/** The same again for a later page, by the plan of the first. */
async function settleAgain(
  db: Db,
  request: SearchRequest,
  page: Page,
  plan: SearchPlan,
): Promise<Settled> {
  const asTyped = applyFilters(request.query, request);
  const other = plan.corrected ? await corrected(db, asTyped) : null;
  const read = other ? applyFilters(other, request) : asTyped;
  const query = plan.relaxed ? asPlainWords(read) : read;
  const isBlend = plan.of !== "matches";
  const found = isBlend ? { ranked: [], count: 0 } : await look(db, request, query, page);
  return { ...found, query, relaxed: plan.relaxed, corrected: other?.text ?? null };
}

function hitsOf(
  ranked: readonly Ranked[],
  request: SearchRequest,
  settled: Pick<Settled, "query" | "corrected">,
  list: Pick<SearchPlace, "plan" | "weights" | "asOf">,
): SearchHits {
  const page = ranked.slice(0, request.limit);
  const last = ranked.length > request.limit ? page.at(-1) : undefined;
  return {
    ids: page.map(({ id }) => id),
    next: last === undefined ? null : { ...list, rank: last.rank, id: last.id },
    total: null,
    applied: settled.query.read,
    corrected: settled.corrected,
  };
}

const counted = (count: number) => ({
  count: Math.min(count, rankedAtMost),
  isMore: count > rankedAtMost,
});

/** Searches without words: the whole gallery, or all of it that filters let through. */
async function browse(db: Db, request: SearchRequest, page: Page): Promise<SearchHits> {
  const query = applyFilters(request.query, request);
  const wanted = wantedOf(query, request);
  const target = targetFor(wanted);
  // Only a colour is a matter of degree.
  const sort = request.sort === "relevance" && target === null ? "newest" : request.sort;
  const { after, asOf } = page;
  if (after !== null && (after.plan.of !== "all" || after.plan.sort !== sort)) throw otherList();
  const plan: SearchPlan = {
    sort,
    of: "all",
    corrected: false,
    relaxed: false,
    nearTitles: false,
  };
  const list = { plan, weights: "", asOf };
  const settled = { query, corrected: null };
  if (sort === "relevance") {
    const found = await rankedMatches(db, sort, wanted, rankOf(rankedBy(query, wanted)), page);
    const hits = hitsOf(found.ranked, request, settled, list);
    return after === null ? { ...hits, total: counted(found.count) } : hits;
  }
  const ranked =
    sort === "newest"
      ? await newestMatches(db, wanted, page)
      : await countedMatches(db, sort, wanted, page);
  const hits = hitsOf(ranked, request, settled, list);
  const isNarrowed = query.read.length > 0 || Object.keys(request.filters).length > 0;
  if (after !== null || !isNarrowed) return hits;
  return { ...hits, total: counted(await countMatches(db, wanted, page)) };
}

/** How far the clocks of two processes may lie apart. */
const mostSkewMs = 60_000;
const earlier = (a: Date, b: Date) => (a < b ? a : b);

const otherList = () => fieldError("cursor", "unknown", "This cursor belongs to another search");

/** The plan of a later page; null for the first. @throws AppError invalid-request where it is of another list */
function planOf({ after, sort }: SearchRequest): SearchPlan | null {
  if (after === null) return null;
  if (after.plan.sort !== sort || after.plan.of === "all") throw otherList();
  return after.plan;
}

/** Answers a search from the tables of this slice. */
export async function queryIndex(
  { db, search }: SearchServices,
  request: SearchRequest,
): Promise<SearchHits> {
  const { after, sort } = request;
  // A moment that is still to come would be one that nobody was given.
  const asOf = after === null ? new Date() : earlier(after.asOf, new Date(Date.now() + mostSkewMs));
  const state = await indexState(db);
  const page: Page = { asOf, byNames: state.isCurrent, state, after, limit: request.limit + 1 };
  if (request.query.words.length === 0) {
    return withinLimits(db, (tx) => browse(tx, request, page));
  }
  const before = planOf(request);
  const settled = await withinLimits(db, (tx) =>
    before === null ? settleFirst(tx, request, page) : settleAgain(tx, request, page, before),
  );
  const { query, relaxed, count } = settled;
  const isBlend =
    before === null
      ? sort === "relevance" && query.rest.length > 0 && count < fewMatches
      : before.of !== "matches";
  const nearTitles = before === null ? isBlend && count < hardlyAny : before.nearTitles;
  const corrected = before?.corrected ?? settled.corrected !== null;
  const decided = { sort, relaxed, nearTitles, corrected };
  if (!isBlend) {
    const plan: SearchPlan = { ...decided, of: "matches" };
    const hits = hitsOf(settled.ranked, request, settled, { plan, weights: "", asOf });
    return before === null ? { ...hits, total: counted(count) } : hits;
  }
  // The meaning is of what was typed: a word that no picture uses means something all the same.
  const meaning = before?.of === "words" ? null : await request.meaning();
  if (before?.of === "meaning" && meaning === null) {
    throw new AppError("unavailable", { retryAfterSeconds: 5 });
  }
  const wanted = wantedOf(query, request);
  const blend = { wanted, by: rankedBy(query, wanted), typed: request.query.text, meaning };
  const plan: SearchPlan = { ...decided, of: meaning === null ? "words" : "meaning" };
  const terms = withSiteSynonyms(await termsOf(search.synonyms, query.words), request.synonyms);
  return withinLimits(db, async (tx) => {
    const weights = after?.weights ?? (await weigh(tx, terms));
    const alike = nearTitles ? await alikeWords(tx, query.words) : [];
    const ranked = await blendedMatches(
      tx,
      { ...blend, terms, weights, alike, least: leastLikeness },
      page,
    );
    const hits = hitsOf(ranked, request, settled, { plan, weights, asOf });
    // A blend is counted only where one page holds all of it.
    const isWhole = before === null && hits.next === null;
    return { ...hits, total: isWhole ? { count: hits.ids.length, isMore: false } : null };
  });
}

/** What comes nearest to a query that found nothing, without any of its filters. */
export async function queryNear(
  { db, search }: SearchServices,
  request: NearRequest,
): Promise<string[]> {
  const query = asPlainWords(request.query);
  const wanted = wantedOf(query, { filters: {}, synonyms: {} });
  const by = { text: foldText(query.text), words: query.words, others: [], target: null };
  const meaning = await request.meaning();
  const terms = await termsOf(search.synonyms, query.words);
  return withinLimits(db, async (tx) => {
    const state = await indexState(tx);
    const { limit } = request;
    const page = { asOf: new Date(), byNames: state.isCurrent, state, after: null, limit };
    const weights = await weigh(tx, terms);
    const blend = {
      wanted,
      by,
      terms,
      weights,
      typed: query.text,
      meaning,
      alike: await alikeWords(tx, query.words),
      least: -1,
    };
    return (await blendedMatches(tx, blend, page)).map(({ id }) => id);
  });
}
