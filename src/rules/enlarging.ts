import { t } from "#app/language/message.ts";

type Size = { width: number; height: number };

/**
 * Pixels that an enlarged picture may have. The offline helper takes about 20 s for each megapixel that it enlarges on
 * a quiet machine: two megapixels are done within its four minutes on a busy one too, four are not.
 */
const mostPixels = 2 * 2048 * 2048;

/** Whether a picture can be made twice as large. */
export function canEnlarge({ width, height }: Size): boolean {
  return width * 2 * (height * 2) <= mostPixels;
}

/** Why a picture cannot be made twice as large, for its owner. */
export function tooLargeToEnlarge({ width, height }: Size): string {
  return t`This picture has ${width} × ${height} pixels, which is too large to be enlarged: it may have 2 megapixels.`;
}
