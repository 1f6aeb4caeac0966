import { useEffect } from "react";
import { useRevalidator } from "react-router";

const pollMs = 4_000;

/** Reloads the page's data every few seconds while a new site's wall fills; in a hidden tab once it becomes visible. */
export function useFilling(isFilling: boolean) {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isFilling || state !== "idle") return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    const loadIfShown = () => {
      if (signal.aborted || document.visibilityState !== "visible") return;
      stop.abort();
      void revalidate();
    };
    const timer = setTimeout(() => {
      document.addEventListener("visibilitychange", loadIfShown, { signal });
      loadIfShown();
    }, pollMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [isFilling, state, revalidate]);
}
