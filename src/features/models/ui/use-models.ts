import { useEffect, useState } from "react";
import { paths } from "#app/paths.ts";
import type { ModelList } from "../queries.ts";

/** A connection that the server has refused is tried again after this time. */
const retryMs = 5_000;

/**
 * The models as they are now: those of the page, then what the server sends.
 * @returns the newest of both, and whether the page is told of changes at present
 */
export function useModels(loaded: ModelList): { list: ModelList; isLive: boolean } {
  const [sent, setSent] = useState<ModelList | null>(null);
  const [isLive, setIsLive] = useState(true);
  useEffect(() => {
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    function open() {
      const current = new EventSource(paths.api.modelEvents());
      source = current;
      current.addEventListener("models", (event: MessageEvent<string>) => {
        setIsLive(true);
        setSent(JSON.parse(event.data) as ModelList);
      });
      current.addEventListener("error", () => {
        setIsLive(false);
        // While connecting, the browser tries again by itself.
        if (current.readyState === EventSource.CLOSED) timer = setTimeout(open, retryMs);
      });
    }
    open();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, []);
  return { list: sent !== null && sent.at > loaded.at ? sent : loaded, isLive };
}
