/** What servers do with a mask, stricter than they are: what does not fit they scale, threshold or leave out without a word. */
import sharp from "sharp";

/** Where a picture is to be redrawn: by white in a grey mask, or by what is wholly transparent in one with alpha. */
export type MaskKind = "white" | "transparent";

const sizeOf = ({ width, height }: { width: number; height: number }) => `${width}x${height}`;

/** One byte a pixel: 255 where the picture is redrawn. */
async function redrawnIn(mask: Uint8Array, kind: MaskKind): Promise<Buffer> {
  const image = sharp(mask);
  if (kind === "white") return image.extractChannel(0).raw().toBuffer();
  const alpha = await image.extractChannel("alpha").raw().toBuffer();
  return alpha.map((value) => 255 - value) as Buffer;
}

/** What is wrong with a mask for a picture; null where nothing is. */
export async function maskFault(
  mask: Uint8Array,
  picture: Uint8Array,
  kind: MaskKind,
): Promise<string | null> {
  const found = await sharp(mask).metadata();
  const shown = await sharp(picture).metadata();
  if (found.format !== "png") return `the mask is ${found.format}`;
  if (sizeOf(found) !== sizeOf(shown)) {
    return `the mask has ${sizeOf(found)} pixels and the picture ${sizeOf(shown)}`;
  }
  if (shown.hasAlpha) return "the picture is transparent";
  if (kind === "transparent" && !found.hasAlpha) return "the mask has no alpha channel";
  if (kind === "white" && found.channels !== 1) return `the mask has ${found.channels} channels`;
  const redrawn = await redrawnIn(mask, kind);
  if (redrawn.some((value) => value !== 0 && value !== 255)) return "the mask is not of two values";
  return redrawn.includes(255) ? null : "the mask changes nothing";
}

/** The picture in one colour where the mask says so; elsewhere as a decoder of latents gives it back, which is never the same. */
export async function redrawn(
  picture: Uint8Array,
  mask: Uint8Array,
  kind: MaskKind,
  colour: readonly [number, number, number],
): Promise<Buffer> {
  const where = await redrawnIn(mask, kind);
  const { data, info } = await sharp(picture)
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (let at = 0; at < where.length; at += 1) {
    for (let band = 0; band < 3; band += 1) {
      const value = data[at * 3 + band];
      data[at * 3 + band] = where[at] === 255 ? colour[band] : value < 250 ? value + 3 : value - 3;
    }
  }
  const { width, height } = info;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
