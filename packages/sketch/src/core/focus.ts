/** Shallow focus: a band across the picture stays sharp, the rest melts. */
import { boxBlur, downsample, upsampleAt } from "./blur.ts";
import { mix, smooth } from "./color.ts";
import type { Frame } from "./frame.ts";

const SHRINK = 4;
/** Half heights of the sharp band and of the way to full blur, as shares of the height. */
const SHARP = 0.14;
const FADE = 0.36;
const ROWS_PER_CHECK = 48;

/** Share of a background that melts behind a close figure. */
const BEHIND_SHARE = 0.85;

/** Melts the whole frame, for what stands behind a figure seen from close. */
export function defocus(frame: Frame, check: () => void): void {
  blend(frame, () => BEHIND_SHARE, check);
}

/** Blurs away from row `focus` (a share of the height) of a display-linear frame. */
export function shallowFocus(frame: Frame, focus: number, check: () => void): void {
  blend(frame, (v) => smooth(SHARP, SHARP + FADE, Math.abs(v - focus)) * 0.95, check);
}

/** Mixes a soft copy in, by a share of each row (0 to 1 from the top). */
function blend(frame: Frame, shareAt: (v: number) => number, check: () => void): void {
  const { w, h, rgb } = frame;
  const soft = downsample(rgb, w, h, SHRINK);
  boxBlur(soft.data, soft.w, soft.h, Math.max(1, (Math.min(w, h) / SHRINK) * 0.012), 3, 2);
  const color = new Float32Array(3);
  for (let y = 0, j = 0; y < h; y++) {
    if (y % ROWS_PER_CHECK === 0) check();
    const share = shareAt(y / h);
    if (share <= 0) {
      j += w * 3;
      continue;
    }
    for (let x = 0; x < w; x++, j += 3) {
      upsampleAt(soft, x, y, SHRINK, color);
      for (let c = 0; c < 3; c++) rgb[j + c] = mix(rgb[j + c], color[c], share);
    }
  }
}
