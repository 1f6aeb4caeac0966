import { useId } from "react";
import type { Tile } from "#app/features/pictures/ui/tile.ts";
import { Wall } from "#app/features/pictures/ui/wall.tsx";
import { t } from "#app/language/message.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { useSite } from "#app/ui/site.ts";
import { paths } from "#app/paths.ts";
import { queryTitle } from "#app/rules/search-query.ts";
import { Link } from "#app/ui/link.tsx";
import { filterCount, noFilters, searchAddress, type SearchState } from "./search-state.ts";
import "#app/ui/chip.css";
import "./nothing-found.css";

/** Suggested searches. */
export function Chips({ words }: { words: readonly string[] }) {
  const { slugSearch } = useSite();
  return (
    <ul className="search-chips" aria-label={t`Popular searches`}>
      {words.map((word) => (
        <li key={word}>
          <Link className="chip h-10 px-4 text-14" to={paths.search(word, slugSearch)}>
            {word}
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Pictures that come closest, set apart from results. */
export function ClosestMatches({ near }: { near: readonly Tile[] }) {
  const titleId = useId();
  if (near.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 className="title-small mx-(--page) mt-10 mb-4" id={titleId}>
        {t`Closest matches`}
      </h2>
      <Wall pictures={near} />
    </section>
  );
}

type NothingFoundProps = { state: SearchState; chips: readonly string[]; near: readonly Tile[] };

/** Shown instead of results: suggests other searches and shows the closest pictures. */
export function NothingFound({ state, chips, near }: NothingFoundProps) {
  const { slugSearch } = useSite();
  const isFiltered = filterCount(state) > 0;
  return (
    <>
      <EmptyState
        title={
          state.q === ""
            ? t`No fragment looks like that`
            : t`Nothing found for “${queryTitle(state.q)}”`
        }
        action={
          isFiltered ? (
            <ButtonLink look="soft" size="small" to={searchAddress(state, slugSearch, noFilters)}>
              {t`Search without filters`}
            </ButtonLink>
          ) : undefined
        }
      >
        {isFiltered
          ? t`Nothing matches these filters. Remove some, or try other words.`
          : t`Try fewer or other words, a colour, or one of these.`}
      </EmptyState>
      <Chips words={chips} />
      <ClosestMatches near={near} />
    </>
  );
}
