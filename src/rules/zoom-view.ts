/**
 * The view of a zoomed picture: its scale relative to fitted, and the offset of its centre from the window's, in px.
 */
export type ZoomView = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };

export const fitted: ZoomView = { scale: 1, x: 0, y: 0 };

/** Size of a picture fitted into a window, never larger than its real size. */
export function fittedSize(picture: Size, window: Size): Size {
  const ratio = Math.min(window.width / picture.width, window.height / picture.height, 1);
  return { width: picture.width * ratio, height: picture.height * ratio };
}

/** The maximum scale: twice the real pixels, and at least four times fitted. */
export function largestScale(picture: Size, window: Size): number {
  const { width } = fittedSize(picture, window);
  return Math.max(4, width > 0 ? (2 * picture.width) / width : 4);
}

/** Avoids negative zero, because views are compared. */
const within = (value: number, most: number) => Math.min(most, Math.max(-most, value)) + 0;

/** Clamps a view: the picture is never smaller than fitted, nor dragged out of the window. */
export function boundView(view: ZoomView, picture: Size, window: Size): ZoomView {
  const scale = Math.min(largestScale(picture, window), Math.max(1, view.scale));
  const { width, height } = fittedSize(picture, window);
  const x = within(view.x, Math.max(0, (width * scale - window.width) / 2));
  const y = within(view.y, Math.max(0, (height * scale - window.height) / 2));
  return { scale, x, y };
}

/**
 * Zooms by a factor and keeps the point under the pointer fixed.
 * @param point position relative to the window's centre, in px
 */
export function zoomAt(
  view: ZoomView,
  factor: number,
  point: { x: number; y: number },
  picture: Size,
  window: Size,
): ZoomView {
  const scale = Math.min(largestScale(picture, window), Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  const x = point.x - (point.x - view.x) * grown;
  const y = point.y - (point.y - view.y) * grown;
  return boundView({ scale, x, y }, picture, window);
}
