import type { Kysely } from "kysely";
import { sql } from "kysely";
import type { Database } from "#app/db/schema.ts";
import { fieldError } from "#app/lib/errors.ts";
import type { SearchSort } from "#app/rules/search-hits.ts";
import { parseQuery, subjectOf, type ParsedFilter } from "#app/rules/search-query.ts";
import type { Services } from "#app/services.ts";
import {
  publicAndApproved,
  toWallPicture,
  wallRows,
  type WallPicture,
} from "#app/features/pictures/queries.ts";
import type { SearchFilters } from "./inputs.ts";
import { decodeSearchCursor, encodeSearchCursor } from "./queries/cursor.ts";
import { embeddingOf } from "./queries/embedding.ts";
import { siteSynonyms } from "./queries/rules.ts";
import { findHits } from "./queries/shared-results.ts";

export { searchCollections } from "./queries/collections.ts";
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
  searchRules,
  type SearchRule,
  searchRuleKinds,
} from "./queries/rules.ts";
export { suggestionKinds, suggestionsFor, type Suggestion } from "./queries/suggestions.ts";
export { openSearch } from "./queries/shared-results.ts";

type SearchServices = Pick<Services, "db" | "log" | "search" | "vision">;

export type SearchInput = {
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

/** The pictures with these ids that may be seen by everybody, in the order of the ids. */
async function picturesInOrder(
  db: Kysely<Database>,
  ids: readonly string[],
): Promise<WallPicture[]> {
  if (ids.length === 0) return [];
  // As one array: a list of parameters is another statement for each length.
  const rows = await wallRows(db)
    .where(sql<boolean>`p.id = any(${ids}::uuid[])`)
    .where(publicAndApproved)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row === undefined ? [] : [toWallPicture(row)];
  });
}

/**
 * Public, approved pictures for a query and filters.
 * @throws AppError invalid-request for a cursor of another search; unavailable after 2 s
 */
export async function searchPictures(
  services: SearchServices,
  { q, sort = "relevance", filters = {}, exact = false, cursor, limit }: SearchInput,
): Promise<SearchPage> {
  const query = parseQuery(q);
  const after = cursor === undefined ? null : decodeSearchCursor(cursor);
  if (cursor !== undefined && after === null) {
    throw fieldError("cursor", "unknown", "This is not a valid cursor of a search");
  }
  const hits = await findHits(services, {
    query,
    synonyms: exact ? {} : await siteSynonyms(services.db, query.words),
    filters,
    sort,
    exact,
    meaning: () => embeddingOf(services, subjectOf(query)),
    after,
    limit,
  });
  const pictures = await picturesInOrder(services.db, [...hits.ids, ...hits.near]);
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
