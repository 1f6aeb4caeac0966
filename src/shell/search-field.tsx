import { lazy, Suspense, useRef, useState, type Ref } from "react";
import { useLocation } from "react-router";
import { t } from "#app/language/message.ts";
import { searchedWords } from "#app/rules/searched-words.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useSearch } from "./use-search.ts";
import "./search-field.css";

/** The most characters of a query (docs/product.md 10.1). */
export const longestQuery = 200;

const SearchSuggestions = lazy(async () => ({
  default: (await import("./search-suggestions.tsx")).SearchSuggestions,
}));

/** The bar's search form; works without JavaScript. See docs/product.md 2.5. */
export function SearchField({ ref }: { ref: Ref<HTMLInputElement> }) {
  const { pathname, search } = useLocation();
  const go = useSearch();
  const [used, setUsed] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const words = searchedWords(pathname, search);
  const input = () => form.current?.elements.namedItem("q") as HTMLInputElement;
  return (
    <search className="search">
      <form
        ref={form}
        className="contents"
        action="/search"
        onSubmit={(event) => {
          event.preventDefault();
          if (go(input().value)) input().blur();
        }}
      >
        <Icon name="magnifying-glass" size={18} />
        <input
          // The field shows the query of a results page and is cleared on other pages.
          key={words}
          ref={ref}
          name="q"
          className="ring-outside"
          aria-label={t`Search images and collections`}
          placeholder={t`Search images and collections`}
          autoComplete="off"
          enterKeyHint="search"
          maxLength={longestQuery}
          defaultValue={words}
          onFocus={() => setUsed(true)}
        />
        <kbd aria-hidden>/</kbd>
        <IconButton
          size="small"
          className="search-clear"
          label={t`Clear search`}
          onClick={() => {
            input().value = "";
            input().focus();
          }}
        >
          <Icon name="x" size={16} />
        </IconButton>
        <Suspense>{used && <SearchSuggestions key={words} form={form} />}</Suspense>
      </form>
    </search>
  );
}
