import sharp, { type Metadata, type Sharp } from "sharp";
import { paletteOf, type Palette } from "./palette.ts";

/** Pixels up to which a decoded picture is kept for all of its small copies: 6 MB. */
const mostKept = 2_000_000;

/** Whether pixels are shown as they are decoded: nothing is turned, converted or transparent. */
function isPlain({ channels, space, depth, orientation = 1, icc }: Metadata): boolean {
  const isRgb = channels === 3 && space === "srgb" && depth === "uchar";
  return isRgb && orientation === 1 && icc === undefined;
}

/**
 * Decodes all of a plain picture, once for several small copies.
 * @param open the picture from its file
 * @returns null for one that is not plain, or too large to be kept: each copy decodes it then
 */
export async function decodedOnce(
  open: () => Sharp,
  found: Metadata,
): Promise<(() => Sharp) | null> {
  if (!isPlain(found) || found.width * found.height > mostKept) return null;
  const { data, info } = await open().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return channels === 3 ? () => sharp(data, { raw: { width, height, channels } }) : null;
}

/**
 * The picture pressed into a square, with three bytes a pixel.
 * @returns null where a square of the file itself would have other pixels: a JPEG of twice that side or a WebP is decoded smaller
 */
export async function squareOf(
  decoded: () => Sharp,
  { format, width, height }: Metadata,
  side: number,
): Promise<Uint8Array | null> {
  const isSame = format === "png" || (format === "jpeg" && Math.min(width, height) < 2 * side);
  return isSame ? decoded().resize(side, side, { fit: "fill" }).raw().toBuffer() : null;
}

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
