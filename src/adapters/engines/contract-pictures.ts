/** Pictures for the engine contract, and how alike two of them are. */
import { sharp } from "#app/lib/sharp.ts";

/** Correlation of the lightness of two pictures, whatever their sizes: 1 for the same one. */
export async function likeness(a: Uint8Array, b: Uint8Array): Promise<number> {
  const small = (bytes: Uint8Array) =>
    sharp(bytes).greyscale().resize(48, 48, { fit: "fill" }).raw().toBuffer();
  const [first, second] = await Promise.all([small(a), small(b)]);
  const mean = (values: Buffer) => values.reduce((sum, v) => sum + v, 0) / values.length;
  const [meanA, meanB] = [mean(first), mean(second)];
  let across = 0;
  let spreadA = 0;
  let spreadB = 0;
  for (let i = 0; i < first.length; i++) {
    const [x, y] = [first[i] - meanA, second[i] - meanB];
    across += x * y;
    spreadA += x * x;
    spreadB += y * y;
  }
  return across / Math.sqrt(spreadA * spreadB);
}

/** A source picture with a bright disc on a dark ground. */
export function sourcePicture(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  const radius = Math.min(width, height) / 4;
  for (let at = 0; at < width * height; at += 1) {
    const inside =
      Math.hypot((at % width) - width / 2, Math.floor(at / width) - height / 2) < radius;
    pixels.set(inside ? [255, 204, 102] : [34, 51, 68], at * 3);
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}
