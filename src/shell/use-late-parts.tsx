import { lazy, useEffect } from "react";
// The server renders the page although its code is loaded later.
import "#app/ui/empty-state.css";

const load = () => import("./late-parts.ts");

/** The error page, loaded lazily because few visitors need it. */
export const LateErrorPage = lazy(async () => ({ default: (await load()).ErrorPage }));

/**
 * Loads on the first press what is needed from then on: the error page, because a later error may be a lost connection,
 * and what keeps the focus on the page.
 */
export function useLateParts(): void {
  useEffect(() => {
    const fetchThem = () =>
      void load().then(
        ({ startLateParts }) => startLateParts(),
        () => undefined,
      );
    addEventListener("pointerdown", fetchThem, { once: true });
    addEventListener("keydown", fetchThem, { once: true });
    return () => {
      removeEventListener("pointerdown", fetchThem);
      removeEventListener("keydown", fetchThem);
    };
  }, []);
}
