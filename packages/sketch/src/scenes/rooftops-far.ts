/** What rises over the roofs at the horizon: towers and domes of an old town, high buildings of a modern one. */
import { adjust, hex } from "../core/color.ts";
import type { Rng } from "../types.ts";
import { fillFacing, fillShining, type Place, type StreetPen } from "./street-pen.ts";
import type { Rooftops } from "./rooftops-plan.ts";

const STONE = hex("#b3a08c");
const COPPER = hex("#6f8f86");
const SLATE = hex("#5d6470");
const LAMPLIGHT = hex("#ffc878");

const wall = (x: number, width: number, top: number, z: number): Place[] => [
  [x - width / 2, 0, z],
  [x + width / 2, 0, z],
  [x + width / 2, top, z],
  [x - width / 2, top, z],
];

/** Draws them before the roofs; `rng` chooses where they are. */
export function drawLandmarks(pen: StreetPen, { modern, eye }: Rooftops, rng: Rng): void {
  const count = modern ? rng.int(9, 15) : rng.int(2, 4);
  for (let i = 0; i < count; i++) {
    const z = rng.range(190, 420);
    const x = rng.range(-0.62, 0.62) * z;
    const tall = eye + z * (modern ? rng.range(0.05, 0.24) : rng.range(0.05, 0.11));
    const wide = z * (modern ? rng.range(0.045, 0.09) : rng.range(0.03, 0.05));
    const kind = rng.pick(["spire", "dome", "spire"] as const);
    if (modern) drawBlock(pen, { x, z, tall, wide }, rng);
    else if (kind === "dome") drawDome(pen, { x, z, tall, wide: wide * 1.7 });
    else drawSpire(pen, { x, z, tall, wide });
  }
}

type Landmark = { x: number; z: number; tall: number; wide: number };

function drawSpire(pen: StreetPen, { x, z, tall, wide }: Landmark): void {
  fillFacing(pen, wall(x, wide, tall, z), STONE, "viewer");
  const bell = wall(x, wide * 0.34, tall * 0.96, z).map(([px, y, far]): Place => [
    px,
    y === 0 ? tall * 0.86 : y,
    far,
  ]);
  if (pen.light.own > 0.9) fillShining(pen, bell, LAMPLIGHT);
  else fillFacing(pen, bell, adjust(STONE, -0.25), "viewer");
  const roof: Place[] = [
    [x - wide * 0.58, tall, z],
    [x + wide * 0.58, tall, z],
    [x, tall + wide * 2.1, z],
  ];
  fillFacing(pen, roof, SLATE, "viewer");
}

function drawDome(pen: StreetPen, { x, z, tall, wide }: Landmark): void {
  fillFacing(pen, wall(x, wide, tall, z), STONE, "viewer");
  const round = Array.from({ length: 17 }, (_, i): Place => {
    const turn = (i / 16) * Math.PI;
    return [x + Math.cos(turn) * wide * 0.52, tall + Math.sin(turn) * wide * 0.6, z];
  });
  fillFacing(pen, round, COPPER, "viewer");
  fillFacing(
    pen,
    [
      [x - wide * 0.08, tall + wide * 0.56, z],
      [x + wide * 0.08, tall + wide * 0.56, z],
      [x, tall + wide * 0.95, z],
    ],
    COPPER,
    "viewer",
  );
}

function drawBlock(pen: StreetPen, { x, z, tall, wide }: Landmark, rng: Rng): void {
  const color = adjust(SLATE, rng.range(0, 0.2));
  fillFacing(pen, wall(x, wide, tall, z), color, "viewer");
  const half = wall(x - wide * 0.3, wide * 0.4, tall, z);
  fillFacing(pen, half, adjust(color, -0.06), "viewer");
  const rows = Math.floor(tall / 6);
  for (let row = 1; row < rows; row++) {
    for (let column = 0; column < 5; column++) {
      if (!rng.chance(pen.light.lit)) continue;
      const px = x - wide * 0.4 + (wide * 0.8 * (column + 0.5)) / 5;
      const y = (row / rows) * tall;
      fillShining(
        pen,
        [
          [px - wide * 0.04, y, z],
          [px + wide * 0.04, y, z],
          [px + wide * 0.04, y + 3, z],
          [px - wide * 0.04, y + 3, z],
        ],
        LAMPLIGHT,
        0.8,
      );
    }
  }
}
