import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { t } from "#app/language/message.ts";
import { popularSearches } from "#app/rules/popular-searches.ts";
import { searchedWords } from "#app/rules/searched-words.ts";
import { IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { longestQuery } from "./search-field.tsx";
import { SearchSuggestions } from "./search-suggestions.tsx";
import { searchTips } from "./search-tips.ts";
import { useSearch } from "./use-search.ts";
import "#app/ui/chip.css";
import "./search-field.css";
import "./search-overlay.css";

/** Full-screen search on small screens, with tips and popular searches. See docs/product.md 2.5. */
export function SearchOverlay({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { pathname, search } = useLocation();
  const go = useSearch();
  useEffect(() => {
    dialog.current?.showModal();
    input.current?.focus();
  }, []);
  /** Synchronously: the dialog's close event comes later, and until then its shortcut would do nothing. */
  function close() {
    dialog.current?.close();
    onClose();
  }
  function fill(words: string) {
    if (input.current === null) return;
    input.current.value = words;
    input.current.focus();
  }
  return (
    <dialog ref={dialog} className="search-overlay" aria-label={t`Search`} onClose={onClose}>
      <div className="flex items-start gap-1.5">
        <search className="search search-open">
          <form
            ref={form}
            className="contents"
            action="/search"
            onSubmit={(event) => {
              event.preventDefault();
              if (go(input.current?.value ?? "")) close();
            }}
          >
            <input
              ref={input}
              name="q"
              className="ring-outside"
              aria-label={t`Search images and collections`}
              placeholder={t`Search images and collections`}
              autoComplete="off"
              enterKeyHint="search"
              maxLength={longestQuery}
              defaultValue={searchedWords(pathname, search)}
            />
            <IconButton type="submit" className="search-go" label={t`Search`}>
              <Icon name="magnifying-glass" size={18} />
            </IconButton>
            <SearchSuggestions form={form} onLeave={close} />
          </form>
        </search>
        <IconButton className="mt-0.5 h-11 w-11" label={t`Close search`} onClick={close}>
          <Icon name="x" />
        </IconButton>
      </div>
      <h2 className="label mt-9 mb-1">{t`Four ways to find it`}</h2>
      <ul className="tips">
        {searchTips.map(({ title, phrase, picture }) => (
          <li key={title}>
            <button type="button" onClick={() => fill(phrase)}>
              <img src={picture} alt="" width={52} height={64} />
              <span className="flex flex-1 flex-col gap-0.5">
                <b>{title}</b>
                <span className="text-ink-2">{phrase}</span>
              </span>
              <Icon name="arrow-up-left" size={18} className="text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
      <h2 className="label mt-6 mb-3">{t`Popular`}</h2>
      <ul className="flex flex-wrap gap-2">
        {popularSearches.map((words) => (
          <li key={words}>
            <button type="button" className="chip h-10 px-4 text-14" onClick={() => fill(words)}>
              {words}
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}
