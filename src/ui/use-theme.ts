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

/** Keeps a choice and shows it, here and in the other tabs; a change of what is seen is told in a toast. */
export function switchTheme(choice: ThemeChoice) {
  const before = shownTheme();
  writeStored(themeKey, choice);
  const theme = apply(choice);
  dispatchEvent(new Event(changed));
  if (theme !== before) void showToast("theme", themeNotice(theme), { id: "theme" });
}

/** Ctrl or Cmd+J: the other theme. */
export function toggleTheme() {
  switchTheme(otherTheme(shownTheme()));
}

/** Follows the system's change and the other tabs; call the result to stop. */
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

/** The choice kept in this browser; the default until the page is alive. */
export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(
    subscribe,
    () => themeChoice(readStored(themeKey)),
    () => "light",
  );
}
