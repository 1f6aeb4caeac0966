/** What an edit made, as a file without loss. */
import { sharp } from "#app/lib/sharp.ts";

/** Bytes that it may have, so that what is written into it later has room as well. */
const most = 18 * 1024 * 1024;

/**
 * A PNG; a lossless WebP where that would be too large for an original, and a JPEG where both are.
 * @returns isExact: whether it has every pixel as it was
 */
export async function asLosslessFile(
  pixels: Uint8Array,
  raw: { width: number; height: number; channels: 3 | 4 },
): Promise<{ bytes: Buffer; mime: string; isExact: boolean }> {
  const image = () => sharp(pixels, { raw });
  const png = await image().png({ compressionLevel: 6, adaptiveFiltering: true }).toBuffer();
  if (png.length <= most) return { bytes: png, mime: "image/png", isExact: true };
  const webp = await image().webp({ lossless: true, exact: true, effort: 2 }).toBuffer();
  if (webp.length <= most) return { bytes: webp, mime: "image/webp", isExact: true };
  const jpeg = await image()
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: 95, chromaSubsampling: "4:4:4" })
    .toBuffer();
  return { bytes: jpeg, mime: "image/jpeg", isExact: false };
}
