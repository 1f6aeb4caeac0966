/** A whole person with joints: standing, walking, running, sitting, waving, dancing, holding, kneeling. */
import type { Drawing } from "../library.ts";
import { line, oval, path } from "../drawn/shapes.ts";
import { drawHead } from "./head.ts";
import { type PersonLook, type Pose, tone } from "./look.ts";

type Point = readonly [x: number, y: number];
/** Elbow and hand, or knee and foot, of the left and the right limb. */
type Joints = {
  arms: readonly [Point, Point, Point, Point];
  legs: readonly [Point, Point, Point, Point];
  drop?: number;
  lean?: number;
};

const POSES: Readonly<Record<Pose, Joints>> = {
  stand: {
    arms: [
      [33, 62],
      [34, 80],
      [67, 62],
      [66, 80],
    ],
    legs: [
      [45, 110],
      [44, 134],
      [56, 110],
      [57, 134],
    ],
  },
  hold: {
    arms: [
      [32, 60],
      [45, 66],
      [68, 60],
      [56, 66],
    ],
    legs: [
      [45, 110],
      [43, 134],
      [56, 110],
      [58, 134],
    ],
  },
  walk: {
    arms: [
      [36, 62],
      [28, 76],
      [65, 62],
      [74, 74],
    ],
    legs: [
      [39, 108],
      [30, 131],
      [59, 109],
      [66, 134],
    ],
    lean: 2,
  },
  run: {
    arms: [
      [32, 58],
      [22, 68],
      [68, 62],
      [80, 54],
    ],
    legs: [
      [34, 104],
      [18, 118],
      [66, 102],
      [72, 126],
    ],
    lean: 6,
  },
  sit: {
    arms: [
      [34, 64],
      [42, 80],
      [66, 64],
      [58, 80],
    ],
    legs: [
      [38, 96],
      [38, 120],
      [62, 96],
      [62, 120],
    ],
  },
  wave: {
    arms: [
      [33, 62],
      [34, 80],
      [74, 46],
      [80, 28],
    ],
    legs: [
      [45, 110],
      [44, 134],
      [56, 110],
      [57, 134],
    ],
  },
  dance: {
    arms: [
      [26, 46],
      [18, 30],
      [74, 50],
      [88, 40],
    ],
    legs: [
      [46, 110],
      [44, 134],
      [64, 102],
      [52, 118],
    ],
    lean: 2,
  },
  kneel: {
    arms: [
      [34, 64],
      [44, 76],
      [66, 64],
      [56, 76],
    ],
    legs: [
      [40, 106],
      [26, 122],
      [60, 104],
      [62, 122],
    ],
  },
};

const point = ([x, y]: Point): string => `${x} ${y}`;

function limb(from: Point, joint: Point, end: Point, colour: string, width: number): string {
  return line(`M${point(from)}L${point(joint)}L${point(end)}`, colour, width);
}

function legs(look: PersonLook, { legs: [kneeL, footL, kneeR, footR] }: Joints): string {
  const long = look.outfit === "dress" || look.outfit === "robe";
  const cloth = look.outfit === "dress" ? look.skin : look.bottom;
  const shoe = (foot: Point) =>
    path(`M${foot[0] - 4.5} ${foot[1] - 2}h8c4 1 5 4 4 6h-12z`, "#2b2622");
  const width = long ? 6 : 9;
  return (
    limb([45.5, 84], kneeL, footL, tone(cloth, -0.16), width) +
    limb([54.5, 84], kneeR, footR, cloth, width) +
    shoe(footL) +
    shoe(footR)
  );
}

function arms(look: PersonLook, { arms: [elbowL, handL, elbowR, handR] }: Joints): string {
  const sleeve = look.outfit === "white coat" ? "#eef0f0" : look.top;
  const bare = look.outfit === "dress";
  const hand = ([x, y]: Point) => oval(x, y, 3.8, look.skin);
  return (
    limb([38, 45], elbowL, handL, bare ? look.skin : tone(sleeve, -0.14), 7) +
    limb([62, 45], elbowR, handR, bare ? look.skin : tone(sleeve, 0.08), 7) +
    hand(handL) +
    hand(handR)
  );
}

function torso(look: PersonLook, { legs: [kneeL, , kneeR] }: Joints): string {
  const { outfit, top, bottom, build, scarf } = look;
  const woman = build === "woman" || build === "girl";
  const waist = woman ? 41.5 : 39.5;
  const cloth = outfit === "white coat" ? "#eef0f0" : top;
  const trunk = path(
    `M36 42c6-4 22-4 28 0l${woman ? -4 : -2} 24 2 20H${woman ? 39 : 38}l2-20z`,
    cloth,
  );
  const hem =
    outfit === "dress" || outfit === "robe"
      ? Math.max(kneeL[1], kneeR[1]) + (outfit === "robe" ? 22 : 4)
      : outfit === "coat" || outfit === "white coat"
        ? 106
        : 0;
  const flare = outfit === "dress" ? 14 : 7;
  const skirt =
    hem > 0
      ? path(
          `M${waist} 66h${100 - 2 * waist}l${flare} ${hem - 66}c-10 4-${100 - 2 * waist + flare * 2 - 20 > 0 ? 100 - 2 * waist + flare * 2 - 20 : 10} 4-${100 - 2 * waist + flare * 2} 0z`,
          cloth,
        )
      : "";
  const dark = tone(cloth, -0.3);
  const details =
    outfit === "suit"
      ? path("M45 41l5 22 5-22z", "#f4f4f1") +
        path("M49 43h2l1.5 16-2.5 4-2.5-4z", "#a02c3a") +
        path("M44 41l-4 4 10 22 10-22-4-4-6 20z", dark)
      : outfit === "armour"
        ? line("M37 52h26M38 62h24M39 74h22", tone(cloth, 0.35), 2)
        : outfit === "coat" || outfit === "white coat"
          ? line(`M50 44v${hem - 48}`, dark, 1.4) + oval(47, 58, 1, dark) + oval(47, 70, 1, dark)
          : outfit === "robe"
            ? line("M44 42l8 26M56 42l-10 26", tone(cloth, 0.4), 2) +
              path("M41 64h18v6H41z", tone(bottom, 0.1))
            : outfit === "dress"
              ? path(`M${waist} 64h${100 - 2 * waist}v4h-${100 - 2 * waist}z`, dark)
              : line("M39.5 84h21", tone(bottom, -0.3), 3) + path("M39 82h22l1 8H38z", bottom);
  const wrap = scarf
    ? path("M41 38h18v6H41z", scarf) + path("M44 42h7l1 22h-7z", tone(scarf, -0.2))
    : "";
  return trunk + skirt + details + wrap;
}

/** The drawing of a whole person. */
export function figureDrawing(look: PersonLook): Drawing {
  const joints = POSES[look.pose];
  const child = look.build === "boy" || look.build === "girl";
  const scale = child ? 0.42 : 0.34;
  const head = drawHead(look);
  const at = `translate(${50 - 50 * scale + (joints.lean ?? 0)} ${child ? 3 : 8}) scale(${scale})`;
  const neck = path("M46 34h8v9h-8z", tone(look.skin, -0.14));
  const body =
    `<g transform="${at}">${head.behind}</g>` +
    legs(look, joints) +
    neck +
    torso(look, joints) +
    arms(look, joints) +
    `<g transform="${at}">${head.before}</g>`;
  return { w: 100, h: 142, body };
}
