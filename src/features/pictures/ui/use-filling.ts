import { useEffect } from "react";
import { useRevalidator } from "react-router";

const pollMs = 4_000;

/** Loads the page's data again every few seconds while a fresh site's wall is filling, in a hidden tab once it is shown. */
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
