import type { Services } from "#app/services.ts";
import { createPendingSearch, unclassifiedDrafts } from "./pending.ts";
import { isUnanalysed, analysePicture } from "./analyse-picture.ts";
import { isNotEmbedded, embedPictureText } from "./embed-text.ts";

type AnalysisServices = Pick<Services, "db" | "log" | "storage" | "vision">;

/** Pictures that are looked for at once. */
const batch = 25;
/** Batches of one run: as much as is done before the next run is due. */
const mostBatches = 20;
/** Pictures that are read, decoded and analysed at once. Texts are embedded one by one: a search waits for one at most. */
const picturesAtOnce = 4;

/**
 * Analyses public pictures and drafts, and embeds the texts of the public ones, up to 500 a call, with the helpers that
 * are on. Any number of processes may do so at once: they then do some of it twice, to the same end.
 * @returns a function that resolves to how many pictures it dealt with
 */
export function createAnalysis(
  services: AnalysisServices,
): (signal: AbortSignal) => Promise<number> {
  const { db, log, vision } = services;
  const analyses = vision.has("similar") || vision.has("moderation");
  const findUnanalysed = createPendingSearch(isUnanalysed(vision));
  const findNotEmbedded = createPendingSearch(isNotEmbedded);
  /** A picture that crashes its helper would do so every time: it is skipped until this process restarts. */
  const failed = new Set<string>();

  async function tryOne(id: string, work: (id: string) => Promise<void>, signal: AbortSignal) {
    try {
      await work(id);
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      failed.add(id);
      log.warn({ err: error, pictureId: id }, "analysis of a picture failed");
      return false;
    }
  }

  /** @returns how many were tried, and how many of them went well */
  async function workThrough(
    ids: readonly string[],
    work: (id: string) => Promise<void>,
    { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  ) {
    const untried = ids.filter((id) => !failed.has(id));
    const left = untried.values();
    let done = 0;
    const lane = async () => {
      for (const id of left) {
        if (signal.aborted) return;
        if (await tryOne(id, work, signal)) done += 1;
      }
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return { tried: untried.length, done };
  }

  async function oneBatch(signal: AbortSignal) {
    // Those that failed are found each time; they must not take the place of others.
    const limit = batch + failed.size;
    const drafts = vision.has("moderation") ? await unclassifiedDrafts(db, limit) : [];
    const unanalysed = [...drafts, ...(analyses ? await findUnanalysed(db, limit) : [])];
    const analysed = await workThrough(unanalysed, (id) => analysePicture(services, id), {
      atOnce: picturesAtOnce,
      signal,
    });
    const notEmbedded = vision.has("meaning") ? await findNotEmbedded(db, limit) : [];
    const embedded = await workThrough(notEmbedded, (id) => embedPictureText(services, id), {
      atOnce: 1,
      signal,
    });
    return {
      tried: analysed.tried + embedded.tried,
      done: analysed.done + embedded.done,
    };
  }

  return async (signal) => {
    let all = 0;
    for (let turn = 0; turn < mostBatches && !signal.aborted; turn += 1) {
      const { tried, done } = await oneBatch(signal);
      if (tried === 0) break;
      all += done;
    }
    return all;
  };
}
