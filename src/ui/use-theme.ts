import { useSyncExternalStore } from "react";
import {
  otherTheme,
  themeChoice,
  themeKey,
  themeNotice,
  themeOf,
  type Theme,
  type ThemeChoice,
} from "#app/rules/theme.ts";
import { readStored, writeStored } from "./stored.ts";
import { showToast } from "./toast.ts";

const changed = "echoform:theme";
const systemDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

function apply(choice: ThemeChoice): Theme {
  const theme = themeOf(choice, systemDark());
  document.documentElement.dataset.theme = theme;
  return theme;
}

function shownTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** Stores and applies a choice, here and in the other tabs; a visible change shows a toast. */
export function switchTheme(choice: ThemeChoice) {
  const before = shownTheme();
  writeStored(themeKey, choice);
  const theme = apply(choice);
  dispatchEvent(new Event(changed));
  if (theme !== before) void showToast("theme", themeNotice(theme), { id: "theme" });
}

/** Ctrl or Cmd+J: switches to the other theme. */
export function toggleTheme() {
  switchTheme(otherTheme(shownTheme()));
}

/** Follows changes by the system and by other tabs; returns a function that stops it. */
export function watchTheme(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const refresh = () => {
    apply(themeChoice(readStored(themeKey)));
    dispatchEvent(new Event(changed));
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", refresh, { signal });
  addEventListener("storage", (event) => event.key === themeKey && refresh(), { signal });
  return () => stop.abort();
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  return () => removeEventListener(changed, listener);
}

/** The choice stored in this browser; the default until hydration. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(
    subscribe,
    () => themeChoice(readStored(themeKey)),
    () => "light",
  );
}
