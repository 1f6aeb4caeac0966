import { useNavigate } from "react-router";
import { paths } from "#app/paths.ts";
import { searchQuery } from "#app/rules/searched-words.ts";
import { useSite } from "#app/ui/site.ts";

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
