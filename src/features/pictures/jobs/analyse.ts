import type { Services } from "#app/services.ts";
import { createSearch } from "./lacking.ts";
import { isUnseen, lookAtPicture } from "./look.ts";
import { isUnread, readPicture } from "./read.ts";

type AnalysisServices = Pick<Services, "db" | "log" | "storage" | "vision">;

/** Pictures in one go: a few seconds of work, so that a stop is not kept waiting. */
const batch = 25;

/**
 * Looks at pictures and reads their words, a batch a call, with the helpers that are on. Any number of processes may do so at once:
 * they then do some of it twice, to the same end.
 * @returns a function that resolves to how many pictures it dealt with
 */
export function createAnalysis(
  services: AnalysisServices,
): (signal: AbortSignal) => Promise<number> {
  const { db, log, vision } = services;
  const looks = vision.has("similar") || vision.has("moderation");
  const findUnseen = createSearch(isUnseen(vision));
  const findUnread = createSearch(isUnread);
  /** A picture that ends its helper would do so every time: it is left alone until the process starts anew. */
  const left = new Set<string>();

  async function deal(
    ids: readonly string[],
    work: (id: string) => Promise<void>,
    signal: AbortSignal,
  ) {
    let done = 0;
    for (const id of ids) {
      if (signal.aborted) break;
      if (left.has(id)) continue;
      try {
        await work(id);
        done += 1;
      } catch (error) {
        if (signal.aborted) break;
        left.add(id);
        log.warn({ err: error, pictureId: id }, "a picture was not analysed");
      }
    }
    return done;
  }

  return async (signal) => {
    const unseen = looks ? await findUnseen(db, batch) : [];
    const seen = await deal(unseen, (id) => lookAtPicture(services, id), signal);
    const unread = vision.has("meaning") ? await findUnread(db, batch) : [];
    return seen + (await deal(unread, (id) => readPicture(services, id), signal));
  };
}
