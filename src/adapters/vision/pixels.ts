/** From files to pixels and back; sharp does it in threads of its own. */
import type { Sharp } from "sharp";
import { sharp } from "#app/lib/sharp.ts";
import { ANALYSIS_SIDE } from "./messages.ts";
import { VisionError } from "./port.ts";

export type Pixels = { pixels: Uint8Array; width: number; height: number };

/** As many as a stored picture may have (docs/product.md 10.1). */
const MOST_PIXELS = 50_000_000;
const QUALITY = 92;

const unreadable = (cause: unknown) =>
  new VisionError("unreadable", "This picture cannot be read.", { cause });

function decode(bytes: Uint8Array): Sharp {
  try {
    return sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: "error" });
  } catch (error) {
    // An empty file is refused before it is read.
    throw unreadable(error);
  }
}

async function readable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw unreadable(error);
  }
}

async function rgb(image: Sharp): Promise<Pixels> {
  const upright = image.flatten({ background: "#ffffff" }).toColourspace("srgb");
  const { data, info } = await readable(upright.raw().toBuffer({ resolveWithObject: true }));
  const { width, height } = info;
  return { pixels: data, width, height };
}

/** The picture pressed into the square that the looking network takes. @throws VisionError unreadable */
export async function squarePixels(bytes: Uint8Array): Promise<Uint8Array> {
  const square = decode(bytes).resize(ANALYSIS_SIDE, ANALYSIS_SIDE, { fit: "fill" });
  return (await rgb(square)).pixels;
}

/** @throws VisionError unreadable */
export async function sizeOf(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { width, height } = await readable(decode(bytes).metadata());
  return { width, height };
}

/** All pixels of a picture. @throws VisionError unreadable */
export async function allPixels(bytes: Uint8Array): Promise<Pixels> {
  return rgb(decode(bytes));
}

export async function toJpeg({ pixels, width, height }: Pixels): Promise<Buffer> {
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: QUALITY, chromaSubsampling: "4:4:4" })
    .toBuffer();
}
