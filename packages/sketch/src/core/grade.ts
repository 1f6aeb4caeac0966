/** Last touches on the display-linear frame: palette, vignette, grain. */
import { type Oklab, type Rgb, clamp, mix, oklab, smooth, unoklab } from "./color.ts";
import type { Frame } from "./frame.ts";
import { makeRng } from "./rng.ts";

/** Turns the light towards amber (1) or blue (-1), keeping its brightness about the same. */
export function warm({ rgb }: { rgb: Float32Array }, amount: number): void {
  const red = 1 + 0.2 * amount;
  const green = 1 + 0.02 * amount;
  const blue = 1 - 0.26 * amount;
  for (let j = 0; j < rgb.length; j += 3) {
    rgb[j] *= red;
    rgb[j + 1] *= green;
    rgb[j + 2] *= blue;
  }
}

/** Darkens towards the corners by up to `amount`. */
export function vignette(frame: Frame, amount = 0.35): void {
  const { w, h, rgb } = frame;
  for (let y = 0, j = 0; y < h; y++) {
    const v = (y / h - 0.5) * 2;
    for (let x = 0; x < w; x++, j += 3) {
      const u = (x / w - 0.5) * 2;
      const k = 1 - amount * smooth(0.35, 1.55, u * u * 0.8 + v * v * 0.8);
      rgb[j] *= k;
      rgb[j + 1] *= k;
      rgb[j + 2] *= k;
    }
  }
}

const GRAIN_TABLE = 65536;

/** Film grain of the given strength, weaker in the lights. */
export function grain(frame: Frame, seed: number | string, amount = 0.03): void {
  const rng = makeRng(seed, "grain");
  const table = new Float32Array(GRAIN_TABLE);
  for (let i = 0; i < GRAIN_TABLE; i++) table[i] = rng.gauss();
  const offset = rng.int(0, GRAIN_TABLE - 1);
  const { rgb } = frame;
  for (let i = 0, j = 0; j < rgb.length; i++, j += 3) {
    // Fibonacci hashing scatters neighbouring pixels over the table.
    const speck = table[(Math.imul(i + offset, 2654435761) >>> 16) & (GRAIN_TABLE - 1)] * amount;
    const brightness = 0.3 + Math.min(1, rgb[j + 1]);
    const k = 1 + speck * (1.4 - brightness * 0.7);
    rgb[j] *= k;
    rgb[j + 1] *= k;
    rgb[j + 2] *= k;
  }
}

const PALETTE_STEPS = 128;

/** Hues [a, b] by lightness: the palette's colours from dark to light, interpolated. */
function hueTable(labs: readonly Oklab[]): Float32Array {
  const table = new Float32Array(PALETTE_STEPS * 2);
  for (let i = 0; i < PALETTE_STEPS; i++) {
    const t = (i / (PALETTE_STEPS - 1)) * (labs.length - 1);
    const k = clamp(t | 0, 0, Math.max(0, labs.length - 2));
    const from = labs[k];
    const to = labs[k + 1] ?? from;
    table[i * 2] = mix(from[1], to[1], t - k);
    table[i * 2 + 1] = mix(from[2], to[2], t - k);
  }
  return table;
}

/**
 * Pulls hue and chroma towards the palette by `amount` (0 to 1), each pixel towards the colour of
 * its lightness; lightness, and so local contrast, stays. Deep shadows and white are spared.
 */
export function paletteGrade(
  frame: { rgb: Float32Array },
  colors: readonly Readonly<Rgb>[],
  amount = 0.5,
): void {
  if (colors.length === 0) return;
  const hues = hueTable(colors.map(oklab).toSorted((a, b) => a[0] - b[0]));
  const { rgb } = frame;
  for (let j = 0; j < rgb.length; j += 3) {
    const lab = oklab([rgb[j], rgb[j + 1], rgb[j + 2]]);
    const step = ((clamp(lab[0]) * (PALETTE_STEPS - 1)) | 0) * 2;
    const pull = amount * smooth(0.02, 0.2, lab[0]) * (1 - 0.35 * smooth(0.88, 1.0, lab[0]));
    lab[1] = mix(lab[1], hues[step], pull);
    lab[2] = mix(lab[2], hues[step + 1], pull);
    const graded = unoklab(lab);
    rgb[j] = graded[0];
    rgb[j + 1] = graded[1];
    rgb[j + 2] = graded[2];
  }
}
