/** Rounded bodies of changing thickness along a row of points, as SVG paths; y runs up. */

/** A point with half the thickness there. */
export type Bead = readonly [x: number, y: number, r: number];

const round = (value: number): number => Math.round(value * 100) / 100;
export const at = (x: number, y: number): string => `${round(x)} ${round(-y)}`;

/** Points more than given, on a smooth curve through the beads. */
function refined(beads: readonly Bead[]): Bead[] {
  const steps = 6;
  const out: Bead[] = [];
  const bead = (i: number) => beads[Math.max(0, Math.min(beads.length - 1, i))];
  for (let i = 0; i < beads.length - 1; i++) {
    const [a, b, c, d] = [bead(i - 1), bead(i), bead(i + 1), bead(i + 2)];
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      const curve = (k: 0 | 1 | 2) =>
        0.5 *
        (2 * b[k] +
          (c[k] - a[k]) * t +
          (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
          (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
      out.push([curve(0), curve(1), Math.max(0.6, curve(2))]);
    }
  }
  out.push(beads[beads.length - 1]);
  return out;
}

/** The outline of a tube with round ends. */
export function tube(beads: readonly Bead[]): string {
  const points = refined(beads);
  const sides = points.map(([x, y, r], i) => {
    const [ax, ay] = points[Math.max(0, i - 1)];
    const [bx, by] = points[Math.min(points.length - 1, i + 1)];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const [nx, ny] = [-(by - ay) / length, (bx - ax) / length];
    return { left: at(x + nx * r, y + ny * r), right: at(x - nx * r, y - ny * r), r: round(r) };
  });
  const [first, last] = [sides[0], sides[sides.length - 1]];
  const out = sides.slice(1).map(({ left }) => `L${left}`);
  const back = sides
    .slice(0, -1)
    .toReversed()
    .map(({ right }) => `L${right}`);
  return (
    `M${first.left}${out.join("")}A${last.r} ${last.r} 0 0 1 ${last.right}${back.join("")}` +
    `A${first.r} ${first.r} 0 0 1 ${first.left}z`
  );
}
