/** Flowers the botanical scene can draw: their petal colours from heart to tip. */
const KINDS = {
  rose: ["#b3122f", "#e0455f", "#f7a1ae"],
  peony: ["#d9588a", "#f29bb8", "#ffe1ea"],
  sunflower: ["#f2a81d", "#ffcf3f", "#fff0a0"],
  daisy: ["#f4f4f0", "#ffffff", "#fffbe6"],
  poppy: ["#d8321e", "#f4593a", "#ff9a6e"],
  tulip: ["#d6336c", "#f27aa0", "#ffd3df"],
  lotus: ["#e88fb4", "#f7c1d6", "#fff0f6"],
  anemone: ["#4b3fa8", "#7f74e0", "#cfc9ff"],
  dahlia: ["#c4452d", "#f08a4b", "#ffd6a0"],
  cosmos: ["#b5589f", "#e59acb", "#fbdcf0"],
  lily: ["#f0e6ea", "#ffffff", "#ffd9e4"],
  orchid: ["#9c3fa8", "#d98be0", "#fbe3ff"],
  hibiscus: ["#e0245e", "#ff6f91", "#ffd0c0"],
  cherry: ["#f09ab5", "#fbcbd8", "#fff2f5"],
} as const satisfies Record<string, readonly [heart: string, middle: string, tip: string]>;

export type FlowerKind = keyof typeof KINDS;

export const FLOWER_COLORS: Readonly<Record<FlowerKind, readonly [string, string, string]>> = KINDS;

export const FLOWER_KINDS = Object.keys(KINDS) as FlowerKind[];
