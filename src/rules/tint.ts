import { hexToOklab } from "./oklab.ts";

/** The tint of a surface, taken from the picture it shows. */

export type Tint = {
  /** OKLCH hue in degrees. */
  hue: number;
  /** Chroma, clamped to .008 to .035 so that contrast does not depend on the picture. */
  chroma: number;
};

/** A palette is sorted by share; these numbers approximate the shares. */
const shares = [0.4, 0.24, 0.16, 0.12, 0.08];

/** Hue in degrees and chroma of a `#rrggbb` colour in OKLCH. */
export function hueAndChroma(hex: string): { hue: number; chroma: number } {
  const [, a, b] = hexToOklab(hex);
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return { hue: (degrees + 360) % 360, chroma: Math.hypot(a, b) };
}

/** The tint of a palette: the colour with the largest chroma times the root of its share gives the hue. */
export function tintOf(colors: readonly string[]): Tint {
  let best = { weight: -1, hue: 200, chroma: 0.043 };
  colors.forEach((hex, index) => {
    const { hue, chroma } = hueAndChroma(hex);
    const weight = chroma * Math.sqrt(shares[index] ?? 0.05);
    if (weight > best.weight) best = { weight, hue, chroma };
  });
  const chroma = Math.min(0.035, Math.max(0.008, best.chroma * 0.28));
  return { hue: Math.round(best.hue), chroma: Number(chroma.toFixed(4)) };
}
