import { sharp } from "#app/lib/sharp.ts";

/** A mask as the Images API takes it: a PNG that is wholly transparent where the picture is redrawn, and opaque elsewhere. */
export async function transparentMask(mask: Uint8Array): Promise<Buffer> {
  const { data, info } = await sharp(mask)
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = Buffer.alloc(data.length * 4);
  for (let at = 0; at < data.length; at += 1) pixels[at * 4 + 3] = 255 - data[at];
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .png()
    .toBuffer();
}
