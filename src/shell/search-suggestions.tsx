import { useEffect, useId, useState, type RefObject } from "react";
import { useNavigate } from "react-router";
import type { Suggestion } from "#app/features/search/queries.ts";
import { api } from "#app/features/search/ui/api.ts";
import { forgetSearches, recentSearches } from "#app/features/search/ui/recent-searches.ts";
import { t } from "#app/language/message.ts";
import { paths } from "#app/paths.ts";
import { useQuery } from "#app/ui/data/use-query.ts";
import { Icon } from "#app/ui/icon.tsx";
import { takeHint } from "./search-hint.tsx";
import "./search-suggestions.css";

/** Letters that follow each other quickly are one question. */
const pauseMs = 150;
/** A single letter suggests nothing. */
const shortest = 2;
/** While something is typed fewer of one's own searches are shown. */
const recentBeside = 3;

type Choice = { kind: Suggestion["kind"] | "recent" | "forget"; text: string; value: string };

const kinds: Record<Choice["kind"], string> = {
  recent: t`Recent`,
  color: t`Colour`,
  creator: t`Creator`,
  tag: t`Tag`,
  title: t`Title`,
  forget: "",
};

const recentChoices = (typed: string): Choice[] =>
  recentSearches()
    .filter((text) => text.toLowerCase().startsWith(typed.toLowerCase()) && text !== typed)
    .slice(0, typed === "" ? undefined : recentBeside)
    .map((text) => ({ kind: "recent", text, value: text }));

const forget: Choice = { kind: "forget", text: t`Clear recent searches`, value: "" };

/** One's own searches and what the gallery has, each text once. */
function choicesFor(typed: string, found: readonly Suggestion[]): Choice[] {
  const recent = recentChoices(typed);
  if (typed === "") return recent.length === 0 ? [] : [...recent, forget];
  const all = [...recent, ...found];
  const isFirst = (one: Choice, at: number) =>
    all.findIndex(({ text }) => text.toLowerCase() === one.text.toLowerCase()) === at;
  return all.filter(isFirst);
}

/** A text once it has not changed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setPaused, pauseMs, text);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

type FormRef = RefObject<HTMLFormElement | null>;

const fieldOf = (form: FormRef) =>
  (form.current?.elements.namedItem("q") ?? null) as HTMLInputElement | null;

/** What is typed into the field, what goes with it, and whether it is shown. */
function useChoices(form: FormRef) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [hinted, setHinted] = useState(false);
  const [active, setActive] = useState(-1);
  useEffect(() => {
    const field = fieldOf(form);
    if (field === null) return undefined;
    const read = () => {
      setTyped(field.value.trim());
      setIsOpen(true);
      // Enter searches for what is typed, until an arrow has chosen something else.
      setActive(-1);
      if (field.value !== "" && takeHint()) setHinted(true);
    };
    const open = () => {
      if (field.value === "") read();
    };
    const close = () => setIsOpen(false);
    // Typed before this was loaded.
    if (field.value !== field.defaultValue) read();
    else if (document.activeElement === field) open();
    field.addEventListener("input", read);
    field.addEventListener("focus", open);
    field.addEventListener("blur", close);
    return () => {
      field.removeEventListener("input", read);
      field.removeEventListener("focus", open);
      field.removeEventListener("blur", close);
    };
  }, [form]);
  const asked = usePaused(typed ?? "");
  const { data } = useQuery(
    asked.length < shortest ? null : `suggestions ${asked}`,
    (signal) => api.get("/api/search/suggestions", { query: { q: asked }, signal }),
    { onFocus: false },
  );
  const choices = typed === null ? [] : choicesFor(typed, data?.items ?? []);
  return { choices, isOpen, setIsOpen, hinted, active, setActive };
}

type SuggestionsProps = {
  /** The form of the field, which is named `q`. */
  form: FormRef;
  /** Called when a choice leads away without a search. */
  onLeave?: () => void;
};

/** Suggestions under the search field, by pointer and keyboard, and the hint. See docs/product.md 2.5 and 8.4. */
export function SearchSuggestions({ form, onLeave }: SuggestionsProps) {
  const listId = useId();
  const navigate = useNavigate();
  const { choices, isOpen, setIsOpen, hinted, active, setActive } = useChoices(form);
  const isShown = isOpen && choices.length > 0;
  const at = isShown ? Math.min(active, choices.length - 1) : -1;
  const optionId = (index: number) => `${listId}-${index}`;

  function choose({ kind, value, text }: Choice) {
    const field = fieldOf(form);
    if (field === null) return;
    setActive(-1);
    if (kind === "forget") {
      forgetSearches();
      setIsOpen(false);
      return;
    }
    setIsOpen(false);
    if (kind === "creator") {
      onLeave?.();
      void navigate(paths.creator(value));
      return;
    }
    field.value = kind === "color" ? text : value;
    form.current?.requestSubmit();
  }

  useEffect(() => {
    const element = fieldOf(form);
    if (element === null) return;
    // Until there is a list it is a field like any other.
    if (isShown) element.setAttribute("role", "combobox");
    if (element.getAttribute("role") === "combobox") {
      element.setAttribute("aria-autocomplete", "list");
      element.setAttribute("aria-expanded", String(isShown));
      element.setAttribute("aria-controls", listId);
    }
    if (at >= 0) element.setAttribute("aria-activedescendant", `${listId}-${at}`);
    else element.removeAttribute("aria-activedescendant");
  }, [form, isShown, listId, at]);

  useEffect(() => {
    const element = fieldOf(form);
    function onKeyDown(event: KeyboardEvent) {
      if (!isShown || event.isComposing) return;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step !== undefined) {
        // Before the first and after the last is the field itself.
        const count = choices.length + 1;
        setActive((now) => ((Math.min(now, choices.length - 1) + 1 + step + count) % count) - 1);
      } else if (event.key === "Escape") {
        setIsOpen(false);
        setActive(-1);
      } else if (event.key === "Enter" && at >= 0) {
        choose(choices[at]);
      } else {
        if (event.key === "Enter") setIsOpen(false);
        return;
      }
      event.preventDefault();
      event.stopPropagation();
    }
    element?.addEventListener("keydown", onKeyDown);
    return () => element?.removeEventListener("keydown", onKeyDown);
  });

  return (
    <>
      <output className="search-hint">
        {hinted && !isShown && t`Press Enter (Return on Mac) to search.`}
      </output>
      {/* A native list of options cannot stand beside a field that keeps the focus and its keys. */}
      <div
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="listbox"
        className="search-suggestions"
        aria-label={t`Suggestions`}
        hidden={!isShown}
        onPointerDown={(event) => event.preventDefault()}
      >
        {isShown &&
          choices.map((choice, index) => (
            // The keys are the field's.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={`${choice.kind} ${choice.value}`}
              id={optionId(index)}
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
              role="option"
              tabIndex={-1}
              aria-selected={index === at}
              onClick={() => choose(choice)}
            >
              {choice.kind === "color" ? (
                <span className="suggestion-color" style={{ background: choice.value }} />
              ) : (
                <Icon
                  name={choice.kind === "creator" ? "user-circle" : "magnifying-glass"}
                  size={16}
                />
              )}
              <span className="suggestion-text">{choice.text}</span>
              <span className="suggestion-kind">{kinds[choice.kind]}</span>
            </div>
          ))}
      </div>
    </>
  );
}
