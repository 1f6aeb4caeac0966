/** Sizes Sketch draws, in pixels. */
export const MIN_SIDE = 256;
export const MAX_SIDE = 2816;
export const SIDE_STEP = 8;
/** Twice the sides of the longest ratio that casts have, 16:9: every cast can be drawn again at twice its size. */
export const MAX_PIXELS = 2816 * 1584;
export const MAX_PICTURES = 8;
/** From this strength on the scene that the prompt names is drawn again, with the source's colours. */
export const REIMAGINE_FROM = 0.8;
