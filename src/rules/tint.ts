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
/** Hues this far apart, in degrees, have nothing in common. */
const apart = 60;

/** Hue in degrees and chroma of a `#rrggbb` colour in OKLCH. */
export function hueAndChroma(hex: string): { hue: number; chroma: number } {
  const [, a, b] = hexToOklab(hex);
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return { hue: (degrees + 360) % 360, chroma: Math.hypot(a, b) };
}

/** What two hues have in common: 1 for the same, 0 from `apart` on. */
function likeness(a: number, b: number): number {
  const degrees = Math.abs(a - b);
  return Math.max(0, 1 - Math.min(degrees, 360 - degrees) / apart);
}

/**
 * The tint of a palette: the hue of the colour that, with all of similar hue, has most chroma times the root of its share.
 * Alone, a small vivid thing would outweigh a picture in many dull shades of one hue.
 */
export function tintOf(colors: readonly string[]): Tint {
  const known = colors.map((hex, index) => {
    const { hue, chroma } = hueAndChroma(hex);
    return { hue, chroma, weight: chroma * Math.sqrt(shares[index] ?? 0.05) };
  });
  let best = { together: -1, hue: 200, chroma: 0.043 };
  for (const { hue, chroma } of known) {
    const together = known.reduce((sum, one) => sum + one.weight * likeness(one.hue, hue), 0);
    if (together > best.together) best = { together, hue, chroma };
  }
  const chroma = Math.min(0.035, Math.max(0.008, best.chroma * 0.28));
  return { hue: Math.round(best.hue), chroma: Number(chroma.toFixed(4)) };
}
