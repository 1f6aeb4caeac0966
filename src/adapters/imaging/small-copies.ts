import type { Sharp } from "sharp";
import { paletteOf, type Palette } from "./palette.ts";

/** The colours of a picture, from a small copy. @param wholly decodes all of it, so that no damage stays unseen */
export async function colorsOf(image: Sharp, { wholly }: { wholly: boolean }): Promise<Palette> {
  const fit = { fit: "inside", withoutEnlargement: true, fastShrinkOnLoad: !wholly } as const;
  const small = await image
    .resize(96, 96, fit)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer();
  return paletteOf(small);
}

/** 24 px wide; the height is bounded for pictures that are all height. */
export async function placeholderOf(image: Sharp): Promise<string> {
  const blur = await image
    .resize(24, 240, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 10, effort: 2 })
    .toBuffer();
  return blur.toString("base64");
}
