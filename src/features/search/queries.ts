import type { Kysely } from "kysely";
import { sql } from "kysely";
import { prepared } from "#app/db/prepared.ts";
import { t } from "#app/language/message.ts";
import type { Database } from "#app/db/schema.ts";
import { fieldError } from "#app/lib/errors.ts";
import type { SearchSort } from "#app/rules/search-hits.ts";
import { longestQuery, parseQuery, subjectOf, type ParsedFilter } from "#app/rules/search-query.ts";
import type { Services } from "#app/services.ts";
import {
  inOrder,
  publicPictures,
  visibleTo,
  wallRows,
  type WallPicture,
} from "#app/features/pictures/queries.ts";
import { addressQuery, type SearchFilters } from "./inputs.ts";
import { likedBy } from "#app/features/social/queries.ts";
import { decodeSearchCursor, encodeSearchCursor } from "./queries/cursor.ts";
import { embeddingOf } from "./queries/embedding.ts";
import { siteSynonyms } from "./queries/rules.ts";
import type { Scope } from "./queries/scope.ts";
import { findHits } from "./queries/shared-results.ts";

export { countCollections, searchCollections } from "./queries/collections.ts";
export { scopeOf } from "./queries/within.ts";
export {
  loggedQueries,
  offeredChips,
  popularChips,
  queryLists,
  type LoggedQuery,
} from "./queries/log.ts";
export {
  redirectOf,
  rulesOfQueries,
  searchRulesChanged,
  searchRules,
  type SearchRule,
  searchRuleKinds,
} from "./queries/rules.ts";
export { suggestionKinds, suggestionsFor, type Suggestion } from "./queries/suggestions.ts";
export { forgetPalettes } from "./queries/palettes.ts";
export { openSearch } from "./queries/shared-results.ts";

type SearchServices = Pick<Services, "db" | "live" | "log" | "search" | "vision">;

export type SearchInput = {
  /** Where it looks; among all public pictures without. */
  scope?: Scope;
  /** As typed, at most 200 characters; empty for the whole gallery. */
  q: string;
  /** By relevance where there are words, else the newest first. */
  sort?: SearchSort;
  filters?: SearchFilters;
  /** Words are taken as they are, even where nothing has them. */
  exact?: boolean;
  /** `next` of the page before. */
  cursor?: string;
  limit: number;
};

export type SearchPage = {
  items: WallPicture[];
  /** Closest matches, where there are hardly any results; none of them is sure to be meant. */
  near: WallPicture[];
  next: string | null;
  /** Null on later pages and for the whole gallery. `isMore`: at least so many. */
  total: { count: number; isMore: boolean } | null;
  /** Filters that the words name. */
  read: ParsedFilter[];
  /** What the results are of, where the words were corrected. */
  corrected: string | null;
};

/** The pictures with these ids that may be seen, by everybody or by the viewer of the scope, in the order of the ids. */
async function picturesInOrder(
  db: Kysely<Database>,
  ids: readonly string[],
  scope: Scope | undefined,
): Promise<WallPicture[]> {
  if (scope === undefined || ids.length === 0) return publicPictures(db, ids);
  const rows = await wallRows(db)
    .modifyFront(prepared)
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .where(visibleTo(scope.viewer, true))
    .execute();
  return inOrder(rows, ids);
}

/**
 * Public, approved pictures for a query and filters; in a scope also what only its viewer may see.
 * @throws AppError invalid-request for a cursor of another search; unavailable after 2 s
 */
export async function searchPictures(
  services: SearchServices,
  { scope, q, sort = "relevance", filters = {}, exact = false, cursor, limit }: SearchInput,
): Promise<SearchPage> {
  const query = parseQuery(q);
  const after = cursor === undefined ? null : decodeSearchCursor(cursor);
  if (cursor !== undefined && after === null) {
    throw fieldError("cursor", "unknown", t`This is not a valid cursor of a search`);
  }
  const hits = await findHits(services, {
    ...(scope && { scope }),
    query,
    synonyms: exact ? {} : await siteSynonyms(services, query.words),
    filters,
    sort,
    exact,
    meaning: () => embeddingOf(services, subjectOf(query)),
    after,
    limit,
  });
  const pictures = await picturesInOrder(services.db, [...hits.ids, ...hits.near], scope);
  const near = new Set(hits.near);
  return {
    items: pictures.filter(({ id }) => !near.has(id)),
    near: pictures.filter(({ id }) => near.has(id)),
    next: hits.next === null ? null : encodeSearchCursor(hits.next),
    total: hits.total,
    read: hits.applied,
    corrected: hits.corrected,
  };
}

/** Pictures of a page of results within a scope. */
const withinPage = 40;

/** What a page shows of a search within its pictures. */
export type FoundWithin = SearchPage & {
  /** As typed. */
  q: string;
  exact: "1" | null;
  /** Of this page; null for the first. */
  cursor: string | null;
  /** Ids of those that the viewer likes. */
  liked: string[];
};

/**
 * The search within a scope that the address of a page asks for; null where it asks for none.
 * @param takeTurn counts the search; called before it runs
 * @throws AppError invalid-request for words that are too long or the cursor of another list; unavailable after 2 s
 */
export async function searchWithin(
  services: SearchServices,
  scope: Scope,
  params: URLSearchParams,
  takeTurn: () => Promise<void>,
): Promise<FoundWithin | null> {
  const typed = params.get("q") ?? "";
  if (typed.trim() === "") return null;
  const asked = addressQuery(params, typed);
  if (asked === null) throw fieldError("q", "too-long", t`At most ${longestQuery} characters`);
  const { q = "", exact, cursor } = asked;
  await takeTurn();
  const page = await searchPictures(services, {
    scope,
    q,
    exact: exact !== undefined,
    ...(cursor !== undefined && { cursor }),
    limit: withinPage,
  });
  const ids = [...page.items, ...page.near].map(({ id }) => id);
  const liked = [...(await likedBy(services.db, scope.viewer.userId, ids))];
  return { ...page, q, exact: exact ?? null, cursor: cursor ?? null, liked };
}
