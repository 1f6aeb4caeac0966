/** Colour names that search understands and offers. */

/** A search has at most so many colours, as a palette has. */
export const mostColors = 5;

export type Swatch = { name: string; hex: string };

/** The thirteen that the colour filter offers (design reference: search). */
export const swatches = [
  { name: "Red", hex: "#b5352c" },
  { name: "Orange", hex: "#e07b39" },
  { name: "Amber", hex: "#e8b84a" },
  { name: "Moss", hex: "#7fa653" },
  { name: "Teal", hex: "#2f7f6f" },
  { name: "Sky", hex: "#4aa3b8" },
  { name: "Blue", hex: "#3562b0" },
  { name: "Violet", hex: "#6a4fb0" },
  { name: "Pink", hex: "#c46aa0" },
  { name: "Brown", hex: "#7a5238" },
  { name: "Pale", hex: "#f3efe6" },
  { name: "Grey", hex: "#8d9396" },
  { name: "Black", hex: "#17191c" },
] as const satisfies readonly Swatch[];

/** Names that only mean a colour, folded: in a query they become a filter. */
const commonColors: Readonly<Record<string, string>> = {
  red: "#b5352c",
  crimson: "#b01030",
  scarlet: "#c8281e",
  maroon: "#6e1423",
  burgundy: "#6b1a2c",
  orange: "#e07b39",
  apricot: "#f2b48a",
  yellow: "#ecd04a",
  amber: "#e8b84a",
  ochre: "#c08a2e",
  green: "#4f9a4a",
  lime: "#a4d037",
  teal: "#2f7f6f",
  petrol: "#1c5f6b",
  turquoise: "#40c4b8",
  aquamarine: "#7fe0c8",
  cyan: "#3ec1d3",
  azure: "#3f8fdf",
  blue: "#3562b0",
  navy: "#1b2a57",
  indigo: "#3f3a8f",
  violet: "#6a4fb0",
  purple: "#7a3f9d",
  lilac: "#bfa2d8",
  mauve: "#b48ab0",
  magenta: "#c4308f",
  fuchsia: "#d0369a",
  pink: "#c46aa0",
  brown: "#7a5238",
  beige: "#d9c7a7",
  white: "#f7f6f3",
  gray: "#8d9396",
  charcoal: "#3a3f44",
  black: "#17191c",
};

/** Names with other meanings too: accepted as a filter value, but plain words in a query. */
const others: Readonly<Record<string, string>> = {
  moss: "#7fa653",
  sky: "#4aa3b8",
  pale: "#f3efe6",
  olive: "#7c7a35",
  gold: "#c9a13b",
  silver: "#b9bdc1",
  rose: "#d98a96",
  coral: "#ee7f66",
  cream: "#f2e6c9",
};

/** Every colour that has a name, once. */
export const namedColors: readonly string[] = [
  ...new Set([
    ...Object.values(commonColors),
    ...Object.values(others),
    ...swatches.map(({ hex }) => hex),
  ]),
];

/** `#rrggbb` for a colour word of a query in folded spelling, else null. */
export function colorFromWord(word: string): string | null {
  return Object.hasOwn(commonColors, word) ? commonColors[word] : null;
}

/** The colours whose names begin so, and that a query understands; shorter names first. */
export function colorsStarting(word: string): Swatch[] {
  return Object.entries(commonColors)
    .filter(([name]) => name.startsWith(word))
    .map(([name, hex]) => ({ name: name.charAt(0).toUpperCase() + name.slice(1), hex }))
    .toSorted((a, b) => a.name.length - b.name.length);
}

/** `#rrggbb` for `#abc`, `#aabbcc` or the same without the sign; null for anything else. */
export function parseHex(text: string): string | null {
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1].toLowerCase();
  if (digits === undefined) return null;
  return `#${digits.length === 3 ? digits.replace(/./g, "$&$&") : digits}`;
}

/** `#rrggbb` for the value of the colour filter: a name of these lists or a hex; null for anything else. */
export function colorOf(value: string): string | null {
  const word = value.trim().toLowerCase().replace("grey", "gray");
  if (Object.hasOwn(others, word)) return others[word];
  return colorFromWord(word) ?? parseHex(word);
}

/** `#rrggbb` for each colour of a list with commas; null where one is no colour, or where there are too many. */
export function colorsOf(value: string): string[] | null {
  const colors = value.split(",").map(colorOf);
  const isList = colors.length <= mostColors && colors.every((color) => color !== null);
  return isList ? [...new Set(colors)] : null;
}

/** What to call a colour: the swatch's name where it is one, else its hex. */
export function colorLabel(hex: string): string {
  const named = swatches.find((swatch) => swatch.hex === hex)?.name;
  if (named !== undefined) return named;
  const word = Object.entries({ ...commonColors, ...others }).find(
    ([, value]) => value === hex,
  )?.[0];
  return word === undefined ? hex.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1);
}
