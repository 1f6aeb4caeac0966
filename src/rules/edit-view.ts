/** What of a picture is seen while it is edited: its scale and where its upper left corner is on the stage, in px. */
export type EditView = { scale: number; x: number; y: number };
type Point = { x: number; y: number };
type Size = { width: number; height: number };
/** A part of the plane, in pixels of the source; the source itself begins at 0, 0. */
export type Box = Point & Size;

/** px of the stage around what is fitted. */
export const fitMargin = 24;
/** Scales: px of the screen for one pixel of the source. */
const largest = 16;
/** So much of the picture stays in sight, in px. */
const leastInSight = 48;

/** The smallest scale: half of what is fitted. */
const smallest = (box: Size, stage: Size) => fitScale(box, stage) / 2;

function fitScale(box: Size, stage: Size): number {
  const across = (stage.width - 2 * fitMargin) / box.width;
  const down = (stage.height - 2 * fitMargin) / box.height;
  return Math.max(0.001, Math.min(across, down, largest));
}

/** All of a box in the middle of the stage. */
export function fitView(box: Box, stage: Size): EditView {
  const scale = fitScale(box, stage);
  return {
    scale,
    x: (stage.width - box.width * scale) / 2 - box.x * scale,
    y: (stage.height - box.height * scale) / 2 - box.y * scale,
  };
}

function inSight(start: number, length: number, room: number): number {
  return Math.min(room - leastInSight, Math.max(leastInSight - length, start));
}

/** A view that was moved, with a part of the box still on the stage. */
export function movedView(view: EditView, by: Point, box: Box, stage: Size): EditView {
  const { scale } = view;
  const left = view.x + by.x + box.x * scale;
  const top = view.y + by.y + box.y * scale;
  return {
    scale,
    x: inSight(left, box.width * scale, stage.width) - box.x * scale,
    y: inSight(top, box.height * scale, stage.height) - box.y * scale,
  };
}

/** Larger or smaller, with one point of the stage kept where it is. */
export function zoomedView(
  view: EditView,
  factor: number,
  at: Point,
  box: Box,
  stage: Size,
): EditView {
  const scale = Math.min(largest, Math.max(smallest(box, stage), view.scale * factor));
  const grown = scale / view.scale;
  const x = at.x - (at.x - view.x) * grown;
  const y = at.y - (at.y - view.y) * grown;
  return movedView({ scale, x, y }, { x: 0, y: 0 }, box, stage);
}

/** A point of the stage as one of the source. */
export function toSource(view: EditView, { x, y }: Point): Point {
  return { x: (x - view.x) / view.scale, y: (y - view.y) / view.scale };
}

/** A point of the source as one of the stage. */
export function toStage(view: EditView, { x, y }: Point): Point {
  return { x: view.x + x * view.scale, y: view.y + y * view.scale };
}

/** The view moved by as little as shows a point of the source with some room around it. */
export function viewShowing(view: EditView, point: Point, stage: Size): EditView {
  const { x, y } = toStage(view, point);
  const shift = (at: number, room: number) =>
    Math.max(0, fitMargin - at) - Math.max(0, at - (room - fitMargin));
  return { ...view, x: view.x + shift(x, stage.width), y: view.y + shift(y, stage.height) };
}
