import { sql, type Kysely, type Transaction } from "kysely";
import type { SearchHits, SearchRequest } from "../../../adapters/search-index/port.ts";
import type { Database } from "../../../db/schema.ts";
import { AppError, fieldError } from "../../../lib/errors.ts";
import type { SearchPlace } from "../../../rules/search-cursor.ts";
import { readQuery, type ReadFilter, type ReadQuery } from "../../../rules/search-query.ts";
import { foldText } from "../../../rules/search-text.ts";
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
import { rankOf } from "./rank.ts";
import { termsOf } from "./synonyms.ts";
import { weigh } from "./term-weights.ts";
import { mendedWords } from "./words.ts";

type Db = Kysely<Database>;

/** Fewer pictures than this with every word, and those with some of them and those that mean the same come along. */
const fewMatches = 40;
/** Fewer than this, and the words may be misspelt. */
const hardlyAny = 3;
const statementMs = 2_000;
const canceled = "57014";
/** The letter that a list's cursors begin with. */
const letterOf = { relevance: "q", newest: "n", liked: "l", remixed: "e" } as const;

/** Runs queries under the limits of a search. */
async function withinLimits<T>(
  db: Db,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`select set_config('statement_timeout', ${String(statementMs)}, true),
        set_config('pg_trgm.similarity_threshold', '0.2', true),
        set_config('pg_trgm.word_similarity_threshold', '0.55', true)`.execute(tx);
      return work(tx);
    });
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === canceled) {
      throw new AppError("unavailable", { retryAfterSeconds: 5, cause: error });
    }
    throw error;
  }
}

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

/** What was decided for the first page, as its cursor says it: see rules/search-cursor.ts. */
type Plan = { query: ReadQuery; letters: string; corrected: string | null; count: number };

const isRelaxed = (letters: string) => letters.includes("r");

async function mended(db: Db, query: ReadQuery): Promise<ReadQuery | null> {
  const changes = await mendedWords(db, query.words);
  // Whoever writes one word wrong rarely writes most of them wrong: then they are words that no picture uses.
  if (changes.size === 0 || changes.size > Math.max(1, query.words.length / 3)) return null;
  const typed = query.text.replace(
    /[\p{L}\p{M}\p{N}]+/gu,
    (part) => changes.get(foldText(part)) ?? part,
  );
  return readQuery(typed);
}

/** Reads the query so that it finds something: its filters in force if they leave anything, its words mended if they must be. */
async function planOf(db: Db, request: SearchRequest, asOf: Date): Promise<Plan> {
  const asTyped = heedFilters(request.query, request);
  const count = async (query: ReadQuery) => countMatches(db, wantedOf(query, request), asOf);
  const settle = async (query: ReadQuery, letters: string, corrected: string | null) => {
    const found = await count(query);
    const canRelax = found === 0 && query.read.length > 0 && query.words.length > 0;
    if (!canRelax) return { query, letters, corrected, count: found };
    const plain = unread(query);
    return { query: plain, letters: `${letters}r`, corrected, count: await count(plain) };
  };
  const plan = await settle(asTyped, "", null);
  if (request.exact || plan.count >= hardlyAny || asTyped.words.length === 0) return plan;
  const other = await mended(db, asTyped);
  if (other === null) return plan;
  const better = await settle(heedFilters(other, request), "c", other.text);
  return better.count > plan.count ? better : plan;
}

/** The same plan again, for a later page. */
async function planAgain(db: Db, request: SearchRequest, letters: string): Promise<Plan> {
  const asTyped = heedFilters(request.query, request);
  const other = letters.includes("c") ? await mended(db, asTyped) : null;
  const query = other ? heedFilters(other, request) : asTyped;
  const corrected = other?.text ?? null;
  return { query: isRelaxed(letters) ? unread(query) : query, letters, corrected, count: 0 };
}

function hitsOf(
  ranked: Ranked[],
  request: SearchRequest,
  plan: Plan,
  of: Pick<SearchPlace, "list" | "weights" | "asOf">,
) {
  const page = ranked.slice(0, request.limit);
  const last = ranked.length > request.limit ? page.at(-1) : undefined;
  const { count } = plan;
  return {
    ids: page.map(({ id }) => id),
    next: last === undefined ? null : { ...of, rank: last.rank, id: last.id },
    total: null,
    applied: plan.query.read,
    corrected: plan.corrected,
    count,
  };
}

/** Searches without words: the whole gallery, or all of it that filters let through. */
async function browse(db: Db, request: SearchRequest, asOf: Date): Promise<SearchHits> {
  const query = heedFilters(request.query, request);
  const wanted = wantedOf(query, request);
  const target = targetFor(wanted);
  // Only a colour is a matter of degree.
  const sort = request.sort === "relevance" && target === null ? "newest" : request.sort;
  const list = letterOf[sort];
  const { after } = request;
  if (after !== null && after.list !== list) throw otherList();
  const page: Page = { asOf, after, limit: request.limit + 1 };
  const rank = rankOf({ text: "", words: [], target });
  const ranked =
    sort === "newest"
      ? await newestMatches(db, wanted, page)
      : sort === "relevance"
        ? await rankedMatches(db, sort, wanted, rank, page)
        : await countedMatches(db, sort, wanted, page);
  const isNarrowed = query.read.length > 0 || Object.keys(request.filters).length > 0;
  const found = after === null && isNarrowed ? await countMatches(db, wanted, asOf) : null;
  const plan = { query, letters: "", corrected: null, count: 0 };
  const { count: _, ...hits } = hitsOf(ranked, request, plan, { list, weights: "", asOf });
  return { ...hits, total: found === null ? null : counted(found) };
}

const counted = (count: number) => ({
  count: Math.min(count, rankedAtMost),
  isMore: count > rankedAtMost,
});

const otherList = () => fieldError("cursor", "unknown", "This is no cursor of this search");

/** Answers a search from the tables of this slice. */
export async function queryIndex(db: Db, request: SearchRequest): Promise<SearchHits> {
  const { after, sort } = request;
  const asOf = after?.asOf ?? new Date();
  if (request.query.words.length === 0) {
    return withinLimits(db, (tx) => browse(tx, request, asOf));
  }
  const first = letterOf[sort];
  if (after !== null && !new RegExp(`^${first}[cr]{0,2}[mbv]$`).test(after.list)) throw otherList();
  const plan = await withinLimits(db, (tx) =>
    after === null ? planOf(tx, request, asOf) : planAgain(tx, request, after.list.slice(1, -1)),
  );
  const wanted = wantedOf(plan.query, request);
  const by = {
    text: foldText(plan.query.text),
    words: plan.query.words,
    target: targetFor(wanted),
  };
  const blends =
    after === null
      ? sort === "relevance" && plan.query.rest.length > 0 && plan.count < fewMatches
      : !after.list.endsWith("m");
  // The meaning is of what was typed: a word that no picture uses means something all the same.
  const meaning = blends && !after?.list.endsWith("b") ? await request.meaning() : null;
  if (after?.list.endsWith("v") && meaning === null) {
    throw new AppError("unavailable", { retryAfterSeconds: 5 });
  }
  const list = first + plan.letters + (blends ? (meaning === null ? "b" : "v") : "m");
  const page: Page = { asOf, after, limit: request.limit + 1 };
  return withinLimits(db, async (tx) => {
    const terms = blends ? termsOf(plan.query.words) : [];
    const weights = blends ? (after?.weights ?? (await weigh(tx, terms))) : "";
    const typed = request.query.text;
    const blend = { wanted, by, terms, weights, typed, meaning, least: leastLikeness };
    const ranked = blends
      ? await blendedMatches(tx, blend, page)
      : sort === "newest"
        ? await newestMatches(tx, wanted, page)
        : await rankedMatches(tx, sort, wanted, rankOf(by), page);
    const { count, ...hits } = hitsOf(ranked, request, plan, { list, weights, asOf });
    if (after !== null) return hits;
    // A blend is counted only where one page holds all of it.
    if (!blends) return { ...hits, total: counted(count) };
    const isWhole = hits.next === null;
    return { ...hits, total: isWhole ? { count: hits.ids.length, isMore: false } : null };
  });
}

/** What comes nearest to a query that found nothing, without any of its filters. */
export async function queryNear(
  db: Db,
  request: Pick<SearchRequest, "query" | "meaning" | "limit">,
): Promise<string[]> {
  const query = unread(request.query);
  const wanted = wantedOf(query, { filters: {} });
  const by = { text: foldText(query.text), words: query.words, target: null };
  const meaning = await request.meaning();
  return withinLimits(db, async (tx) => {
    const page = { asOf: new Date(), after: null, limit: request.limit };
    const terms = termsOf(query.words);
    const weights = await weigh(tx, terms);
    const blend = { wanted, by, terms, weights, typed: query.text, meaning, least: -1 };
    return (await blendedMatches(tx, blend, page)).map(({ id }) => id);
  });
}
