/** From unbounded light to the display: bloom around lights, then a filmic curve. */
import { addUpsampled, boxBlur, downsample } from "./blur.ts";
import { type Rgb, clamp } from "./color.ts";
import type { Frame } from "./frame.ts";

const BLOOM_SHRINK = 4;
/** The wide halo is weaker than the narrow one. */
const WIDE_SHARE = 0.9;

export type BloomOptions = {
  /** Light above this glows. */
  threshold?: number;
  amount?: number;
  /** Pixels at full size. */
  radius?: number;
  tint?: Readonly<Rgb> | null;
  /** Throws when the picture has been cancelled. */
  check?: () => void;
};

/** Adds a narrow and a wide glow around what is brighter than the threshold. */
export function bloom(frame: Frame, options: BloomOptions = {}): void {
  const { threshold = 0.75, amount = 0.5, radius = 10, tint = null, check } = options;
  const narrow = downsample(frame.rgb, frame.w, frame.h, BLOOM_SHRINK);
  check?.();
  const light = narrow.data;
  for (let i = 0; i < light.length; i += 3) {
    const peak = Math.max(light[i], light[i + 1], light[i + 2]);
    const kept = peak > threshold ? (peak - threshold) / peak : 0;
    light[i] *= kept;
    light[i + 1] *= kept;
    light[i + 2] *= kept;
  }
  const wide = light.slice();
  boxBlur(light, narrow.w, narrow.h, radius / 3, 3, 2);
  boxBlur(wide, narrow.w, narrow.h, radius * 1.6, 3, 2);
  check?.();
  const color = tint ?? [1, 1, 1];
  for (let i = 0; i < light.length; i += 3) {
    for (let c = 0; c < 3; c++) {
      light[i + c] = amount * color[c] * (light[i + c] + WIDE_SHARE * wide[i + c]);
    }
  }
  check?.();
  addUpsampled(frame, narrow, BLOOM_SHRINK);
}

export type ToneOptions = {
  exposure?: number;
  contrast?: number;
  saturation?: number;
  /** Added to every channel after the curve. */
  lift?: number;
  /** Throws when the picture has been cancelled. */
  check?: () => void;
};

/** A multiple of the three values of a pixel. */
const VALUES_PER_CHECK = 3 * 2 ** 18;
const CURVE_STEPS = 2048;
/** Light beyond this is white whatever its amount. */
const CURVE_END = 6;
const MIDDLE_GREY = 0.18;

/** Narkowicz's fit of the ACES curve, with contrast turned about middle grey. */
function filmicCurve(contrast: number): Float32Array {
  return Float32Array.from({ length: CURVE_STEPS + 1 }, (_, i) => {
    const x = (i / CURVE_STEPS) * CURVE_END * 0.72;
    const y = clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
    return contrast === 1 ? y : MIDDLE_GREY * Math.pow(y / MIDDLE_GREY + 1e-6, contrast);
  });
}

/** Maps the frame's light to display-linear 0..1 (a little above with contrast), in place. */
export function tonemap(frame: Frame, options: ToneOptions = {}): void {
  const { exposure = 1, contrast = 1, saturation = 1, lift = 0, check } = options;
  const curve = filmicCurve(contrast);
  const at = (x: number) => curve[((clamp(x, 0, CURVE_END) / CURVE_END) * CURVE_STEPS) | 0];
  const { rgb } = frame;
  for (let i = 0; i < rgb.length; i += 3) {
    if (i % VALUES_PER_CHECK === 0) check?.();
    let r = rgb[i] * exposure;
    let g = rgb[i + 1] * exposure;
    let b = rgb[i + 2] * exposure;
    const grey = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    r = grey + (r - grey) * saturation;
    g = grey + (g - grey) * saturation;
    b = grey + (b - grey) * saturation;
    const peak = Math.max(r, g, b);
    // Strong lights bleach towards white, as film does, instead of clipping to a pure hue.
    if (peak > 1.2) {
      const bleach = Math.min(0.35, (peak - 1.2) * 0.1);
      r += (peak - r) * bleach;
      g += (peak - g) * bleach;
      b += (peak - b) * bleach;
    }
    rgb[i] = at(r) + lift;
    rgb[i + 1] = at(g) + lift;
    rgb[i + 2] = at(b) + lift;
  }
}
