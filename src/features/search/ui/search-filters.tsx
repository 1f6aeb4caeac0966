import { CaretDownIcon } from "@phosphor-icons/react/dist/csr/CaretDown";
import { SlidersHorizontalIcon } from "@phosphor-icons/react/dist/csr/SlidersHorizontal";
import { XIcon } from "@phosphor-icons/react/dist/csr/X";
import type { CSSProperties } from "react";
import { t } from "#app/language/message.ts";
import { withoutFilter, type ParsedFilter } from "#app/rules/search-query.ts";
import { styles } from "#app/rules/search-styles.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Link } from "#app/ui/link.tsx";
import { Popover } from "#app/ui/popover.tsx";
import { useSite } from "#app/ui/site.ts";
import { ChoiceFilter } from "./choice-filter.tsx";
import { ColorChoice, ColorName } from "./color-choice.tsx";
import type { Total } from "./count-text.ts";
import { FilterSheet, sheetId } from "./filter-sheet.tsx";
import { filterCount, noFilters, searchAddress, type SearchState } from "./search-state.ts";
import { ShapeChoice } from "./shape-choice.tsx";
import "#app/ui/chip.css";
import "#app/ui/sub-bar.css";
import "./choice-filter.css";
import "./search-filters.css";

const sorts = [
  { sort: "relevance", label: t`Most relevant` },
  { sort: "newest", label: t`Freshly cast` },
  { sort: "liked", label: t`Most liked` },
  { sort: "remixed", label: t`Most echoed` },
] as const;

const licenses = [
  ["cc0", "CC0"],
  ["cc-by", "CC BY"],
  ["cc-by-sa", "CC BY-SA"],
  ["cc-by-nc", "CC BY-NC"],
  ["cc-by-nc-sa", "CC BY-NC-SA"],
  ["cc-by-nd", "CC BY-ND"],
  ["cc-by-nc-nd", "CC BY-NC-ND"],
  ["all-rights-reserved", t`All rights reserved`],
] as const;

const chipOf = (isSet: boolean) => `chip filter-chip ${isSet ? "chip-on" : ""}`;

type Filtered = { state: SearchState; read: readonly ParsedFilter[] };

/** The active filters, both parsed from the query and set by hand; each can be removed. */
function Applied({ state, read }: Filtered) {
  const { slugSearch } = useSite();
  const { q, creator } = state;
  const chips = read.map((filter) => ({
    label: filter.label,
    to: searchAddress(state, slugSearch, { q: withoutFilter(q, filter) }),
  }));
  if (creator !== null) {
    chips.push({
      label: `@${creator}`,
      to: searchAddress(state, slugSearch, { creator: null }),
    });
  }
  const isFiltered = filterCount(state) > 0;
  if (chips.length === 0 && !isFiltered) return null;
  return (
    <ul className="applied" aria-label={t`Filters in force`}>
      {chips.map(({ label, to }) => (
        <li key={label}>
          <Link className="chip chip-small chip-on" to={to} aria-label={t`Remove ${label}`}>
            {label}
            <XIcon size={12} />
          </Link>
        </li>
      ))}
      {isFiltered && (
        <li>
          <Link className="link text-13" to={searchAddress(state, slugSearch, noFilters)}>
            {t`Clear all`}
          </Link>
        </li>
      )}
    </ul>
  );
}

/** The row between the query and its results: shape, colour, style, licence, active filters, and the order. */
export function SearchFilters({ state, read, total }: Filtered & { total: Total | null }) {
  const { slugSearch } = useSite();
  const set = (changes: Partial<SearchState>) => searchAddress(state, slugSearch, changes);
  const style = styles.find(({ id }) => id === state.style);
  const license = licenses.find(([id]) => id === state.license);
  // Pictures of a colour come in the order of their nearness to it.
  const isRanked = state.q !== "" || state.color !== null;
  const sort = sorts.find((one) => one.sort === state.sort) ?? sorts[isRanked ? 0 : 1];
  const count = filterCount(state);
  return (
    <div className="subbar search-bar">
      <div className="search-filters">
        <button
          type="button"
          className={`chip filters-open ${count > 0 ? "chip-on" : ""}`}
          popoverTarget={sheetId}
        >
          <SlidersHorizontalIcon size={18} />
          {count > 0 ? t`Filters, ${count}` : t`Filters`}
        </button>
        <ShapeChoice state={state} />
        <span className="choice" style={{ "--anchor": "--color-panel" } as CSSProperties}>
          <button
            type="button"
            className={chipOf(state.color !== null)}
            popoverTarget="color-panel"
          >
            <ColorName color={state.color} />
            <CaretDownIcon size={12} />
          </button>
          <Popover id="color-panel" className="choice-panel color-panel" label={t`Dominant colour`}>
            <div className="mb-3.5 flex items-center justify-between">
              <span className="label">{t`Dominant colour`}</span>
              {state.color !== null && (
                <Link className="link text-13" to={set({ color: null, closeness: null })}>
                  {t`Clear`}
                </Link>
              )}
            </div>
            <ColorChoice key={`${state.color} ${state.closeness}`} state={state} />
          </Popover>
        </span>
        <ChoiceFilter
          id="style-panel"
          name={t`Style`}
          className={chipOf(style !== undefined)}
          choices={[
            { label: t`Any style`, to: set({ style: null }), chosen: style === undefined },
            ...styles.map(({ id, label }) => ({
              label,
              to: set({ style: id }),
              chosen: id === state.style,
            })),
          ]}
        >
          {style?.label ?? t`Style`}
        </ChoiceFilter>
        <ChoiceFilter
          id="license-panel"
          name={t`Licence`}
          className={chipOf(license !== undefined)}
          choices={[
            { label: t`Any licence`, to: set({ license: null }), chosen: license === undefined },
            ...licenses.map(([id, label]) => ({
              label,
              to: set({ license: id }),
              chosen: id === state.license,
            })),
          ]}
        >
          {license?.[1] ?? t`Licence`}
        </ChoiceFilter>
        <Applied state={state} read={read} />
      </div>
      <ChoiceFilter
        id="sort-panel"
        name={t`Sort`}
        className={buttonClass({ look: "quiet", size: "small" }, "sort-button")}
        choices={sorts
          .filter((one) => one.sort !== "relevance" || isRanked)
          .map((one) => ({ label: one.label, to: set({ sort: one.sort }), chosen: one === sort }))}
      >
        <span className="text-ink-3 max-md:sr-only">{t`Sort`}</span>
        {sort.label}
      </ChoiceFilter>
      <FilterSheet state={state} total={total} />
    </div>
  );
}
