import type { Cast } from "../queries.ts";

/** The member's casts on the page, newest first: pure changes, each harmless when it comes twice. */
export type CastList = readonly Cast[];

type Progress = Pick<Cast, "state" | "delivered" | "progress">;

const isOver = (state: Cast["state"]) => state !== "queued" && state !== "running";

/** With this reading of a cast, in its place or, when new, where its time puts it. */
export function withCast(list: CastList, cast: Cast): CastList {
  const rest = list.filter((known) => known.id !== cast.id);
  const before = rest.findIndex((known) => known.createdAt <= cast.createdAt);
  return before === -1 ? [...rest, cast] : rest.toSpliced(before, 0, cast);
}

/** After news of a running cast. News that come late do not bring a finished one back to life. */
export function withProgress(list: CastList, id: string, news: Progress): CastList {
  return list.map((cast) => {
    if (cast.id !== id || (isOver(cast.state) && !isOver(news.state))) return cast;
    return { ...cast, ...news, position: news.state === "queued" ? cast.position : null };
  });
}

/** Ids of the casts that are not over. */
export function openIds(list: CastList): string[] {
  return list.filter((cast) => !isOver(cast.state)).map((cast) => cast.id);
}
