/** Making the edge of a mask soft. */

type Grey = { pixels: Uint8Array; width: number; height: number };

/** Passes of an even blur; three of them are near a Gaussian one. */
const passes = 3;

/** The mean of each value of a line and `reach` neighbours on each side; its ends go on as they are. */
function smear(from: Float32Array, to: Float32Array, length: number, reach: number): void {
  const count = 2 * reach + 1;
  let sum = from[0] * (reach + 1);
  for (let index = 1; index <= reach; index += 1) sum += from[Math.min(index, length - 1)];
  for (let index = 0; index < length; index += 1) {
    to[index] = sum / count;
    sum += from[Math.min(index + reach + 1, length - 1)] - from[Math.max(index - reach, 0)];
  }
}

/** How far each pass reaches, so that all of them together reach no farther than `by`. */
const reaches = (by: number): number[] =>
  Array.from({ length: passes }, (_, pass) => Math.floor((by + pass) / passes)).filter(
    (reach) => reach > 0,
  );

/**
 * Lets the edge of what is white fade over `by` pixels to both sides, in place. Farther away nothing changes: what was black stays
 * wholly black.
 */
export function feather({ pixels, width, height }: Grey, by: number): void {
  const steps = reaches(by);
  if (steps.length === 0) return;
  const longest = Math.max(width, height);
  let [one, other] = [new Float32Array(longest), new Float32Array(longest)];
  const along = (start: number, step: number, length: number) => {
    let isEven = true;
    for (let index = 0, at = start; index < length; index += 1, at += step) {
      one[index] = pixels[at];
      if (one[index] !== one[0]) isEven = false;
    }
    if (isEven) return;
    for (const reach of steps) {
      smear(one, other, length, reach);
      [one, other] = [other, one];
    }
    for (let index = 0, at = start; index < length; index += 1, at += step) {
      pixels[at] = Math.round(one[index]);
    }
  };
  for (let y = 0; y < height; y += 1) along(y * width, 1, width);
  for (let x = 0; x < width; x += 1) along(x, width, height);
}
