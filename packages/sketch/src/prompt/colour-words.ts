/** Names of colours and of palettes. */
import { hex } from "../core/color.ts";
import type { Rgb } from "../types.ts";

const HEX_OF_COLOUR: Record<string, string> = {
  red: "#d7263d",
  crimson: "#b0122f",
  scarlet: "#e0301e",
  burgundy: "#6d1a36",
  maroon: "#5f1526",
  ruby: "#a8123a",
  orange: "#f4772e",
  amber: "#ffb000",
  gold: "#d9a520",
  golden: "#e0a82e",
  yellow: "#ffd23f",
  lemon: "#fff04d",
  mustard: "#d9a431",
  green: "#3a9d4f",
  emerald: "#0f9d6a",
  mint: "#9be8c4",
  lime: "#a8e03a",
  olive: "#7a7f36",
  sage: "#9caf88",
  jade: "#2fa37a",
  teal: "#12908e",
  turquoise: "#35cfc4",
  cyan: "#27d3f0",
  aqua: "#58e0e0",
  blue: "#2f6fde",
  navy: "#14264f",
  indigo: "#3f2f9c",
  azure: "#3d9df0",
  cobalt: "#1f4fc4",
  sapphire: "#1d3fae",
  violet: "#7f4fd8",
  purple: "#7b2fb5",
  lavender: "#b9a2e8",
  lilac: "#cbb2e8",
  magenta: "#e0218a",
  fuchsia: "#e02fa0",
  pink: "#f78fb8",
  rose: "#e8708f",
  coral: "#ff7f66",
  peach: "#ffbf9b",
  salmon: "#fa8a76",
  brown: "#7a4f30",
  sepia: "#8a6a42",
  beige: "#e6d8bd",
  cream: "#f7efda",
  tan: "#cfae84",
  terracotta: "#c4663f",
  copper: "#b9703c",
  bronze: "#a5733c",
  white: "#f7f7f5",
  ivory: "#f6f1e1",
  black: "#101014",
  charcoal: "#33363d",
  gray: "#8b8f96",
  grey: "#8b8f96",
  silver: "#c2c8d0",
};

const HEX_OF_PALETTE: Record<string, readonly string[]> = {
  pastel: ["#b8c0ff", "#ffd6e8", "#fff1c9", "#c9f2e0"],
  neon: ["#12041f", "#ff2e88", "#22e6ff", "#ffe600", "#7a2dff"],
  vaporwave: ["#2b0f54", "#ab1f65", "#ff4f69", "#49e7ec", "#fff7f8"],
  earth: ["#3d2b1f", "#7c5c3e", "#b98b5a", "#d9c3a0", "#6b7a4a"],
  monochrome: ["#0c0d10", "#4b4f57", "#9aa0a8", "#f0f1f2"],
  "teal and orange": ["#06232e", "#12707a", "#f2a65a", "#ffe1b8"],
  autumn: ["#3a1f14", "#8a3a1c", "#d9772b", "#f0b84a"],
  sunset: ["#2c2f63", "#b0577a", "#ff9a55", "#ffd9a0"],
  ocean: ["#03182e", "#0d4f7a", "#2fa4c4", "#d4f4f2"],
  forest: ["#0f1f17", "#2f5a3a", "#7fa65a", "#e4ecc4"],
  desert: ["#4a2418", "#b5623a", "#e6a86a", "#fbe6c6"],
  candy: ["#ff6ec7", "#ffb3de", "#7afcff", "#feff9c"],
  nordic: ["#1f2a36", "#5c7080", "#b5c2c9", "#eef2f3"],
  jewel: ["#1b0a3a", "#6a0f5c", "#0f6a5c", "#d9a520"],
  "warm tones": ["#4a1f14", "#b5532a", "#eaa15c", "#fbe8cf"],
  "cool tones": ["#0c1d33", "#2f6285", "#86b6c9", "#e8f3f4"],
  "black and gold": ["#0d0c0c", "#3a2f1c", "#c79a3a", "#f4e3b2"],
  "cotton candy": ["#8fd3f4", "#c3b1f0", "#fbb1d3", "#fff0f5"],
  "art deco": ["#101820", "#1f4e4a", "#c9a227", "#f1e8d5"],
  scandinavian: ["#3a3f3c", "#8d9a8c", "#d8cfc0", "#f6f3ee"],
  gothic: ["#0b0a10", "#341a2c", "#6d1a36", "#b7aeb8"],
  spring: ["#4f7a4a", "#a8d08d", "#f7c6d9", "#fdf6e3"],
  winter: ["#1f3247", "#6f93ad", "#c9dde8", "#f8fbfd"],
  muted: ["#3c3a44", "#7d7686", "#b9aeb0", "#e8dfd8"],
};

export const COLOURS: ReadonlyMap<string, Rgb> = new Map(
  Object.entries(HEX_OF_COLOUR).map(([name, value]) => [name, hex(value)]),
);

export const PALETTES: ReadonlyMap<string, readonly Rgb[]> = new Map(
  Object.entries(HEX_OF_PALETTE).map(([name, values]) => [name, values.map(hex)]),
);

/** Palette names that are first of all a place or a time: they need "palette", "tones" or "colours" after them. */
export const SITED_PALETTES = new Set([
  "autumn",
  "sunset",
  "ocean",
  "forest",
  "desert",
  "earth",
  "jewel",
  "spring",
  "winter",
  "cotton candy",
]);

/** Colour names that are first of all a thing. */
export const THING_COLOURS = new Set(
  `coral rose peach lavender salmon olive lime lemon mint lilac violet copper tan silver gold golden charcoal sepia
  jade ruby sapphire mustard cream emerald terracotta bronze amber`.split(/\s+/),
);

export const COLOUR_NOUNS = new Set(
  "sky skies tone tones color colors colour colours palette background hue hues cloud clouds light accent accents".split(
    " ",
  ),
);

/** After these a colour word is part of a name: golden hour, golden gate, black hole. */
export const NAME_NOUNS = new Set(
  "hour light retriever gate bear whale hole panda forest age rose planet swan eyes eye hair lips skin".split(
    " ",
  ),
);
