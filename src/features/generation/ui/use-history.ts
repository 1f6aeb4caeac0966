import { useRef, type KeyboardEvent } from "react";

/**
 * Earlier prompts by Ctrl or Cmd and the arrow keys, newest first; past the newest one's own words come back.
 * @returns a key listener that says whether it took the key
 */
export function useHistory(
  prompts: readonly string[],
  words: string,
  show: (words: string) => void,
): (event: KeyboardEvent) => boolean {
  const place = useRef<{ index: number; own: string; shown: string } | null>(null);
  return (event) => {
    const step = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (step === 0 || !(event.ctrlKey || event.metaKey)) return false;
    event.preventDefault();
    const known = [...new Set(prompts)];
    // Text that was edited since belongs to the member again.
    const now = place.current?.shown === words ? place.current : null;
    const own = now?.own ?? words;
    const index = Math.min(known.length - 1, Math.max(-1, (now?.index ?? -1) + step));
    const shown = index === -1 ? own : known[index];
    place.current = { index, own, shown };
    show(shown);
    return true;
  };
}
