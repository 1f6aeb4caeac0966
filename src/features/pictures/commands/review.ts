import { isVisionError, type Moderation } from "#app/adapters/vision/port.ts";
import type { Services } from "#app/services.ts";

/**
 * The classifier's result for a picture; null when it is off, cannot read the picture or did not respond: a helper
 * that fails never blocks a picture, and the upkeep tries again.
 */
export async function reviewOf(
  { vision, log }: Pick<Services, "vision" | "log">,
  picture: Uint8Array,
): Promise<Moderation | null> {
  if (!vision.has("moderation")) return null;
  try {
    return await vision.moderate(picture);
  } catch (error) {
    if (!isVisionError(error)) throw error;
    log.warn({ err: error }, "automatic review of a picture failed");
    return null;
  }
}
