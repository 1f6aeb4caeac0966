import type { Aspect } from "#app/rules/aspects.ts";
import type { CastQuality } from "#app/rules/cast-limits.ts";
import { castCost } from "#app/rules/credit-costs.ts";
import type { Site } from "#app/ui/site.ts";
import type { Cast } from "../queries.ts";

/** What a waiting cast costs with these settings, as the server will say. */
export function queuedCost(
  cast: Pick<Cast, "kind" | "quality" | "aspect" | "model" | "count" | "whenIdle" | "priceFactor">,
  { remixCredits, idleFactor }: Pick<Site, "remixCredits" | "idleFactor">,
): number {
  const { quality, aspect, model, count } = cast;
  return castCost({
    mode: cast.kind === "create" ? "text-to-image" : "image-to-image",
    quality: quality as CastQuality,
    aspect: aspect as Aspect,
    model,
    count,
    imageToImageCredits: remixCredits,
    priceFactor: cast.priceFactor,
    ...(cast.whenIdle && { idleFactor }),
  });
}
