import { useState } from "react";
import { useNavigate } from "react-router";
import { paths } from "#app/paths.ts";
import { searchQuery } from "#app/rules/searched-words.ts";
import { readStored, writeStored } from "#app/ui/stored.ts";
import { useSite } from "#app/ui/site.ts";

/** The local flag of a visitor who has seen the search hint. See docs/product.md 3.2. */
const hintFlag = "searchHintShown";

/** Navigates to the results of a query; returns false if it is blank. See docs/product.md 5.2. */
export function useSearch(): (typed: string) => boolean {
  const { slugSearch } = useSite();
  const navigate = useNavigate();
  return (typed) => {
    const query = searchQuery(typed);
    if (query === null) return false;
    void navigate(paths.search(query, slugSearch));
    return true;
  };
}

/** Whether to show the hint: once ever, on the first typed character. See docs/product.md 8.4. */
export function useSearchHint(): { hinted: boolean; typed: (text: string) => void } {
  const [hinted, setHinted] = useState(false);
  function typed(text: string) {
    if (text === "" || readStored(hintFlag)) return;
    writeStored(hintFlag, "true");
    setHinted(true);
  }
  return { hinted, typed };
}
