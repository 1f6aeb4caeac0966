import { useEffect, useRef } from "react";
import { shortcutOf, type Shortcut } from "#app/rules/shortcut.ts";
import { pressedOf, singleKeysOn } from "#app/ui/single-keys.ts";

/** Handlers of the shortcuts that work on every page; a modal dialog blocks all but the theme's. */
export function useShortcuts(act: (shortcut: Shortcut) => void) {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      const shortcut = shortcutOf(pressedOf(event), singleKeysOn());
      if (shortcut === null) return;
      if (shortcut !== "theme" && document.querySelector("dialog:modal")) return;
      event.preventDefault();
      latest.current(shortcut);
    }
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}
