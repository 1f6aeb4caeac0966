import sharp from "sharp";
import { SketchError } from "./errors.ts";
import { type Frame, createFrame } from "./core/frame.ts";

/** A source larger than this is refused before it is decoded. */
const MOST_INPUT_PIXELS = 50_000_000;

/**
 * Decodes a source picture to fill `width` by `height`, turned upright by its EXIF, cropped around
 * what draws the eye, transparency laid on white. Throws SketchError "invalid-request" when the
 * bytes are not a whole picture within 50 megapixels.
 */
export async function decodeSource(
  bytes: Uint8Array,
  width: number,
  height: number,
): Promise<Frame> {
  try {
    const pixels = await sharp(bytes, { limitInputPixels: MOST_INPUT_PIXELS, failOn: "error" })
      .rotate()
      .resize(width, height, { fit: "cover", position: "attention" })
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    if (pixels.info.channels !== 3) {
      throw new Error(`expected 3 channels, got ${pixels.info.channels}`);
    }
    return createFrame(width, height).fromRGB8(pixels.data);
  } catch (cause) {
    throw new SketchError("invalid-request", "The source picture could not be read.", { cause });
  }
}
