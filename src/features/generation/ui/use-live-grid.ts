import { useQuery } from "#app/ui/data/use-query.ts";
import { useEvents } from "#app/features/notifications/ui/events.tsx";
import type { Cast } from "../queries.ts";
import type { Grid } from "../queries/grids.ts";
import { api } from "./api.ts";

/**
 * A grid that follows its pictures: the progress of each by the event stream, and the whole of it when one is over.
 * @param rendered as the page came
 */
export function useLiveGrid(rendered: Grid): { grid: Grid; again: () => Promise<void> } {
  const { id, isOwn } = rendered;
  const { data, again, change } = useQuery(isOwn ? `grid ${id}` : null, (signal) =>
    api.get("/api/grids/:id", { param: { id }, signal }),
  );
  const grid = data ?? rendered;
  useEvents((event) => {
    if (!isOwn) return;
    if (event.name === "opened") {
      void again();
      return;
    }
    if (!event.name.startsWith("generation.")) return;
    const { generationId, ...news } = event.payload;
    if (grid.casts.every(({ cast }) => cast.id !== generationId)) return;
    if (event.name !== "generation.progress") {
      void again();
      return;
    }
    const { state, delivered, progress } = news as Pick<Cast, "state" | "delivered" | "progress">;
    change((now) => ({
      ...now,
      casts: now.casts.map((each) =>
        each.cast.id === generationId && each.cast.finishedAt === null
          ? { ...each, cast: { ...each.cast, state, delivered, progress } }
          : each,
      ),
    }));
  });
  return { grid, again };
}
