/** Sizes Sketch draws, in pixels. */
export const MIN_SIDE = 256;
export const MAX_SIDE = 2048;
export const SIDE_STEP = 8;
export const MAX_PIXELS = 2048 * 2048;
export const MAX_PICTURES = 8;
