/** Diameters of the brush, in pixels of the source. See docs/product.md 4.20. */
export const brushLimits = { min: 4, max: 1024 } as const;

/** Sizes grow by the same share with each step of the slider, which has 100. */
const perStep = (brushLimits.max / brushLimits.min) ** 0.01;

const within = (size: number) =>
  Math.round(Math.min(brushLimits.max, Math.max(brushLimits.min, size)));

/** @param step 0 to 100 */
export const sizeAt = (step: number) => within(brushLimits.min * perStep ** step);

/** The slider's place for a size, 0 to 100. */
export const stepOf = (size: number) =>
  Math.round(Math.log(within(size) / brushLimits.min) / Math.log(perStep));

/** The next size for the keys [ and ]: a tenth smaller or larger, and at least by one. */
export function steppedSize(size: number, way: -1 | 1): number {
  const change = Math.max(1, Math.round(size / 10));
  return within(size + way * change);
}

/** The first size for a picture: a twelfth of its shorter side. */
export const firstSize = (source: { width: number; height: number }) =>
  within(Math.min(source.width, source.height) / 12);

/**
 * The radius of the brush at a point of a stroke.
 * @param pressure of a pen, 0 to 1; a mouse and a finger paint at full size
 */
export function radiusAt(size: number, pointer: string, pressure: number): number {
  if (pointer !== "pen") return size / 2;
  return Math.max(0.5, (size / 2) * (0.15 + 0.85 * Math.min(1, Math.max(0, pressure))));
}
