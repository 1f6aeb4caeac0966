/**
 * The ratios a cast can have, each with its size in pixels: exact ratios, sides that are multiples of 8,
 * about one megapixel (docs/product.md 10.2).
 */
export const aspectSizes = {
  "1:1": { width: 1024, height: 1024 },
  "4:5": { width: 896, height: 1120 },
  "3:4": { width: 888, height: 1184 },
  "2:3": { width: 832, height: 1248 },
  "9:16": { width: 792, height: 1408 },
  "5:4": { width: 1120, height: 896 },
  "4:3": { width: 1184, height: 888 },
  "3:2": { width: 1248, height: 832 },
  "16:9": { width: 1408, height: 792 },
} as const satisfies Record<string, { width: number; height: number }>;

export type Aspect = keyof typeof aspectSizes;

/** In the order pages offer them. */
export const aspects = Object.keys(aspectSizes) as [Aspect, ...Aspect[]];
