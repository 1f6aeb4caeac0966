export type Shape = "landscape" | "portrait" | "square";

export const shapes = ["landscape", "portrait", "square"] as const satisfies readonly Shape[];

/**
 * Shape from the ratio of width to height: landscape above 1.2, portrait below 0.8, otherwise square.
 * Compared in whole numbers, so that 6:5 and 4:5 are square. See docs/product.md 3.4.
 * @param width pixels, above 0
 * @param height pixels, above 0
 */
export function aspectShape(width: number, height: number): Shape {
  if (width * 5 > height * 6) return "landscape";
  if (width * 5 < height * 4) return "portrait";
  return "square";
}
