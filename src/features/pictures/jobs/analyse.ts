import type { Services } from "#app/services.ts";
import { createPendingSearch, unclassifiedDrafts } from "./pending.ts";
import { isUnanalysed, analysePicture } from "./analyse-picture.ts";
import { isNotEmbedded, embedPictureText } from "./embed-text.ts";

type AnalysisServices = Pick<Services, "db" | "log" | "storage" | "vision">;

/** Pictures per batch: a few seconds of work, so that a stop does not wait long. */
const batch = 25;

/**
 * Analyses public pictures and drafts, and embeds the texts of the public ones, a batch a call, with the helpers that
 * are on. Any number of processes may
 * do so at once:
 * they then do some of it twice, to the same end.
 * @returns a function that resolves to how many pictures it dealt with
 */
export function createAnalysis(
  services: AnalysisServices,
): (signal: AbortSignal) => Promise<number> {
  const { db, log, vision } = services;
  const analyses = vision.has("similar") || vision.has("moderation");
  const findUnanalysed = createPendingSearch(isUnanalysed(vision));
  const findNotEmbedded = createPendingSearch(isNotEmbedded);
  /** A picture that crashes its helper would do so every time: it is skipped until the process restarts. */
  const failed = new Set<string>();

  async function workThrough(
    ids: readonly string[],
    work: (id: string) => Promise<void>,
    signal: AbortSignal,
  ) {
    let done = 0;
    for (const id of ids) {
      if (signal.aborted) break;
      if (failed.has(id)) continue;
      try {
        await work(id);
        done += 1;
      } catch (error) {
        if (signal.aborted) break;
        failed.add(id);
        log.warn({ err: error, pictureId: id }, "analysis of a picture failed");
      }
    }
    return done;
  }

  return async (signal) => {
    const drafts = vision.has("moderation") ? await unclassifiedDrafts(db, batch) : [];
    const unanalysed = [...drafts, ...(analyses ? await findUnanalysed(db, batch) : [])];
    const analysed = await workThrough(unanalysed, (id) => analysePicture(services, id), signal);
    const notEmbedded = vision.has("meaning") ? await findNotEmbedded(db, batch) : [];
    return (
      analysed + (await workThrough(notEmbedded, (id) => embedPictureText(services, id), signal))
    );
  };
}
