import { lazy, useEffect } from "react";
// The server renders the page although its code comes later.
import "#app/ui/empty-state.css";

const load = () => import("./error-page.tsx");

/** The error page, whose code few readers ever need. */
export const LateErrorPage = lazy(async () => ({ default: (await load()).ErrorPage }));

/** Has the error page at hand from the first press on: what goes wrong after it may be the network. */
export function useErrorPageAtHand(): void {
  useEffect(() => {
    const fetchIt = () => void load().catch(() => undefined);
    addEventListener("pointerdown", fetchIt, { once: true });
    addEventListener("keydown", fetchIt, { once: true });
    return () => {
      removeEventListener("pointerdown", fetchIt);
      removeEventListener("keydown", fetchIt);
    };
  }, []);
}
