/** A mark in a part of a picture. */
import { embedMark } from "./embed.ts";
import { readMark } from "./find.ts";
import type { OriginalPixels, Pixels } from "./grid.ts";
import type { Pattern } from "./pattern.ts";
import { embedInTransparent } from "./transparent.ts";

/** A picture as it is seen on a white ground. */
function onWhite({ pixels, channels, width, height }: OriginalPixels): Pixels {
  if (channels === 3) return { pixels, width, height };
  const shown = new Uint8Array(width * height * 3);
  for (let at = 0, to = 0; at < pixels.length; at += 4, to += 3) {
    const alpha = pixels[at + 3];
    for (let color = 0; color < 3; color += 1) {
      shown[to + color] = Math.round((pixels[at + color] * alpha + 255 * (255 - alpha)) / 255);
    }
  }
  return { pixels: shown, width, height };
}

const isSame = (one: Uint8Array | null, other: Uint8Array) =>
  one !== null && Buffer.from(one).equals(Buffer.from(other));

/**
 * A payload in the part of a picture that may change. A part that is too small to hold one stays as it is: a mark that nobody can
 * read is only noise.
 * @param room how much each pixel may change; what is 0 stays bit for bit
 */
export function embedWithin(
  picture: OriginalPixels,
  payload: Uint8Array,
  pattern: Pattern,
  room: Uint8Array,
): [pixels: Uint8Array, look: string] {
  if (room.length !== picture.width * picture.height)
    throw new Error("the change map is of another size");
  const before = picture.channels === 4 ? picture.pixels.slice() : picture.pixels;
  const { pixels, look } =
    picture.channels === 4
      ? embedInTransparent(picture, payload, pattern, room)
      : embedMark(picture, payload, pattern, { room });
  const read = readMark(onWhite({ ...picture, pixels }), pattern);
  return [isSame(read.payload, payload) ? pixels : before, look];
}
