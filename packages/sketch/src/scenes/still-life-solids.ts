/** The bodies a still life can hold: their shapes, sizes and surfaces. */
import { hex } from "../core/color.ts";
import type { Rgb } from "../types.ts";
import type { SolidKind } from "./still-life-kinds.ts";
import * as shapes from "./still-life-shapes.ts";

/** How a surface takes the light. */
export type Surface = {
  /** 0 plaster to 1 lacquer. */
  gloss: number;
  /** 1 reflects its own colour, as metal does. */
  metal: number;
  /** Strength of the veins of marble in the colour. */
  veins: number;
  /** Strength of the fibres of wood. */
  fibres?: number;
};

export type Shape = {
  /** Foot at y 0, middle of the foot at x 0, z 0. */
  distance: shapes.Distance;
  height: number;
  /** Half of the width and of the depth. */
  halfWidth: number;
  halfDepth: number;
  /** Colour of its own where nothing else is said, such as a lemon's. */
  color?: Rgb;
  gloss: number;
  /** Height at which something laid into it comes to rest; the top where left out. */
  rest?: number;
};

const lift = (body: shapes.Distance, by: number): shapes.Distance => shapes.placed(body, 0, by, 0);

const round = (r: number, gloss: number, color?: string): Shape => ({
  distance: lift(shapes.sphere(r), r),
  height: r * 2,
  halfWidth: r,
  halfDepth: r,
  gloss,
  ...(color ? { color: hex(color) } : {}),
});

function turned(
  profile: readonly number[],
  height: number,
  options: { gloss: number; floor?: number; color?: string; rest?: number },
): Shape {
  const widest = Math.max(...profile) * 1.04;
  return {
    distance: shapes.lathe(profile, height, options.floor),
    height,
    halfWidth: widest,
    halfDepth: widest,
    gloss: options.gloss,
    ...(options.color ? { color: hex(options.color) } : {}),
    ...(options.rest === undefined ? {} : { rest: options.rest }),
  };
}

/** Turns radii of a side seen from the axis into a closed one, as of a fruit. */
const closed = (radius: number, power: number, steps = 12): number[] =>
  Array.from({ length: steps + 1 }, (_, i) => {
    const t = (i / steps) * 2 - 1;
    return radius * Math.max(0.02, Math.pow(Math.max(0, 1 - t * t), power));
  });

function column(): Shape {
  const shaft = lift(shapes.cylinder(0.2, 0.95, 0.01), 1.05);
  const foot = lift(shapes.box(0.29, 0.07, 0.29, 0.01), 0.07);
  const head = lift(shapes.box(0.29, 0.08, 0.29, 0.01), 2.06);
  return {
    distance: shapes.union(shaft, foot, head),
    height: 2.14,
    halfWidth: 0.29,
    halfDepth: 0.29,
    gloss: 0.04,
  };
}

function wineBottle(): Shape {
  const profile = [0.15, 0.16, 0.16, 0.16, 0.16, 0.155, 0.1, 0.055, 0.05, 0.052, 0.058];
  return turned(profile, 1.05, { gloss: 0.75, color: "#1f3b2a" });
}

/** Builds the shape of a kind; vases of one picture differ by `variant`. */
export const shapeOf: Readonly<Record<SolidKind, (variant: number) => Shape>> = {
  sphere: () => round(0.34, 0.4),
  cube: () => ({
    distance: lift(shapes.box(0.3, 0.3, 0.3, 0.02), 0.3),
    height: 0.6,
    halfWidth: 0.43,
    halfDepth: 0.43,
    gloss: 0.1,
  }),
  cylinder: () => ({
    distance: lift(shapes.cylinder(0.24, 0.4, 0.02), 0.4),
    height: 0.8,
    halfWidth: 0.24,
    halfDepth: 0.24,
    gloss: 0.12,
  }),
  plinth: () => ({
    distance: lift(shapes.cylinder(0.62, 0.16, 0.02), 0.16),
    height: 0.32,
    halfWidth: 0.62,
    halfDepth: 0.62,
    gloss: 0.08,
  }),
  cone: () => ({
    distance: shapes.cone(0.36, 0.86),
    height: 0.86,
    halfWidth: 0.36,
    halfDepth: 0.36,
    gloss: 0.1,
  }),
  pyramid: () => ({
    distance: shapes.pyramid(0.42, 0.72),
    height: 0.72,
    halfWidth: 0.6,
    halfDepth: 0.6,
    gloss: 0.08,
  }),
  ring: () => ({
    distance: lift(shapes.ring(0.42, 0.14), 0.56),
    height: 1.12,
    halfWidth: 0.56,
    halfDepth: 0.56,
    gloss: 0.25,
  }),
  arch: () => ({
    distance: shapes.archway(0.82, 2.1, 0.28, 0.46),
    height: 2.1,
    halfWidth: 0.87,
    halfDepth: 0.5,
    gloss: 0.04,
  }),
  steps: () => ({
    distance: shapes.stairs(0.62, 5, 0.14, 0.27),
    height: 0.7,
    halfWidth: 0.75,
    halfDepth: 0.85,
    gloss: 0.04,
  }),
  column,
  vase: (variant) =>
    [
      turned([0.27, 0.36, 0.42, 0.43, 0.4, 0.33, 0.26, 0.24, 0.24], 1.15, {
        gloss: 0.4,
        floor: 0.2,
      }),
      turned([0.18, 0.32, 0.36, 0.33, 0.22, 0.12, 0.1, 0.13, 0.17], 0.82, {
        gloss: 0.35,
        floor: 0.12,
      }),
      turned([0.21, 0.17, 0.13, 0.1, 0.1, 0.12, 0.15, 0.18], 0.98, { gloss: 0.35, floor: 0.1 }),
      turned([0.2, 0.25, 0.27, 0.25, 0.16, 0.075, 0.06, 0.06, 0.08], 1.1, {
        gloss: 0.3,
        floor: 0.3,
      }),
    ][variant % 4],
  bottle: wineBottle,
  bowl: () =>
    turned([0.2, 0.2, 0.3, 0.4, 0.46, 0.5, 0.52], 0.34, { gloss: 0.35, floor: 0.08, rest: 0.12 }),
  cup: () =>
    turned([0.14, 0.19, 0.21, 0.22, 0.225, 0.23], 0.4, { gloss: 0.45, floor: 0.06, rest: 0.1 }),
  egg: () => turned(closed(0.16, 0.46), 0.42, { gloss: 0.12, color: "#efe2cf" }),
  apple: () =>
    turned([0.07, 0.15, 0.2, 0.235, 0.25, 0.255, 0.245, 0.22, 0.17, 0.08], 0.44, {
      gloss: 0.5,
      color: "#b3202a",
    }),
  pear: () =>
    turned([0.07, 0.17, 0.22, 0.235, 0.225, 0.19, 0.14, 0.11, 0.095, 0.05], 0.58, {
      gloss: 0.25,
      color: "#b9b545",
    }),
  lemon: () => ({
    distance: shapes.laid(
      shapes.lathe([0.03, 0.08, 0.15, 0.185, 0.2, 0.2, 0.185, 0.15, 0.08, 0.03], 0.54),
      0.54,
      0.2,
    ),
    height: 0.4,
    halfWidth: 0.27,
    halfDepth: 0.22,
    color: hex("#f0c92b"),
    gloss: 0.3,
  }),
  orange: () => round(0.21, 0.22, "#ee8322"),
  peach: () => round(0.2, 0.05, "#f2a070"),
};
