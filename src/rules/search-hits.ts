/** What a search finds, in which order, and where its next page begins. */
import type { ParsedFilter } from "./search-query.ts";

export const searchSorts = ["relevance", "newest", "liked", "remixed"] as const;
export type SearchSort = (typeof searchSorts)[number];

/** What was decided for the first page of a list; it holds for all of them. */
export type SearchPlan = {
  sort: SearchSort;
  /**
   * What the list is made of: `all` that filters let through, where there are no words; `matches` of every word; or a blend
   * of those with others that are sure to be meant, by `words` and synonyms alone or by their `meaning` as well.
   */
  of: "all" | "matches" | "words" | "meaning";
  /** Whether misspelt words were replaced. */
  corrected: boolean;
  /** Whether a shape, a style or a creator that the words name was read as words. */
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

export type SearchHits = {
  ids: string[];
  /** What comes closest, on the first page of a list with hardly any results; none of it is a result. */
  near: string[];
  /** Null on the last page. */
  next: SearchPlace | null;
  /** How many there are; null on later pages and for the whole gallery. `isMore`: at least so many. */
  total: { count: number; isMore: boolean } | null;
  /** Filters in the words that were in force. */
  applied: ParsedFilter[];
  /** What was searched for instead of the words as typed; null when they were. */
  corrected: string | null;
};

/** A page of the collections that a search finds. */
export type CollectionHits = {
  ids: string[];
  /** The cursor of the next page; null on the last one. */
  next: string | null;
  /** Counted up to 1,000; null on later pages. */
  total: number | null;
};

/** What is known of the index as a whole. */
export type IndexState = {
  /** Whether every picture has been indexed by the present rules. */
  isCurrent: boolean;
  /** How many there are, by the statistics. */
  total: number;
  /** When the pictures came: the times between which hundredths of them lie, oldest first; empty where nothing is known. */
  times: readonly Date[];
};
