import { paths } from "#app/paths.ts";

/** What an address asks for, as it stands in addresses. */
export type SearchState = {
  q: string;
  sort: string | null;
  shape: string | null;
  /** `#rrggbb`. */
  color: string | null;
  closeness: string | null;
  style: string | null;
  creator: string | null;
  license: string | null;
  exact: string | null;
};

export const noFilters = {
  shape: null,
  color: null,
  closeness: null,
  style: null,
  creator: null,
  license: null,
} as const satisfies Partial<SearchState>;

const bare = (color: string | null) => color && color.replace("#", "");

/** Address of the results of a state, with some of it changed. */
export function searchAddress(
  state: SearchState,
  slugs: boolean,
  changes: Partial<SearchState> & { tab?: "collections"; cursor?: string | null } = {},
): string {
  const { q, color, ...others } = { ...state, ...changes };
  return paths.search(q === "" ? null : q, slugs, { color: bare(color), ...others });
}

/** Where a further page of the pictures is read from. */
export function searchPageAddress(state: SearchState, cursor: string): string {
  const { color, q, ...others } = state;
  // Sort is always there: without words or filters it is what makes the request a search.
  const sort = state.sort ?? "relevance";
  return paths.api.search({ ...others, q, sort, color: bare(color), cursor });
}

/** How many of the filters are set. */
export function filterCount(state: SearchState): number {
  const { shape, color, style, creator, license } = state;
  return [shape, color, style, creator, license].filter((value) => value !== null).length;
}
