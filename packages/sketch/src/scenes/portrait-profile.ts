/** The outline of a head in profile, facing right, and the few lines inside it. */
import type { SKRSContext2D } from "@napi-rs/canvas";
import type { Rng } from "../core/rng.ts";

export type Point = readonly [x: number, y: number];

/**
 * Where the head stands: the unit square of the profile (crown at y 0, shoulders at 1) is `size`
 * pixels wide with its corner at (x, y). `line` is the width of a line of one 1000th of the frame.
 */
export type Head = { x: number; y: number; size: number; line: number };

/** From the forehead down the face to the chest. */
const FACE: readonly Point[] = [
  [0.36, 0.03],
  [0.52, 0.02],
  [0.645, 0.075],
  [0.705, 0.165],
  [0.718, 0.235],
  [0.712, 0.275],
  [0.735, 0.325],
  [0.775, 0.385],
  [0.768, 0.402],
  [0.728, 0.412],
  [0.727, 0.428],
  [0.752, 0.452],
  [0.732, 0.468],
  [0.748, 0.49],
  [0.722, 0.512],
  [0.722, 0.535],
  [0.728, 0.562],
  [0.69, 0.6],
  [0.62, 0.612],
  [0.572, 0.632],
  [0.552, 0.69],
  [0.556, 0.76],
  [0.62, 0.815],
  [0.74, 0.862],
  [0.83, 0.93],
  [0.86, 1.04],
];

/** The same with a heavier brow, nose, chin and neck. */
const MALE_FACE: readonly Point[] = [
  [0.36, 0.03],
  [0.52, 0.02],
  [0.64, 0.07],
  [0.7, 0.155],
  [0.722, 0.225],
  [0.732, 0.252],
  [0.72, 0.282],
  [0.748, 0.33],
  [0.79, 0.392],
  [0.778, 0.41],
  [0.734, 0.418],
  [0.733, 0.436],
  [0.752, 0.456],
  [0.734, 0.472],
  [0.748, 0.493],
  [0.724, 0.515],
  [0.73, 0.54],
  [0.742, 0.572],
  [0.706, 0.615],
  [0.63, 0.628],
  [0.596, 0.65],
  [0.584, 0.7],
  [0.592, 0.76],
  [0.66, 0.81],
  [0.79, 0.85],
  [0.89, 0.92],
  [0.93, 1.04],
];

/** From the back up the neck to the crown. */
const BACK: readonly Point[] = [
  [0.06, 1.04],
  [0.1, 0.93],
  [0.2, 0.855],
  [0.3, 0.8],
  [0.335, 0.73],
  [0.325, 0.64],
  [0.27, 0.55],
  [0.2, 0.44],
  [0.17, 0.31],
  [0.2, 0.16],
  [0.27, 0.075],
];

const MALE_BACK: readonly Point[] = [
  [-0.02, 1.04],
  [0.04, 0.92],
  [0.16, 0.845],
  [0.27, 0.8],
  [0.305, 0.73],
  [0.3, 0.64],
  [0.255, 0.55],
  [0.2, 0.44],
  [0.17, 0.31],
  [0.2, 0.16],
  [0.27, 0.075],
];

/** An outline in units of the head, each face a little different. */
export function profileOutline(male: boolean, rng: Rng): Point[] {
  const face = (male ? MALE_FACE : FACE).map(([x, y]): Point => [
    x + rng.range(-0.006, 0.006),
    y + rng.range(-0.004, 0.004),
  ]);
  return [...face, ...(male ? MALE_BACK : BACK)];
}

/** Puts the outline on the context's path as a closed smooth curve. */
export function traceOutline(context: SKRSContext2D, head: Head, outline: readonly Point[]): void {
  const points = outline.map(([x, y]): Point => [head.x + x * head.size, head.y + y * head.size]);
  const at = (i: number) => points[(i + points.length) % points.length];
  // A sixth of the chord between the neighbours: Catmull-Rom as Bezier, a little tighter.
  const pull = 0.16;
  context.moveTo(points[0][0], points[0][1]);
  for (let i = 0; i < points.length; i++) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    context.bezierCurveTo(
      from[0] + (to[0] - before[0]) * pull,
      from[1] + (to[1] - before[1]) * pull,
      to[0] - (after[0] - from[0]) * pull,
      to[1] - (after[1] - from[1]) * pull,
      to[0],
      to[1],
    );
  }
  context.closePath();
}

type Curve = readonly [from: Point, bend: Point, to: Point, width: number];

/** Closed eye, brow, lips, nostril and ear, as curves with widths in thousandths of the frame. */
const FEATURES: readonly Curve[] = [
  [[0.613, 0.3], [0.649, 0.324], [0.681, 0.31], 4.2],
  [[0.605, 0.248], [0.65, 0.222], [0.695, 0.25], 4.6],
  [[0.74, 0.47], [0.712, 0.472], [0.69, 0.481], 2.6],
  [[0.738, 0.398], [0.728, 0.386], [0.722, 0.4], 2.6],
  [[0.452, 0.318], [0.41, 0.3], [0.418, 0.372], 3],
  [[0.418, 0.372], [0.428, 0.43], [0.452, 0.418], 3],
  [[0.446, 0.342], [0.43, 0.36], [0.444, 0.392], 2],
];
const LASHES = 5;

/** Draws the features in the context's stroke colour. */
export function drawFeatures(context: SKRSContext2D, head: Head): void {
  const px = ([x, y]: Point): Point => [head.x + x * head.size, head.y + y * head.size];
  context.lineCap = "round";
  for (const [from, bend, to, width] of FEATURES) {
    context.lineWidth = head.line * width;
    context.beginPath();
    context.moveTo(...px(from));
    context.quadraticCurveTo(...px(bend), ...px(to));
    context.stroke();
  }
  context.lineWidth = head.line * 2.2;
  for (let lash = 0; lash < LASHES; lash++) {
    const x = 0.613 + 0.068 * (0.35 + lash * 0.16);
    const y = 0.314 + 0.002 * lash - (lash > 3 ? 0.003 : 0);
    context.beginPath();
    context.moveTo(...px([x, y]));
    context.lineTo(...px([x + 0.012 + lash * 0.0012, y + 0.013]));
    context.stroke();
  }
}
