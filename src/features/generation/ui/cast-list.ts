import type { Cast } from "../queries.ts";

/** The member's casts on the page, newest first, as pure and idempotent updates. */
export type CastList = readonly Cast[];

type Progress = Pick<Cast, "state" | "delivered" | "progress">;

const isOver = (state: Cast["state"]) => state !== "queued" && state !== "running";

/** Replaces a cast, or inserts a new one by its time. */
export function withCast(list: CastList, cast: Cast): CastList {
  const rest = list.filter((known) => known.id !== cast.id);
  const before = rest.findIndex((known) => known.createdAt <= cast.createdAt);
  return before === -1 ? [...rest, cast] : rest.toSpliced(before, 0, cast);
}

/** Applies a progress event. An event that arrives late does not restart a finished cast. */
export function withProgress(list: CastList, id: string, news: Progress): CastList {
  return list.map((cast) => {
    if (cast.id !== id || (isOver(cast.state) && !isOver(news.state))) return cast;
    return { ...cast, ...news, position: news.state === "queued" ? cast.position : null };
  });
}

/** Ids of the casts that have not finished. */
export function openIds(list: CastList): string[] {
  return list.filter((cast) => !isOver(cast.state)).map((cast) => cast.id);
}
