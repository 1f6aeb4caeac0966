/** The index of public pictures: PostgreSQL by default, fed from search_outbox; another engine can stand in its place. */
import type { Shape } from "#app/rules/aspect-shape.ts";
import type { ParsedFilter, ParsedQuery } from "#app/rules/search-query.ts";

/** A public, approved picture as the index keeps it. */
export type SearchDocument = {
  id: string;
  ownerId: string;
  createdAt: Date;
  title: string;
  tags: readonly string[];
  /** Null where there is none or its owner hides it. */
  prompt: string | null;
  description: string | null;
  creator: { name: string; username: string };
  shape: Shape;
  license: string;
  /** Five hex colours, largest share first. */
  colors: readonly string[];
  likes: number;
  remixes: number;
  /** Unit vector of what its words mean; null where nobody has read them. */
  meaning: readonly number[] | null;
};

export type SearchCounts = Pick<SearchDocument, "id" | "likes" | "remixes">;

export const searchSorts = ["relevance", "newest", "liked", "remixed"] as const;
export type SearchSort = (typeof searchSorts)[number];

/** What was decided for the first page of a list; it holds for all of them. */
export type SearchPlan = {
  sort: SearchSort;
  /**
   * What the list is made of: `all` that filters let through, where there are no words; `matches` of every word; or a blend
   * of those with partial matches, by `words` and synonyms alone or by their `meaning` as well.
   */
  of: "all" | "matches" | "words" | "meaning";
  /** Whether misspelt words were replaced. */
  corrected: boolean;
  /** Whether filters that the words name were read as words. */
  relaxed: boolean;
  /** Whether titles nearly as typed come along. */
  nearTitles: boolean;
};

/** A place in a list of results. */
export type SearchPlace = {
  plan: SearchPlan;
  /** What the last picture is ranked by. */
  rank: number;
  id: string;
  /** What the words of the list weigh; empty where they are not weighed. */
  weights: string;
  /** Later pictures do not belong to the list. */
  asOf: Date;
};

export type SearchFilters = {
  shape?: Shape;
  /** `hex` as #rrggbb; `closeness` from 0, loose, to 100, close. */
  color?: { hex: string; closeness: number };
  /** Id of rules/search-styles.ts. */
  style?: string;
  /** Username. */
  creator?: string;
  license?: string;
};

export type SearchRequest = {
  query: ParsedQuery;
  filters: SearchFilters;
  sort: SearchSort;
  /** Words are taken as they are, even where nothing has them. */
  exact: boolean;
  /** Meaning of the query; called only where it is needed. Null where it cannot be had. */
  meaning(): Promise<Float32Array | null>;
  /** The last of the page before. */
  after: SearchPlace | null;
  limit: number;
};

export type SearchHits = {
  ids: string[];
  /** Null on the last page. */
  next: SearchPlace | null;
  /** How many there are; null where nobody has counted them. `isMore`: at least so many. */
  total: { count: number; isMore: boolean } | null;
  /** Filters in the words that were in force. */
  applied: ParsedFilter[];
  /** What was searched for instead of the words as typed; null when they were. */
  corrected: string | null;
};

export type SearchIndex = {
  /** Puts pictures in, or anew. Doing it twice changes nothing. */
  upsert(documents: readonly SearchDocument[]): Promise<void>;
  /** Renews the counts of pictures that are in; others are passed over. */
  count(counts: readonly SearchCounts[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** @throws AppError unavailable after 2 s; invalid-request for a place of another list */
  query(request: SearchRequest): Promise<SearchHits>;
  /** Pictures that come near a query that found nothing, nearest first. */
  near(request: Pick<SearchRequest, "query" | "meaning" | "limit">): Promise<string[]>;
};
