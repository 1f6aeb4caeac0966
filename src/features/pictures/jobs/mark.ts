import { markPicture, unmarkedPictures } from "../commands/mark.ts";
import type { Services } from "#app/services.ts";

/** Pictures looked up at a time. */
const batch = 50;

/**
 * Marks the files of pictures that came before there were marks, or while files could not be signed.
 * @returns a function that resolves to how many pictures it has marked
 */
export function createMarking(services: Services): (signal: AbortSignal) => Promise<number> {
  /** Pictures whose files are missing or unreadable would fail every time: they are skipped until the process restarts. */
  const failed = new Set<string>();
  return async (signal) => {
    let done = 0;
    while (!signal.aborted) {
      const found = await unmarkedPictures(services, batch + failed.size);
      const ids = found.filter((id) => !failed.has(id));
      if (ids.length === 0) break;
      for (const id of ids) {
        if (signal.aborted) break;
        try {
          if (await markPicture(services, id)) done += 1;
          else failed.add(id);
        } catch (error) {
          failed.add(id);
          services.log.warn({ err: error, pictureId: id }, "cannot mark the files of a picture");
        }
      }
    }
    return done;
  };
}
