import { useQuery } from "#app/ui/data/use-query.ts";
import type { EngineListing } from "../queries/engines.ts";
import { api } from "./api.ts";

/** How often the availability of engines is read again while the list is visible, in ms. */
const askEveryMs = 6000;

/**
 * The engines and their availability: as the page was rendered, then updated while the list is visible. A failed
 * request keeps the last known state.
 */
export function useEngines(
  rendered: readonly EngineListing[],
  inSight: boolean,
): readonly EngineListing[] {
  const { data } = useQuery("engines", (signal) => api.get("/api/engines", { signal }), {
    everyMs: inSight ? askEveryMs : null,
  });
  return data?.items ?? rendered;
}
