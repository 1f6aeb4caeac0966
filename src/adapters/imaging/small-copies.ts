import type { Sharp } from "sharp";
import { sharp } from "#app/lib/sharp.ts";
import { paletteOf, type Palette } from "./palette.ts";

/** Width of the blur that stands for a picture until it is there, in pixels. */
const blurWidth = 24;

/** A blur of a picture; the height is bounded for pictures that are all height. @returns a WebP in base64 */
async function blurOf(image: Sharp): Promise<string> {
  const blur = await image
    .resize(blurWidth, 10 * blurWidth, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 10, effort: 2 })
    .toBuffer();
  return blur.toString("base64");
}

/**
 * The colours of a picture and its blur, both from one small copy: to decode the picture is most of the work.
 * @param open the picture, upright and without what is transparent
 * @param wholly decodes all of it, so that no damage stays unseen
 */
export async function smallCopiesOf(
  open: () => Sharp,
  { wholly }: { wholly: boolean },
): Promise<{ colors: Palette; placeholder: string }> {
  const fit = { fit: "inside", withoutEnlargement: true, fastShrinkOnLoad: !wholly } as const;
  const { data, info } = await open()
    .resize(96, 96, fit)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  // The copy of a picture that is all height is narrower than its blur.
  const isWide = width >= blurWidth;
  const small = isWide ? sharp(data, { raw: { width, height, channels } }) : open();
  return { colors: paletteOf(data), placeholder: await blurOf(small) };
}
