/** The roof in front of a view over a town, with a ridge for things to stand on. */
import { adjust, mixc } from "../core/color.ts";
import type { Rng } from "../types.ts";
import { fillFacing, line, type Place, type StreetPen, veil } from "./street-pen.ts";
import { project } from "./street-plan.ts";
import { BRICK, drawBlock, POT, SNOW } from "./rooftops-parts.ts";
import type { Rooftops } from "./rooftops-plan.ts";

/** The nearest roof, from its ridge down to the foot of the picture, in pixels. */
export function drawNearRoof(
  pen: StreetPen,
  { near }: Rooftops,
  { w, h, ridge }: { w: number; h: number; ridge: number },
  rng: Rng,
): void {
  const { view, light } = pen;
  // As far away as its ridge appears, were it two metres below the eye.
  const z = (view.focal * 2.1) / Math.max(1, ridge - view.horizon);
  const y = view.eye - 2.1;
  const color = light.snow ? mixc(near, SNOW, 0.92) : near;
  const reach = (w / view.focal) * z;
  const slope = (t: number): [number, number] => [y - t * 1.5, z - t * (z * 0.36)];
  const place = (x: number, t: number): Place => [x, ...slope(t)];
  fillFacing(
    pen,
    [place(-reach, 0), place(reach, 0), place(reach, 1.6), place(-reach, 1.6)],
    color,
    "up",
  );
  const rows = 16;
  const wide = 0.19;
  const count = Math.ceil((reach * 2) / wide);
  for (let row = rows - 1; row >= 0 && !light.snow; row--) {
    for (let i = 0; i < count; i++) {
      const x = -reach + (i + (row % 2) * 0.5) * wide;
      const shade = rng.range(-0.035, 0.035);
      const [t1, t2] = [(row / rows) * 1.1, ((row + 1) / rows) * 1.1];
      const tile = [
        place(x + 0.012, t1),
        place(x + wide - 0.012, t1),
        place(x + wide - 0.012, t2 - 0.006),
        place(x + 0.012, t2 - 0.006),
      ];
      fillFacing(pen, tile, adjust(color, shade), "up");
      veil(pen, tile, [0.2, 0]);
    }
  }
  const [, top] = project(view, 0, y, z);
  const cap: Place[] = [
    [-reach, y - 0.06, z],
    [reach, y - 0.06, z],
    [reach, y + 0.08, z],
    [-reach, y + 0.08, z],
  ];
  fillFacing(pen, cap, light.snow ? SNOW : adjust(color, 0.05), "viewer");
  for (let x = -reach; x < reach && !light.snow; x += 0.42)
    line(pen, [x, y - 0.06, z], [x, y + 0.08, z], 0.016, adjust(color, -0.08));
  veil(pen, cap, [0, 0.25]);
  const side = rng.sign();
  const across = rng.range(0.33, 0.44) * side * reach;
  if (rng.chance(0.65)) drawStack(pen, [across, y - 0.12, z], rng.range(0.55, 0.8));
  const foot = pen.context.createLinearGradient(0, top, 0, h);
  foot.addColorStop(0, "rgba(16,12,20,0)");
  foot.addColorStop(1, "rgba(16,12,20,.3)");
  pen.context.fillStyle = foot;
  pen.context.fillRect(0, top, w, h - top);
}

/** A chimney of bricks with two pots. */
function drawStack(pen: StreetPen, [x, y, z]: Place, tall: number): void {
  const wide = 0.52;
  drawBlock(pen, [x, y, z], [wide, tall, 0.4], BRICK);
  for (let v = 0.08; v < tall - 0.05; v += 0.085)
    line(pen, [x - wide / 2, y + v, z], [x + wide / 2, y + v, z], 0.008, adjust(BRICK, -0.1));
  drawBlock(pen, [x, y + tall - 0.1, z - 0.03], [wide + 0.09, 0.09, 0.46], adjust(BRICK, -0.04));
  for (const at of [x - 0.13, x + 0.13]) {
    const pot: Place[] = [
      [at - 0.085, y + tall, z + 0.15],
      [at + 0.085, y + tall, z + 0.15],
      [at + 0.065, y + tall + 0.26, z + 0.15],
      [at - 0.065, y + tall + 0.26, z + 0.15],
    ];
    fillFacing(pen, pot, POT, "viewer");
  }
}
