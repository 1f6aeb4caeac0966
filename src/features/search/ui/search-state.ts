import { paths } from "#app/paths.ts";
import type { SearchQuery } from "../inputs.ts";
import { api } from "./api.ts";

type Filter<Name extends keyof SearchQuery> = NonNullable<SearchQuery[Name]> | null;

/** What an address asks for, as it stands in addresses. */
export type SearchState = {
  q: string;
  sort: Filter<"sort">;
  shape: Filter<"shape">;
  /** `#rrggbb`. */
  color: string | null;
  closeness: string | null;
  style: Filter<"style">;
  creator: string | null;
  license: Filter<"license">;
  exact: Filter<"exact">;
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

/** Reads a further page of the pictures. */
export function readSearchPage(state: SearchState, cursor: string, signal: AbortSignal) {
  const { color, q, ...others } = state;
  // Sort is always there: without words or filters it is what makes the request a search.
  const sort = state.sort ?? "relevance";
  return api.get("/api/pictures", {
    query: { ...others, q, sort, color: bare(color), cursor },
    signal,
  });
}

/** How many of the filters are set. */
export function filterCount(state: SearchState): number {
  const { shape, color, style, creator, license } = state;
  return [shape, color, style, creator, license].filter((value) => value !== null).length;
}
