/** Laying what an engine drew over a picture, only where it may change. */
import type { Box } from "#app/rules/edit-area.ts";

export type Blending = {
  /** The picture, with anything where something is added; changed in place. */
  base: Uint8Array;
  channels: 3 | 4;
  /** What was drawn for the area, in three bytes a pixel. */
  drawn: Uint8Array;
  area: Box;
  /** How much of each pixel is new. */
  map: Uint8Array;
  width: number;
};

/** One pixel on the picture's own ground: what is drawn is opaque. */
function mixTransparent(
  base: Uint8Array,
  at: number,
  drawn: Uint8Array,
  from: number,
  share: number,
) {
  const under = (base[at + 3] / 255) * (1 - share);
  const alpha = under + share;
  for (let color = 0; color < 3; color += 1) {
    base[at + color] = Math.round((base[at + color] * under + drawn[from + color] * share) / alpha);
  }
  base[at + 3] = Math.round(alpha * 255);
}

/** Where the map is 0, not a bit of the picture changes. */
export function blend({ base, channels, drawn, area, map, width }: Blending): void {
  for (let y = 0; y < area.height; y += 1) {
    const row = (area.top + y) * width + area.left;
    for (let x = 0; x < area.width; x += 1) {
      const part = map[row + x];
      if (part === 0) continue;
      const at = (row + x) * channels;
      const from = (y * area.width + x) * 3;
      if (channels === 4) {
        mixTransparent(base, at, drawn, from, part / 255);
        continue;
      }
      for (let color = 0; color < 3; color += 1) {
        const mixed = base[at + color] * (255 - part) + drawn[from + color] * part;
        base[at + color] = Math.round(mixed / 255);
      }
    }
  }
}
