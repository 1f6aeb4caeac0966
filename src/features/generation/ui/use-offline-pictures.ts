import { useEffect } from "react";

/** Whether the site runs as an installed app, in a window of its own, at a secure address. */
const isInstalled = () => "caches" in window && matchMedia("(display-mode: standalone)").matches;

/** In the installed app: keeps the member's latest pictures for times without a connection, now and when it is put away. */
export function useOfflinePictures(memberId: string | null): void {
  useEffect(() => {
    if (memberId === null || !isInstalled()) return undefined;
    const over = new AbortController();
    const keep = async () => {
      const { keepOfflinePictures } = await import("./offline-pictures.ts");
      if (!over.signal.aborted) await keepOfflinePictures(memberId);
    };
    const putAway = () => document.visibilityState === "hidden" && void keep();
    document.addEventListener("visibilitychange", putAway, { signal: over.signal });
    void keep();
    return () => over.abort();
  }, [memberId]);
}
