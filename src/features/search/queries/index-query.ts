import { t } from "#app/language/message.ts";
import type { Services } from "#app/services.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import type { SearchHits, SearchPlace, SearchPlan } from "#app/rules/search-hits.ts";
import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { ParsedQuery } from "#app/rules/search-query.ts";
import { blendedMatches, isFiltered } from "./blend.ts";
import { isPaletteAlone, targetsOf } from "./conditions.ts";
import {
  countedMatches,
  countMatches,
  newestMatches,
  rankedAtMost,
  rankedMatches,
  type Page,
  type Ranked,
} from "./matches.ts";
import { keptPalettes } from "./palettes.ts";
import { rankOf } from "./rank.ts";
import { indexState } from "./recent.ts";
import { applyFilters, asPlainWords, wantedOf, type SearchRequest } from "./request.ts";
import { gallery, sourceOf } from "./scope.ts";
import { hardlyAny, rankedBy, settleAgain, settleFirst, type Settled } from "./settle.ts";
import { termsOf, withSiteSynonyms } from "./synonyms.ts";
import { weigh } from "./term-weights.ts";
import { withinLimits } from "./limits.ts";
import { alikeWords } from "./spelling.ts";

type Db = Kysely<Database>;
type SearchServices = Pick<Services, "db" | "search" | "log">;

/** Fewer pictures than this with every word, and those with some of them and those that mean the same come along. */
const fewMatches = 40;
/** Fewer results than this, and as many of the closest matches are named beside them. */
const fewResults = 10;

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
    near: [],
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
  // Only a colour is a matter of degree.
  const isPlain = targetsOf(wanted).length === 0;
  const sort = request.sort === "relevance" && isPlain ? "newest" : request.sort;
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
  const isNarrowed =
    request.scope !== undefined || query.read.length > 0 || Object.keys(request.filters).length > 0;
  if (after !== null || !isNarrowed) return hits;
  return { ...hits, total: counted(await countMatches(db, wanted, page)) };
}

/** How far the clocks of two processes may lie apart. */
const mostSkewMs = 60_000;
const earlier = (a: Date, b: Date) => (a < b ? a : b);

const otherList = () => fieldError("cursor", "unknown", t`This cursor belongs to another search`);

/** The plan of a later page; null for the first. @throws AppError invalid-request where it is of another list */
function planOf({ after, sort }: SearchRequest): SearchPlan | null {
  if (after === null) return null;
  if (after.plan.sort !== sort || after.plan.of === "all") throw otherList();
  return after.plan;
}

/** What the words of a query are in the index, and what they mean. */
async function blendOf({ search }: SearchServices, request: SearchRequest, query: ParsedQuery) {
  const wanted = wantedOf(query, request);
  return {
    wanted,
    by: rankedBy(query, wanted),
    terms: withSiteSynonyms(await termsOf(search.synonyms, query.rest), request.synonyms),
    // The meaning is of what was typed: a word that no picture uses means something all the same.
    typed: request.query.text,
    meaning: await request.meaning(),
  };
}

/** What comes closest to a query that finds nothing: without its filters, or of colours alone the nearest to them. */
async function closest(
  services: SearchServices,
  request: SearchRequest,
  page: Page,
): Promise<string[]> {
  const { query } = request;
  const nearest = { ...page, limit: fewResults };
  const targets = targetsOf(wantedOf(query, request));
  if (targets.length > 0 && query.rest.length === 0) {
    const anything = wantedOf({ ...query, read: [] }, { filters: {}, synonyms: {} });
    const rank = rankOf({ text: "", words: [], others: [], targets });
    return withinLimits(services.db, async (tx) => {
      const { ranked } = await rankedMatches(tx, "relevance", anything, rank, nearest);
      return ranked.map(({ id }) => id);
    });
  }
  if (query.words.length === 0) return [];
  const plain = { ...request, filters: {}, query: asPlainWords(query) };
  const blend = await blendOf(services, plain, plain.query);
  return withinLimits(services.db, async (tx) => {
    const weights = await weigh(tx, blend.terms);
    const alike = await alikeWords(tx, page.source, query.words);
    const asked = { ...blend, weights, alike, every: null, near: fewResults };
    const found = await blendedMatches(tx, asked, nearest);
    return [...found.sure, ...found.near].slice(0, fewResults).map(({ id }) => id);
  });
}

/** The pictures with every word, and those that are sure to be meant beside them. */
async function blended(
  services: SearchServices,
  request: SearchRequest,
  settled: Settled,
  page: Page,
  decided: Omit<SearchPlan, "of">,
): Promise<SearchHits> {
  const { after, asOf } = page;
  const given = after?.plan.of === "words" ? { ...request, meaning: nobody } : request;
  const blend = await blendOf(services, given, settled.query);
  if (after?.plan.of === "meaning" && blend.meaning === null) {
    throw new AppError("unavailable", { retryAfterSeconds: 5 });
  }
  const plan: SearchPlan = { ...decided, of: blend.meaning === null ? "words" : "meaning" };
  return withinLimits(services.db, async (tx) => {
    const weights = after?.weights ?? (await weigh(tx, blend.terms));
    const alike = plan.nearTitles ? await alikeWords(tx, page.source, settled.query.words) : [];
    // What comes closest is only looked for where it may be shown: with every word a picture is a result.
    const near = after === null && settled.count < fewResults ? fewResults : 0;
    const isWhole = after === null && settled.ranked.length >= settled.count;
    const every = isWhole ? settled.ranked.map(({ id }) => id) : null;
    const found = await blendedMatches(tx, { ...blend, weights, alike, every, near }, page);
    const hits = hitsOf(found.sure, request, settled, { plan, weights, asOf });
    if (after !== null) return hits;
    return {
      ...hits,
      near: found.count < fewResults ? found.near.map(({ id }) => id) : [],
      total: { count: found.count, isMore: false },
    };
  });
}
const nobody = () => Promise.resolve(null);

async function answer(
  services: SearchServices,
  request: SearchRequest,
  page: Page,
): Promise<SearchHits> {
  const { after, asOf } = page;
  const { db } = services;
  if (request.query.words.length === 0) {
    return withinLimits(db, (tx) => browse(tx, request, page));
  }
  const before = planOf(request);
  const settled = await withinLimits(db, (tx) => {
    const within = { ...services, db: tx };
    return before === null
      ? settleFirst(within, request, page)
      : settleAgain(within, request, page, before);
  });
  const { query, relaxed, count } = settled;
  const { sort } = request;
  const isBlend =
    before === null
      ? sort === "relevance" && query.rest.length > 0 && count < fewMatches
      : before.of !== "matches";
  const nearTitles = before === null ? isBlend && count < hardlyAny : before.nearTitles;
  const corrected = before?.corrected ?? settled.corrected !== null;
  const decided = { sort, relaxed, nearTitles, corrected };
  if (isBlend) return blended(services, request, settled, page, decided);
  const plan: SearchPlan = { ...decided, of: "matches" };
  const hits = hitsOf(settled.ranked, request, settled, { plan, weights: "", asOf });
  return after === null ? { ...hits, total: counted(count) } : hits;
}

/** Answers a search from the tables of this slice. */
export async function queryIndex(
  services: SearchServices,
  request: SearchRequest,
): Promise<SearchHits> {
  const { after, limit, scope } = request;
  // A moment that is still to come would be one that nobody was given.
  const asOf = after === null ? new Date() : earlier(after.asOf, new Date(Date.now() + mostSkewMs));
  const whole = await indexState(services);
  // What is known of the index as a whole says nothing about a part of it: that is looked through.
  const state = scope === undefined ? whole : { ...whole, total: 0, times: [] };
  const source = scope === undefined ? gallery : sourceOf(scope);
  const { signs } = services.search;
  const isOfPalettes =
    source === gallery && isPaletteAlone(wantedOf(applyFilters(request.query, request), request));
  // Before its transaction: what holds a connection must not wait for one that needs another.
  const palettes = isOfPalettes ? await keptPalettes(services) : null;
  const page: Page = {
    asOf,
    byNames: state.isCurrent,
    state,
    source,
    signs,
    palettes,
    after,
    limit: limit + 1,
  };
  const hits = await answer(services, request, page);
  if (after !== null || hits.ids.length > 0 || hits.near.length > 0) return hits;
  // Without filters there is nothing to leave away, and a blend has looked already.
  const isLooked = request.sort === "relevance" && !isFiltered(wantedOf(request.query, request));
  return isLooked ? hits : { ...hits, near: await closest(services, request, page) };
}
