import type { Kysely } from "kysely";
import type { SearchHits, SearchRequest } from "#app/adapters/search-index/port.ts";
import type { Database } from "#app/db/schema.ts";
import { AppError, fieldError } from "#app/lib/errors.ts";
import type { SearchPlace } from "#app/rules/search-cursor.ts";
import { readQuery, type ReadFilter, type ReadQuery } from "#app/rules/search-query.ts";
import { foldText } from "#app/rules/search-text.ts";
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
import type { Synonyms } from "./synonyms.ts";
import { weigh } from "./term-weights.ts";
import { withinLimits } from "./limits.ts";
import { alikeWords, mendedWords } from "./words.ts";

type Db = Kysely<Database>;

/** Fewer pictures than this with every word, and those with some of them and those that mean the same come along. */
const fewMatches = 40;
/** Fewer than this, and the words may be misspelt. */
const hardlyAny = 3;
/** The letter that a list's cursors begin with. */
const letterOf = { relevance: "q", newest: "n", liked: "l", remixed: "e" } as const;

/** A filter that was set stands before one of its kind in the words, which then are words again. */
function heedFilters(query: ReadQuery, { filters }: Pick<SearchRequest, "filters">): ReadQuery {
  const read = query.read.filter(({ kind }) => filters[kind] === undefined);
  return read.length === query.read.length
    ? query
    : { ...query, read, rest: wordsBeside(query, read) };
}

/** The words of a query that belong to none of the filters. */
function wordsBeside(query: ReadQuery, read: readonly ReadFilter[]): string[] {
  const taken = new Set(read.flatMap(({ words }) => words.split(" ")));
  return query.words.filter((word) => !taken.has(word));
}

const unread = (query: ReadQuery): ReadQuery => ({ ...query, read: [], rest: query.words });

function wantedOf(query: ReadQuery, { filters }: Pick<SearchRequest, "filters">): Wanted {
  const { read, rest, words } = query;
  const isMixed = rest.length > 0 && read.some(({ kind }) => kind !== "creator");
  return { filters, read, words: rest, literal: isMixed ? words : [] };
}

/** The query as it is searched for, and what has it: for the first page decided here, for others said by the cursor. */
type Plan = Found & { query: ReadQuery; letters: string; corrected: string | null };
/** `count` up to 1,001; of later pages it says nothing. */
type Found = { ranked: Ranked[]; count: number };

async function mended(db: Db, query: ReadQuery): Promise<ReadQuery | null> {
  const changes = await mendedWords(db, query.words);
  // Whoever writes one word wrong rarely writes most of them wrong: then they are words that no picture uses.
  if (changes.size === 0 || changes.size > Math.max(2, query.words.length / 2)) return null;
  const typed = query.text.replace(
    /[\p{L}\p{M}\p{N}]+/gu,
    (part) => changes.get(foldText(part)) ?? part,
  );
  return readQuery(typed);
}

const rankedBy = (query: ReadQuery, wanted: Wanted): RankedBy => ({
  text: foldText(query.text),
  words: query.words,
  target: targetFor(wanted),
});

/** The pictures that have all that is asked for. */
async function look(db: Db, request: SearchRequest, query: ReadQuery, page: Page): Promise<Found> {
  const { sort } = request;
  const wanted = wantedOf(query, request);
  if (sort !== "newest") {
    return rankedMatches(db, sort, wanted, rankOf(rankedBy(query, wanted)), page);
  }
  const count = page.after === null ? await countMatches(db, wanted, page) : 0;
  return { ranked: await newestMatches(db, wanted, page), count };
}

/** Reads the query so that it finds something: its filters in force if they leave anything, its words mended if they must be. */
async function planOf(db: Db, request: SearchRequest, page: Page): Promise<Plan> {
  const asTyped = heedFilters(request.query, request);
  const settle = async (query: ReadQuery, letters: string, corrected: string | null) => {
    const found = await look(db, request, query, page);
    const canRelax = found.count === 0 && query.read.length > 0 && query.words.length > 0;
    if (!canRelax) return { ...found, query, letters, corrected };
    const plain = unread(query);
    const relaxed = await look(db, request, plain, page);
    return { ...relaxed, query: plain, letters: `${letters}r`, corrected };
  };
  const plan = await settle(asTyped, "", null);
  if (request.exact || plan.count >= hardlyAny || asTyped.words.length === 0) return plan;
  const other = await mended(db, asTyped);
  if (other === null) return plan;
  const better = await settle(heedFilters(other, request), "c", other.text);
  return better.count > plan.count ? better : plan;
}

/** The same plan again, for a later page. */
async function planAgain(db: Db, request: SearchRequest, page: Page, list: string): Promise<Plan> {
  const asTyped = heedFilters(request.query, request);
  const other = list.includes("c") ? await mended(db, asTyped) : null;
  const read = other ? heedFilters(other, request) : asTyped;
  const query = list.includes("r") ? unread(read) : read;
  const isBlend = !list.endsWith("m");
  const found = isBlend ? { ranked: [], count: 0 } : await look(db, request, query, page);
  return { ...found, query, letters: list.slice(1, -1), corrected: other?.text ?? null };
}

function hitsOf(
  ranked: readonly Ranked[],
  request: SearchRequest,
  plan: Pick<Plan, "query" | "corrected">,
  of: Pick<SearchPlace, "list" | "weights" | "asOf">,
): SearchHits {
  const page = ranked.slice(0, request.limit);
  const last = ranked.length > request.limit ? page.at(-1) : undefined;
  return {
    ids: page.map(({ id }) => id),
    next: last === undefined ? null : { ...of, rank: last.rank, id: last.id },
    total: null,
    applied: plan.query.read,
    corrected: plan.corrected,
  };
}

const counted = (count: number) => ({
  count: Math.min(count, rankedAtMost),
  isMore: count > rankedAtMost,
});

/** Searches without words: the whole gallery, or all of it that filters let through. */
async function browse(db: Db, request: SearchRequest, page: Page): Promise<SearchHits> {
  const query = heedFilters(request.query, request);
  const wanted = wantedOf(query, request);
  const target = targetFor(wanted);
  // Only a colour is a matter of degree.
  const sort = request.sort === "relevance" && target === null ? "newest" : request.sort;
  const list = letterOf[sort];
  const { after, asOf } = page;
  if (after !== null && after.list !== list) throw otherList();
  const of = { list, weights: "", asOf };
  const plan = { query, corrected: null };
  if (sort === "relevance") {
    const found = await rankedMatches(db, sort, wanted, rankOf(rankedBy(query, wanted)), page);
    const hits = hitsOf(found.ranked, request, plan, of);
    return after === null ? { ...hits, total: counted(found.count) } : hits;
  }
  const ranked =
    sort === "newest"
      ? await newestMatches(db, wanted, page)
      : await countedMatches(db, sort, wanted, page);
  const hits = hitsOf(ranked, request, plan, of);
  const isNarrowed = query.read.length > 0 || Object.keys(request.filters).length > 0;
  if (after !== null || !isNarrowed) return hits;
  return { ...hits, total: counted(await countMatches(db, wanted, page)) };
}

const otherList = () => fieldError("cursor", "unknown", "This is no cursor of this search");

/** The list of a later page: the letter of its sort, what was decided, and whether it is a blend (b, v) or not (m). */
function listOf({ after, sort }: SearchRequest): string | null {
  if (after === null) return null;
  if (!new RegExp(`^${letterOf[sort]}c?r?t?[mbv]$`).test(after.list)) throw otherList();
  return after.list;
}

/** Answers a search from the tables of this slice. */
export async function queryIndex(
  db: Db,
  synonyms: Synonyms,
  request: SearchRequest,
): Promise<SearchHits> {
  const { after, sort } = request;
  const asOf = after?.asOf ?? new Date();
  const state = await indexState(db);
  const page: Page = { asOf, byNames: state.isCurrent, state, after, limit: request.limit + 1 };
  if (request.query.words.length === 0) {
    return withinLimits(db, (tx) => browse(tx, request, page));
  }
  const before = listOf(request);
  const plan = await withinLimits(db, (tx) =>
    before === null ? planOf(tx, request, page) : planAgain(tx, request, page, before),
  );
  const isBlend =
    before === null
      ? sort === "relevance" && plan.query.rest.length > 0 && plan.count < fewMatches
      : !before.endsWith("m");
  const rescues = before === null ? plan.count < hardlyAny : before.includes("t");
  const first = letterOf[sort] + plan.letters;
  if (!isBlend) {
    const hits = hitsOf(plan.ranked, request, plan, { list: `${first}m`, weights: "", asOf });
    return before === null ? { ...hits, total: counted(plan.count) } : hits;
  }
  // The meaning is of what was typed: a word that no picture uses means something all the same.
  const meaning = before?.endsWith("b") ? null : await request.meaning();
  if (before?.endsWith("v") && meaning === null) {
    throw new AppError("unavailable", { retryAfterSeconds: 5 });
  }
  const wanted = wantedOf(plan.query, request);
  const blend = { wanted, by: rankedBy(plan.query, wanted), typed: request.query.text, meaning };
  const isNew = before === null && rescues;
  const list = `${first}${isNew ? "t" : ""}${meaning === null ? "b" : "v"}`;
  const terms = await synonyms.termsOf(plan.query.words);
  return withinLimits(db, async (tx) => {
    const weights = after?.weights ?? (await weigh(tx, terms));
    const alike = rescues ? await alikeWords(tx, plan.query.words) : [];
    const ranked = await blendedMatches(
      tx,
      { ...blend, terms, weights, alike, least: leastLikeness },
      page,
    );
    const hits = hitsOf(ranked, request, plan, { list, weights, asOf });
    // A blend is counted only where one page holds all of it.
    const isWhole = before === null && hits.next === null;
    return { ...hits, total: isWhole ? { count: hits.ids.length, isMore: false } : null };
  });
}

/** What comes nearest to a query that found nothing, without any of its filters. */
export async function queryNear(
  db: Db,
  synonyms: Synonyms,
  request: Pick<SearchRequest, "query" | "meaning" | "limit">,
): Promise<string[]> {
  const query = unread(request.query);
  const wanted = wantedOf(query, { filters: {} });
  const by = { text: foldText(query.text), words: query.words, target: null };
  const meaning = await request.meaning();
  const terms = await synonyms.termsOf(query.words);
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
