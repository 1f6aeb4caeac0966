import type { ParsedFilter, ParsedQuery } from "#app/rules/search-query.ts";
import type { SearchPlace, SearchSort } from "#app/rules/search-hits.ts";
import type { SearchFilters } from "../inputs.ts";
import type { SiteSynonyms } from "#app/rules/word-runs.ts";
import type { Wanted } from "./conditions.ts";
import type { Scope } from "./scope.ts";

export type SearchRequest = {
  /** Where it looks; everywhere without. */
  scope?: Scope;
  query: ParsedQuery;
  filters: SearchFilters;
  sort: SearchSort;
  /** Words are taken as they are, even where nothing has them. */
  exact: boolean;
  /** Synonyms of the site for words of the query. */
  synonyms: SiteSynonyms;
  /** Meaning of the query; called only where it is needed. Null where it cannot be had. */
  meaning(): Promise<Float32Array | null>;
  /** The last of the page before. */
  after: SearchPlace | null;
  limit: number;
};

/** A filter that was set stands before one of its kind in the words, which then are words again. */
export function applyFilters(
  query: ParsedQuery,
  { filters }: Pick<SearchRequest, "filters">,
): ParsedQuery {
  const read = query.read.filter(({ kind }) => filters[kind] === undefined);
  return read.length === query.read.length
    ? query
    : { ...query, read, rest: wordsBeside(query, read) };
}

/** The words of a query that belong to none of the filters. */
function wordsBeside(query: ParsedQuery, read: readonly ParsedFilter[]): string[] {
  const taken = new Set(read.flatMap(({ words }) => words.split(" ")));
  return query.words.filter((word) => !taken.has(word));
}

/** The query with its shape, style and creator as words again; its colours are still what pictures are ranked by. */
export function withColorsOnly(query: ParsedQuery): ParsedQuery {
  const read = query.read.filter(({ kind }) => kind === "color");
  return { ...query, read, rest: wordsBeside(query, read) };
}

/** The query with none of its words read as a filter. */
export const asPlainWords = (query: ParsedQuery): ParsedQuery => ({
  ...query,
  read: [],
  rest: query.words,
});

/** What a picture must have, to be found by a query and filters. */
export function wantedOf(
  query: ParsedQuery,
  { filters, synonyms }: Pick<SearchRequest, "filters" | "synonyms">,
): Wanted {
  const { read, rest, words } = query;
  const isMixed = rest.length > 0 && read.some(({ kind }) => kind !== "creator");
  return { filters, read, words: rest, literal: isMixed ? words : [], synonyms };
}
