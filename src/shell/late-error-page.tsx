import { lazy, useEffect } from "react";

const load = () => import("./error-page.tsx");

/** The error page, whose code few readers ever need. */
export const LateErrorPage = lazy(async () => ({ default: (await load()).ErrorPage }));

/** Fetched when the page has come to rest: what went wrong later may be the network. */
const fetchAfterMs = 4000;

/** Has the error page at hand before it is wanted. */
export function useErrorPageAtHand(): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), fetchAfterMs);
    return () => clearTimeout(timer);
  }, []);
}
