/** The echo tint (design reference, section 3): a surface takes the hue of the picture it shows. */

export type EchoTint = {
  /** OKLCH hue in degrees. */
  hue: number;
  /** Chroma, held between .008 and .035 so that contrast does not change with the picture. */
  chroma: number;
};

/** A palette lists its largest share first; these stand for the shares themselves. */
const shares = [0.4, 0.24, 0.16, 0.12, 0.08];

const linear = (channel: number) =>
  channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;

/** Hue in degrees and chroma of a `#rrggbb` colour in OKLCH. */
export function hueAndChroma(hex: string): { hue: number; chroma: number } {
  const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  const degrees = (Math.atan2(bb, a) * 180) / Math.PI;
  return { hue: (degrees + 360) % 360, chroma: Math.hypot(a, bb) };
}

/** The tint of a palette: the colour with the largest chroma times the root of its share gives the hue. */
export function echoTint(colors: readonly string[]): EchoTint {
  let best = { weight: -1, hue: 200, chroma: 0.043 };
  colors.forEach((hex, index) => {
    const { hue, chroma } = hueAndChroma(hex);
    const weight = chroma * Math.sqrt(shares[index] ?? 0.05);
    if (weight > best.weight) best = { weight, hue, chroma };
  });
  const chroma = Math.min(0.035, Math.max(0.008, best.chroma * 0.28));
  return { hue: Math.round(best.hue), chroma: Number(chroma.toFixed(4)) };
}
