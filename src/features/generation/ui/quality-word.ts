import { t } from "#app/language/message.ts";
import type { CastQuality } from "#app/rules/cast-limits.ts";

const words: Record<CastQuality, string> = { standard: t`standard`, high: t`high` };

/** A quality among the settings of a cast; one of a later release is shown as it is. */
export const qualityWord = (quality: string): string =>
  Object.hasOwn(words, quality) ? words[quality as CastQuality] : quality;
