import { paths } from "#app/paths.ts";
import type { SearchQuery } from "../inputs.ts";
import { api } from "./api.ts";

type Filter<Name extends keyof SearchQuery> = NonNullable<SearchQuery[Name]> | null;

/** The search that a URL describes, with the URL's own values. */
export type SearchState = {
  q: string;
  sort: Filter<"sort">;
  shape: Filter<"shape">;
  /** `#rrggbb`, several with commas between. */
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

const bare = (color: string | null) => color && color.replaceAll("#", "");

/** URL of the results for a state, with changes applied. */
export function searchAddress(
  state: SearchState,
  slugs: boolean,
  changes: Partial<SearchState> & { tab?: "collections"; cursor?: string | null } = {},
): string {
  const { q, color, ...others } = { ...state, ...changes };
  return paths.search(q === "" ? null : q, slugs, { color: bare(color), ...others });
}

/** Reads the next page of pictures. */
export function readSearchPage(state: SearchState, cursor: string, signal: AbortSignal) {
  const { color, q, ...others } = state;
  // `sort` is always sent: without words or filters it marks the request as a search.
  const sort = state.sort ?? "relevance";
  return api.get("/api/pictures", {
    query: { ...others, q, sort, color: bare(color), cursor },
    signal,
  });
}

/** The number of active filters. */
export function filterCount(state: SearchState): number {
  const { shape, color, style, creator, license } = state;
  return [shape, color, style, creator, license].filter((value) => value !== null).length;
}
