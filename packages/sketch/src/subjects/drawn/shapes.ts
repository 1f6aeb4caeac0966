/** The few shapes that Sketch's own drawings are made of, as SVG text. */

/** A drawing by its size and the shapes on it. */
export type Sheet = readonly [width: number, height: number, ...shapes: string[]];

/** A rectangle with corners of radius `r`. */
export const box = (x: number, y: number, w: number, h: number, fill: string, r = 0): string =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="${r}" fill="${fill}"/>`;

/** An ellipse; a circle where `ry` is left out. */
export const oval = (x: number, y: number, rx: number, fill: string, ry = rx): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`;

/** A filled path. */
export const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;

/** A line with round ends. */
export const line = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;

/** Lines all around an oval at even angles. */
export function spokes(x: number, y: number, count: number, shape: string): string {
  return Array.from(
    { length: count },
    (_, i) => `<g transform="rotate(${(360 / count) * i} ${x} ${y})">${shape}</g>`,
  ).join("");
}
