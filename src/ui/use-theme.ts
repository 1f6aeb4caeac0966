import { useSyncExternalStore } from "react";
import {
  otherTheme,
  themeChoice,
  themeKey,
  themeNotice,
  themeOf,
  type Theme,
  type ThemeChoice,
} from "../rules/theme.ts";
import { showToast } from "./toast.ts";

const changed = "echoform:theme";
const systemDark = () => matchMedia("(prefers-color-scheme: dark)").matches;

function apply(choice: ThemeChoice): Theme {
  const theme = themeOf(choice, systemDark());
  document.documentElement.dataset.theme = theme;
  return theme;
}

/** Keeps a choice and shows it, here and in the other tabs. */
export function chooseTheme(choice: ThemeChoice): Theme {
  localStorage.setItem(themeKey, choice);
  const theme = apply(choice);
  dispatchEvent(new Event(changed));
  return theme;
}

/** Ctrl or Cmd+J: the other theme, with its notice. */
export function toggleTheme() {
  const shown: Theme = document.documentElement.dataset.theme === "dark" ? "dark" : "light";
  const theme = chooseTheme(otherTheme(shown));
  void showToast("theme", themeNotice(theme), { id: "theme" });
}

/** Listens for the shortcut, for the system's change and for other tabs; call the result to stop. */
export function watchTheme(): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const refresh = () => {
    apply(themeChoice(localStorage.getItem(themeKey)));
    dispatchEvent(new Event(changed));
  };
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", refresh, { signal });
  addEventListener("storage", (event) => event.key === themeKey && refresh(), { signal });
  addEventListener(
    "keydown",
    (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "j") return;
      event.preventDefault();
      toggleTheme();
    },
    { signal },
  );
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
    () => themeChoice(localStorage.getItem(themeKey)),
    () => "light",
  );
}
