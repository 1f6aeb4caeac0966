/** Going on with a picture beyond its sides. */
import { mix, smooth } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";

/** Pixels at each side of a picture that are new. */
export type NewSides = { left: number; top: number; right: number; bottom: number };

/** How far the old picture reaches into what is new, as a share of the short side. */
const BAND = 0.14;

export const isWider = (sides: NewSides | undefined): sides is NewSides =>
  sides !== undefined && sides.left + sides.top + sides.right + sides.bottom > 0;

/** Lets a scene take over from what is at the edge of the old picture, the more the farther away; the old picture stays. */
export function goOn(frame: Frame, scene: Frame, sides: NewSides): void {
  const { w, h, rgb } = frame;
  const [right, bottom] = [w - 1 - sides.right, h - 1 - sides.bottom];
  const band = BAND * Math.min(w, h);
  for (let y = 0; y < h; y++) {
    const dy = Math.max(sides.top - y, y - bottom, 0);
    for (let x = 0; x < w; x++) {
      const dx = Math.max(sides.left - x, x - right, 0);
      if (dx === 0 && dy === 0) continue;
      const share = smooth(0, band, Math.hypot(dx, dy));
      const at = (y * w + x) * 3;
      for (let i = at; i < at + 3; i++) rgb[i] = mix(rgb[i], scene.rgb[i], share);
    }
  }
}
