/** Perceptual colour space of Björn Ottosson: lightness 0 to 1, a and b about -0.4 to 0.4. */
export type Oklab = readonly [lightness: number, a: number, b: number];

const toLinear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const toGamma = (value: number): number =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

/** @param red sRGB, 0 to 255; so are green and blue */
export function rgbToOklab(red: number, green: number, blue: number): Oklab {
  const r = toLinear(red / 255);
  const g = toLinear(green / 255);
  const b = toLinear(blue / 255);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

/** The nearest sRGB colour as `#rrggbb`; parts outside the gamut are clipped. */
export function oklabToHex([lightness, a, b]: Oklab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const digits = linear.map((value) => {
    const level = Math.round(toGamma(Math.min(1, Math.max(0, value))) * 255);
    return level.toString(16).padStart(2, "0");
  });
  return `#${digits.join("")}`;
}

/** @param hex `#rrggbb` */
export function hexToOklab(hex: string): Oklab {
  const value = Number.parseInt(hex.slice(1), 16);
  return rgbToOklab((value >> 16) & 255, (value >> 8) & 255, value & 255);
}

/** Squared distance; 0.02 squared is just noticeable. */
export function oklabDistanceSquared(x: Oklab, y: Oklab): number {
  return (x[0] - y[0]) ** 2 + (x[1] - y[1]) ** 2 + (x[2] - y[2]) ** 2;
}

/** A palette from dark to light as integers, for comparing pictures. @param colors `#rrggbb` each */
export function paletteLab(colors: readonly string[]): number[] {
  return colors
    .map(hexToOklab)
    .toSorted((a, b) => a[0] - b[0])
    .flatMap((color) => color.map((part) => Math.round(part * 1000)));
}
