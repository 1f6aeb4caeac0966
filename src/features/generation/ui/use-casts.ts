import { useCallback, useEffect, useRef } from "react";
import { useList, type Page } from "#app/ui/data/use-list.ts";
import { useMutation } from "#app/ui/data/use-mutation.ts";
import { useEvents } from "#app/features/notifications/ui/events.tsx";
import type { Cast } from "../queries.ts";
import { api } from "./api.ts";
import { fitsFilters, type LogFilters } from "./log-filters.ts";
import { openIds, withCast, withProgress, type CastList } from "./cast-list.ts";

/** How often queue positions are read again while a cast waits, in ms: no event announces them. */
const queuePollMs = 5000;

const keyOf = ({ id }: Cast) => id;

/** A list with other filters starts again; pages are not carried over. */
const listKey = (filters: LogFilters) => JSON.stringify(filters);

/**
 * The member's casts, updated by the event stream.
 * @param filters the list's filters; new casts that do not match are left out
 */
export function useCasts(rendered: Page<Cast>, filters: LogFilters = {}) {
  const { items, next, reading, readMore, change } = useList<Cast>({
    name: listKey(filters),
    first: rendered,
    keyOf,
    readPage: (cursor, signal) =>
      api.get("/api/generations", { query: { ...filters, cursor }, signal }),
    merge: (first, known) => ({
      ...known,
      items: [...first.items.reduceRight<CastList>(withCast, known.items)],
    }),
  });
  const casts: CastList = items;
  const setCasts = useCallback(
    (after: (list: CastList) => CastList) =>
      change((known) => ({ ...known, items: [...after(known.items)] })),
    [change],
  );

  /** Pictures of grids, with the casts that stand for their grids. */
  const gridOf = useRef(new Map<string, string>());
  const latest = useRef(filters);
  useEffect(() => {
    latest.current = filters;
  });
  const read = useCallback(
    async (wished: string) => {
      const asked = await api.get("/api/generations/:id", { param: { id: wished } });
      if (!asked.ok) return;
      // The first picture of a grid stands for all of them.
      const id = asked.data.grid?.first ?? wished;
      if (id !== wished) gridOf.current.set(wished, id);
      const answer =
        id === wished ? asked : await api.get("/api/generations/:id", { param: { id } });
      if (!answer.ok) return;
      const cast = answer.data;
      const fits = fitsFilters(cast, latest.current);
      setCasts((list) =>
        fits || list.some((known) => known.id === id) ? withCast(list, cast) : list,
      );
    },
    [setCasts],
  );

  useEvents((event) => {
    if (event.name === "opened") {
      for (const id of openIds(casts)) void read(id);
      return;
    }
    if (!event.name.startsWith("generation.")) return;
    const { generationId, ...news } = event.payload;
    if (typeof generationId !== "string") return;
    const known = casts.some((cast) => cast.id === generationId);
    if (event.name === "generation.progress" && known) {
      const { state, delivered, progress } = news as Pick<Cast, "state" | "delivered" | "progress">;
      setCasts((list) => withProgress(list, generationId, { state, delivered, progress }));
      return;
    }
    const first = gridOf.current.get(generationId);
    if (first !== undefined && event.name === "generation.progress") return;
    // A cast of another tab, or one that finished: read all of it to show the result.
    void read(generationId);
  });

  const waiting = casts.some((cast) => cast.state === "queued");
  useEffect(() => {
    if (!waiting) return undefined;
    const timer = setInterval(() => {
      for (const { id, state } of casts) if (state === "queued") void read(id);
    }, queuePollMs);
    return () => clearInterval(timer);
  }, [waiting, casts, read]);

  const cancellation = useMutation(
    (id: string) => api.post("/api/generations/:id/cancel", { param: { id } }),
    { parallel: true, onDone: (_, id) => read(id), onRefused: (_, _status, id) => read(id) },
  );

  const cancel = async (id: string) => void (await cancellation.run(id));

  /** Removes deleted casts from the list. */
  const drop = (ids: ReadonlySet<string>) =>
    setCasts((list) => list.filter((cast) => !ids.has(cast.id)));

  return { casts, read, cancel, drop, next, reading, readMore };
}
