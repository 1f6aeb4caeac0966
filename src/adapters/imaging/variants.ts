/** Sizes and formats of an original. */
import type { Sharp } from "sharp";
import { t } from "#app/language/message.ts";
import { AppError } from "#app/lib/errors.ts";
import { sharp } from "#app/lib/sharp.ts";
import { decoding, ground, isTimeout } from "./decoding.ts";
import { isPublicJpeg } from "#app/rules/picture-files.ts";
import { bufferOf, xmpOf } from "./file-metadata.ts";
import type { VariantRequest } from "./port.ts";
import { withWebpXmp } from "./webp-xmp.ts";
import { markPacket } from "./xmp.ts";

/** Time that one variant may take. */
export const variantSeconds = 5;
/** Longest side of a variant that names no size. */
const naturalLimit = 2_048;
/** From this width on a variant carries the whole provenance, below it the mark of generated media alone. */
const wholeProvenanceFrom = 1_024;
/** Narrower ones are blurs that stand in for a moment; they carry nothing. */
const markFrom = 25;

function encoded(image: Sharp, { format, quality }: VariantRequest): Sharp {
  if (format === "webp") return image.webp({ quality, effort: 2 });
  if (format === "avif") return image.avif({ quality, effort: 0 });
  if (format === "png") return image.png({ compressionLevel: 6 });
  // The whole picture keeps its colours as sharp as its brightness.
  return image.jpeg({ quality, chromaSubsampling: quality > 90 ? "4:4:4" : "4:2:0" });
}

/** The packet that a variant carries, taken from the original's own. */
function variantXmp(original: Buffer, { width, height }: VariantRequest): string | null {
  const longest = Math.max(width, height) || naturalLimit;
  if (longest < markFrom) return null;
  const whole = xmpOf(original);
  if (whole === null) return null;
  return longest >= wholeProvenanceFrom ? whole : markPacket(whole);
}

/** One size and format; white is under what is transparent but in a PNG. */
export async function variant(original: Uint8Array, request: VariantRequest): Promise<Buffer> {
  const { width, height } = request;
  const bytes = bufferOf(original);
  const natural = width === 0 && height === 0;
  const image = sharp(bytes, decoding)
    .timeout({ seconds: variantSeconds })
    .resize({
      width: natural ? naturalLimit : width || undefined,
      height: natural ? naturalLimit : height || undefined,
      fit: natural ? "inside" : "cover",
      withoutEnlargement: true,
    });
  if (request.format !== "png") image.flatten({ background: ground });
  if (isPublicJpeg(request)) image.keepExif();
  const xmp = variantXmp(bytes, request);
  if (xmp !== null) image.withXmp(xmp);
  try {
    return await encoded(image, request).toBuffer();
  } catch (error) {
    if (!isTimeout(error)) throw error;
    throw new AppError("unavailable", {
      detail: t`Resizing took too long`,
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}

/** The same variant with what the original says of itself now; null where it has to be made again. */
export function relabel(
  made: Uint8Array,
  original: Uint8Array,
  request: VariantRequest,
): Buffer | null {
  if (request.format !== "webp") return null;
  const bytes = bufferOf(made);
  const xmp = variantXmp(bufferOf(original), request);
  return xmp === null ? bytes : withWebpXmp(bytes, xmp);
}
