import { lazy, useEffect } from "react";
// The server renders the page although its code is loaded later.
import "#app/ui/empty-state.css";

const load = () => import("./error-page.tsx");

/** The error page, loaded lazily because few visitors need it. */
export const LateErrorPage = lazy(async () => ({ default: (await load()).ErrorPage }));

/** Loads the error page on the first press: a later error may be a lost connection. */
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
