import { useSyncExternalStore } from "react";

/** Below the mobile breakpoint. See docs/product.md 9.2. */
const narrow = "(max-width: 767px)";

function subscribe(changed: () => void): () => void {
  const query = matchMedia(narrow);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Whether the window is narrower than 768 px; false on the server. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(narrow).matches,
    () => false,
  );
}
