/** Colour in linear light, OKLab (Ottosson 2020) and 8-bit sRGB. */

/** Linear-light red, green, blue; 0 to 1 for display, above 1 for lights. */
export type Rgb = [red: number, green: number, blue: number];

/** OKLab lightness (0 to 1), green-red and blue-yellow. */
export type Oklab = [lightness: number, a: number, b: number];

export const clamp = (x: number, low = 0, high = 1): number =>
  x < low ? low : x > high ? high : x;

export const mix = (a: number, b: number, t: number): number => a + (b - a) * t;

/** Length of (x, y). Math.hypot guards against overflow and takes several times as long. */
export const hypot = (x: number, y: number): number => Math.sqrt(x * x + y * y);

/** Hermite step from 0 at `a` to 1 at `b`; `a` may be above `b`. */
export function smooth(a: number, b: number, x: number): number {
  const t = clamp((x - a) / (b - a));
  return t * t * (3 - 2 * t);
}

/** One sRGB channel, 0 to 1, to linear light. */
export const toLin = (c: number): number =>
  c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);

/** One linear channel to sRGB, 0 to 1. */
export const toSrgb = (c: number): number =>
  c <= 0.0031308 ? 12.92 * c : 1.055 * Math.pow(c, 1 / 2.4) - 0.055;

/** Linear light of each 8-bit sRGB value. */
export const LIN8 = Float32Array.from({ length: 256 }, (_, i) => toLin(i / 255));

const BYTE_STEPS = 4096;
const BYTES = Uint8Array.from({ length: BYTE_STEPS + 1 }, (_, i) =>
  Math.round(clamp(toSrgb(i / BYTE_STEPS)) * 255),
);

/** One linear channel to an 8-bit sRGB value. */
export const lin2byte = (c: number): number =>
  c <= 0 ? 0 : c >= 1 ? 255 : BYTES[(c * BYTE_STEPS + 0.5) | 0];

/** "#rgb" or "#rrggbb" to linear light. */
export function hex(code: string): Rgb {
  let digits = code.replace("#", "");
  if (digits.length === 3) digits = Array.from(digits, (d) => d + d).join("");
  const n = Number.parseInt(digits, 16);
  return [toLin((n >> 16) / 255), toLin(((n >> 8) & 255) / 255), toLin((n & 255) / 255)];
}

/** A linear colour as a CSS colour for canvas drawing. */
export const css = (c: Readonly<Rgb>, alpha = 1): string =>
  `rgba(${lin2byte(c[0])},${lin2byte(c[1])},${lin2byte(c[2])},${alpha})`;

export function oklab([r, g, b]: Readonly<Rgb>): Oklab {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** OKLab to linear light; channels below 0 are cut to 0. */
export function unoklab([lightness, a, b]: Readonly<Oklab>): Rgb {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    Math.max(0, 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    Math.max(0, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    Math.max(0, -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

/** Linear colour of OKLab lightness, chroma and hue in degrees. */
export function lch(lightness: number, chroma: number, hue: number): Rgb {
  const angle = (hue * Math.PI) / 180;
  return unoklab([lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)]);
}

/** Mixes two linear colours in OKLab. */
export function mixc(a: Readonly<Rgb>, b: Readonly<Rgb>, t: number): Rgb {
  const from = oklab(a);
  const to = oklab(b);
  return unoklab([mix(from[0], to[0], t), mix(from[1], to[1], t), mix(from[2], to[2], t)]);
}

export const mul = (c: Readonly<Rgb>, k: number): Rgb => [c[0] * k, c[1] * k, c[2] * k];

/** Relative luminance of a linear colour. */
export const lum = (c: Readonly<Rgb>): number => 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];

/** Shifts lightness, scales chroma and turns the hue (degrees) in OKLab. */
export function adjust(c: Readonly<Rgb>, lightnessShift = 0, chromaScale = 1, hueShift = 0): Rgb {
  const [lightness, a, b] = oklab(c);
  const angle = Math.atan2(b, a) + (hueShift * Math.PI) / 180;
  const chroma = hypot(a, b) * chromaScale;
  return unoklab([
    clamp(lightness + lightnessShift, 0, 1.2),
    chroma * Math.cos(angle),
    chroma * Math.sin(angle),
  ]);
}

/**
 * A table of `size` linear colours (three floats each) through stops [position 0..1, colour],
 * positions rising, interpolated in OKLab.
 */
export function ramp(
  stops: readonly (readonly [position: number, color: Readonly<Rgb>])[],
  size = 256,
): Float32Array {
  const table = new Float32Array(size * 3);
  let k = 0;
  for (let i = 0; i < size; i++) {
    const t = i / (size - 1);
    while (k < stops.length - 2 && t > stops[k + 1][0]) k++;
    const [from, a] = stops[k];
    const [to, b] = stops[k + 1] ?? stops[k];
    table.set(mixc(a, b, to > from ? clamp((t - from) / (to - from)) : 0), i * 3);
  }
  return table;
}
