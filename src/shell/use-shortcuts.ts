import { useEffect, useRef } from "react";
import { shortcutOf, type Shortcut } from "#app/rules/shortcut.ts";
import { pressedOf, singleKeysOn } from "#app/ui/single-keys.ts";

/** Calls for the keys that work on every page; a modal dialog keeps all but the theme's for itself. */
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
