import type { Kysely } from "kysely";
import type { Database } from "#app/db/schema.ts";
import type { SearchPlan } from "#app/rules/search-hits.ts";
import { parseQuery, type ParsedQuery } from "#app/rules/search-query.ts";
import { foldText } from "#app/rules/search-text.ts";
import type { Services } from "#app/services.ts";
import { targetsOf, type Wanted } from "./conditions.ts";
import { countMatches, newestMatches, rankedMatches, type Page, type Ranked } from "./matches.ts";
import { rankOf, type RankedBy } from "./rank.ts";
import { applyFilters, wantedOf, withColorsOnly, type SearchRequest } from "./request.ts";
import { correctedWords } from "./spelling.ts";

type Db = Kysely<Database>;
type SearchServices = Pick<Services, "db" | "search">;

/** Fewer than this, and the words may be misspelt. */
export const hardlyAny = 3;

/** The query as it is searched for, and what has it: for the first page decided here, for others by the plan of the cursor. */
export type Settled = Found & { query: ParsedQuery; relaxed: boolean; corrected: string | null };
/** `count` up to 1,001; of later pages it says nothing. */
type Found = { ranked: Ranked[]; count: number };

async function corrected(
  db: Db,
  { vocabulary }: Services["search"],
  query: ParsedQuery,
  { source }: Page,
): Promise<ParsedQuery | null> {
  const changes = await correctedWords(db, vocabulary, source, query.words);
  // Whoever writes one word wrong rarely writes most of them wrong: then they are words that no picture uses.
  if (changes.size === 0 || changes.size > Math.max(2, query.words.length / 2)) return null;
  const typed = query.text.replace(
    /[\p{L}\p{M}\p{N}]+/gu,
    (part) => changes.get(foldText(part)) ?? part,
  );
  return parseQuery(typed);
}

/** What the results of a query are ranked by. */
export const rankedBy = (query: ParsedQuery, wanted: Wanted): RankedBy => ({
  text: foldText(query.text),
  words: query.words,
  others: Object.values(wanted.synonyms).flatMap((phrases) =>
    phrases.flatMap((phrase) => phrase.split(" ")),
  ),
  targets: targetsOf(wanted),
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
 * Reads the query so that it finds something: the shape, style and creator it names as filters if they leave anything,
 * its words corrected if that finds more. Its colours stay colours: where nothing has them, other results rank by them.
 */
export async function settleFirst(
  { db, search }: SearchServices,
  request: SearchRequest,
  page: Page,
): Promise<Settled> {
  const asTyped = applyFilters(request.query, request);
  const settle = async (query: ParsedQuery, corrected: string | null): Promise<Settled> => {
    const found = await look(db, request, query, page);
    const canRelax = query.read.some(({ kind }) => kind !== "color") && query.words.length > 0;
    if (found.count > 0 || !canRelax) return { ...found, query, relaxed: false, corrected };
    const plain = withColorsOnly(query);
    const relaxed = await look(db, request, plain, page);
    return { ...relaxed, query: plain, relaxed: true, corrected };
  };
  const first = await settle(asTyped, null);
  // Words that have a synonym of the site are meant as they are.
  const isKnown = Object.keys(request.synonyms).length > 0;
  if (request.exact || isKnown || first.count >= hardlyAny || asTyped.words.length === 0) {
    return first;
  }
  const other = await corrected(db, search, asTyped, page);
  if (other === null) return first;
  const better = await settle(applyFilters(other, request), other.text);
  return better.count > first.count ? better : first;
}

/** The same again for a later page, by the plan of the first. */
export async function settleAgain(
  { db, search }: SearchServices,
  request: SearchRequest,
  page: Page,
  plan: SearchPlan,
): Promise<Settled> {
  const asTyped = applyFilters(request.query, request);
  const other = plan.corrected ? await corrected(db, search, asTyped, page) : null;
  const read = other ? applyFilters(other, request) : asTyped;
  const query = plan.relaxed ? withColorsOnly(read) : read;
  const isBlend = plan.of !== "matches";
  const found = isBlend ? { ranked: [], count: 0 } : await look(db, request, query, page);
  return { ...found, query, relaxed: plan.relaxed, corrected: other?.text ?? null };
}
