import { useMemo } from "react";
import { useQuery } from "#app/ui/data/use-query.ts";
import type { WordLists } from "#app/rules/prompt-expansion.ts";
import { api } from "./api.ts";

/**
 * The member's lists of words, the same for all who ask in this tab.
 * @param isNeeded false reads nothing
 */
export function useWordLists(isNeeded = true) {
  const { data, failure, again } = useQuery(isNeeded ? "word lists" : null, (signal) =>
    api.get("/api/word-lists", { signal }),
  );
  const lists = data?.items ?? null;
  const byName = useMemo<WordLists | null>(
    () => lists && new Map(lists.map(({ name, words }) => [name, words])),
    [lists],
  );
  return { lists, byName, failure, again };
}
