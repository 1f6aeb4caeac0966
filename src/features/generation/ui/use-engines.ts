import { useEffect, useState } from "react";
import type { EngineListing } from "../queries/engines.ts";
import { api } from "./api.ts";

/** How often engines are asked again while the list is in sight, in ms. */
const askEveryMs = 6000;

/**
 * The engines with whether each answers: once with the page, then for as long as the list is in sight. A question
 * that gets no answer leaves what was known.
 */
export function useEngines(
  rendered: readonly EngineListing[],
  inSight: boolean,
): readonly EngineListing[] {
  const [engines, setEngines] = useState(rendered);
  useEffect(() => {
    const left = new AbortController();
    const ask = async () => {
      const answer = await api.get("/api/engines");
      if (answer.ok && !left.signal.aborted) setEngines(answer.data.items);
    };
    void ask();
    const timer = inSight ? setInterval(() => void ask(), askEveryMs) : undefined;
    return () => {
      left.abort();
      clearInterval(timer);
    };
  }, [inSight]);
  return engines;
}
