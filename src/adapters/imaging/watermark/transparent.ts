import { embedMark } from "./embed.ts";
import type { Pixels } from "./grid.ts";
import type { Pattern } from "./pattern.ts";

const white = 255;

/**
 * A picture of four bytes a pixel with a payload in it as it is seen on a white ground, where marks are read. What is wholly transparent
 * becomes black: nothing stays hidden there.
 */
export function embedInTransparent(
  { pixels, width, height }: Pixels,
  payload: Uint8Array,
  pattern: Pattern,
  room?: Uint8Array,
): { pixels: Uint8Array; look: string } {
  const count = width * height;
  const opacity = new Uint8Array(count);
  const shown = new Uint8Array(count * 3);
  for (let at = 0; at < count; at += 1) {
    const alpha = pixels[at * 4 + 3];
    opacity[at] = alpha;
    for (let color = 0; color < 3; color += 1) {
      const mixed = (pixels[at * 4 + color] * alpha + white * (255 - alpha)) / 255;
      shown[at * 3 + color] = Math.round(mixed);
    }
  }
  const { pixels: marked, look } = embedMark({ pixels: shown, width, height }, payload, pattern, {
    opacity,
    room,
  });
  for (let at = 0; at < count; at += 1) {
    const alpha = opacity[at];
    for (let color = 0; color < 3; color += 1) {
      const moved = marked[at * 3 + color] - shown[at * 3 + color];
      // What stays keeps its hidden colours too.
      if (room?.[at] === 0) continue;
      const value = alpha === 0 ? 0 : Math.round(pixels[at * 4 + color] + (moved * 255) / alpha);
      pixels[at * 4 + color] = value < 0 ? 0 : value > 255 ? 255 : value;
    }
  }
  return { pixels, look };
}
