import { useQuery } from "#app/ui/data/use-query.ts";
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
  const { data } = useQuery("engines", (signal) => api.get("/api/engines", { signal }), {
    everyMs: inSight ? askEveryMs : null,
  });
  return data?.items ?? rendered;
}
