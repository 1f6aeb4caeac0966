/** Masks as one byte a pixel: 255 changes, 0 stays. */

/**
 * The brightness of each pixel, times how opaque it is.
 * @param channels three bytes a pixel, or four with how opaque it is
 */
export function greyOf(pixels: Uint8Array, channels: 3 | 4): Uint8Array {
  const grey = new Uint8Array(pixels.length / channels);
  for (let at = 0, from = 0; at < grey.length; at += 1, from += channels) {
    // The weights add up to 256, so that a grey pixel keeps its value.
    const light = (77 * pixels[from] + 150 * pixels[from + 1] + 29 * pixels[from + 2] + 128) >> 8;
    grey[at] = channels === 3 ? light : Math.round((light * pixels[from + 3]) / 255);
  }
  return grey;
}
