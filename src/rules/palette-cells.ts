import { namedColors } from "./color-names.ts";
import { hexToOklab, type Oklab } from "./oklab.ts";

/**
 * How near a palette is to a colour. Lightness counts half for colours that have a hue: a dark and a light teal are
 * both teal. For greys it is all there is.
 */

/** Sides of the cells that palettes are sorted into, in OKLab. */
const cell = { lightness: 0.12, chroma: 0.06 } as const;
/** Colours with less chroma are greys. */
const leastChroma = 0.045;
/** Colours of a picture's palette. */
export const paletteLength = 5;
/** Closeness where nobody has chosen another. */
export const usualCloseness = 38;
/** Distance added per rank in the palette: colours that cover more of the picture count more. */
export const sharePenalty = 0.012;

export type Target = {
  color: Oklab;
  /** What lightness counts. */
  weight: number;
  /** Greatest distance that still matches. */
  radius: number;
};

/**
 * The colour to look for.
 * @param closeness from 0, loose, to 100, close
 */
export function targetOf(hex: string, closeness: number): Target {
  const color = hexToOklab(hex);
  const isGray = Math.hypot(color[1], color[2]) < leastChroma;
  return { color, weight: isGray ? 1 : 0.5, radius: 0.13 - closeness * 0.001 };
}

const cellOf = ([lightness, a, b]: Oklab) =>
  [
    Math.floor(lightness / cell.lightness),
    Math.floor(a / cell.chroma),
    Math.floor(b / cell.chroma),
  ] as const;

const name = (l: number, a: number, b: number) => `#k${l}.${a}.${b}`;

/** The cells of a palette, as lexemes. */
export function paletteCells(colors: readonly string[]): string[] {
  return [...new Set(colors.map((hex) => name(...cellOf(hexToOklab(hex)))))];
}

/** How far a number lies outside a span; 0 within. */
const outside = (value: number, from: number, to: number) => Math.max(from - value, value - to, 0);

/** Every cell that holds some colour within the target's radius: a picture that matches has one of them. */
export function cellsNear({ color, weight, radius }: Target): string[] {
  const [lightness, a, b] = color;
  const reach = { lightness: radius / weight, chroma: radius };
  const low = cellOf([lightness - reach.lightness, a - reach.chroma, b - reach.chroma]);
  const high = cellOf([lightness + reach.lightness, a + reach.chroma, b + reach.chroma]);
  const cells: string[] = [];
  for (let l = Math.max(0, low[0]); l <= high[0]; l += 1) {
    for (let x = low[1]; x <= high[1]; x += 1) {
      for (let y = low[2]; y <= high[2]; y += 1) {
        const dl = weight * outside(lightness, l * cell.lightness, (l + 1) * cell.lightness);
        const da = outside(a, x * cell.chroma, (x + 1) * cell.chroma);
        const db = outside(b, y * cell.chroma, (y + 1) * cell.chroma);
        if (dl ** 2 + da ** 2 + db ** 2 <= radius ** 2) cells.push(name(l, x, y));
      }
    }
  }
  return cells;
}

export type Measure = {
  /** The wanted colour in thousandths. */
  l: number;
  a: number;
  b: number;
  /** What lightness counts. */
  weight: number;
  /** How far each colour of a palette may be from it, largest share first, in thousandths; negative where none is near enough. */
  reaches: number[];
};

/** A target in the whole numbers that palettes are kept in. */
export function measureOf({ color, weight, radius }: Target): Measure {
  const [l, a, b] = color.map((part) => Math.round(part * 1000));
  // Without the dust of fractions, so that what lies on the edge is in.
  const reaches = Array.from({ length: paletteLength }, (_, index) =>
    Number(((radius - index * sharePenalty) * 1000).toFixed(6)),
  );
  return { l, a, b, weight, reaches };
}

/** Of a palette with so many colours a picture must have the first and so many of the others. */
export const othersWanted = (colors: number): number => Math.ceil(colors / 2) - 1;

/** The palette as whole numbers, three a colour, for the measure of distance. */
export function paletteNumbers(colors: readonly string[]): number[] {
  return colors.flatMap((hex) => hexToOklab(hex).map((part) => Math.round(part * 1000)));
}

/** Distance of a palette, largest share first, from the target; it matches up to the target's radius. */
export function paletteDistance(colors: readonly string[], { color, weight }: Target): number {
  return Math.min(
    ...colors.map((hex, index) => {
      const [l, a, b] = hexToOklab(hex);
      const square = (weight * (l - color[0])) ** 2 + (a - color[1]) ** 2 + (b - color[2]) ** 2;
      return Math.sqrt(square) + sharePenalty * index;
    }),
  );
}

const named = namedColors.map((hex) => ({ hex, target: targetOf(hex, usualCloseness) }));

/** The lexeme of a colour that has a name, at the usual closeness; null for others, which have to be measured. */
export function nameOfColor(hex: string, closeness: number): string | null {
  return closeness === usualCloseness && namedColors.includes(hex) ? `#c.${hex.slice(1)}` : null;
}

/** The named colours that a palette matches, as lexemes. */
export function paletteNames(colors: readonly string[]): string[] {
  return named
    .filter(({ target }) => paletteDistance(colors, target) <= target.radius)
    .map(({ hex }) => `#c.${hex.slice(1)}`);
}
