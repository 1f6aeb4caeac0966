/** What an engine is shown of an edit. */
import type { Sharp } from "sharp";
import { sharp } from "#app/lib/sharp.ts";
import type { Box } from "#app/rules/edit-area.ts";
import { isExtended, type Extension } from "#app/rules/edit-limits.ts";
import { decoding, ground, prepareSeconds } from "../decoding.ts";

type Size = { width: number; height: number };

/** How far the mirrored source is blurred where something is added: a hint of colours, and nothing to copy. */
const padBlur = 12;

const file = (image: Sharp) => image.png({ compressionLevel: 3 }).toBuffer();

/** The source on white, with itself mirrored and blurred where something is added. */
async function padded(source: Uint8Array, extend: Extension): Promise<Sharp> {
  const opaque = sharp(source, decoding)
    .timeout({ seconds: prepareSeconds })
    .autoOrient()
    .flatten({ background: ground })
    .toColourspace("srgb");
  const { data, info } = await opaque.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const plain = { raw: { width, height, channels: 3 } } as const;
  if (!isExtended(extend)) return sharp(data, plain);
  const wide = await sharp(data, plain)
    .extend({ ...extend, extendWith: "mirror" })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const blurred = await sharp(wide.data, {
    raw: { width: wide.info.width, height: wide.info.height, channels: 3 },
  })
    .blur(padBlur)
    .composite([{ input: data, ...plain, left: extend.left, top: extend.top }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width: w, height: h } = blurred.info;
  return sharp(blurred.data, { raw: { width: w, height: h, channels: 3 } });
}

/** The area of the source as an opaque PNG of the size at which it is drawn. */
export async function sourceFor(
  source: Uint8Array,
  { extend, area, size }: { extend: Extension; area: Box; size: Size },
): Promise<Buffer> {
  const image = (await padded(source, extend)).extract(area);
  return file(image.resize(size.width, size.height, { fit: "fill" }));
}

/** The same of what changes: white for all that is new at all, and black for what stays; nothing is between. */
export function maskFor(
  map: Uint8Array,
  canvas: Size,
  { area, size }: { area: Box; size: Size },
): Promise<Buffer> {
  const image = sharp(map, { raw: { ...canvas, channels: 1 } }).extract(area);
  return file(
    image
      .resize(size.width, size.height, { fit: "fill", kernel: "linear" })
      .threshold(1)
      .toColourspace("b-w"),
  );
}
