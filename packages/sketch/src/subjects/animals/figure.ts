/** A whole animal with joints: standing, walking, running, sitting, lying, asleep, grazing, or from the front. */
import type { Drawing } from "../library.ts";
import { line, oval, path } from "../drawn/shapes.ts";
import { tone } from "../people/look.ts";
import { marks, wool } from "./coat.ts";
import { frontHead, sideHead } from "./head.ts";
import type { AnimalLook } from "./look.ts";
import { type Point, type Skeleton, skeletonOf } from "./skeleton.ts";
import { SPECIES, type Species } from "./species.ts";
import { type Bead, at, tube } from "./tube.ts";

const WIDTH = 460;
const HEIGHT = 400;
const GROUND = 360;

/** Light from above on the back, shade under the belly; the same for every part, so that no seam is seen. */
function shades(animal: Species, top: number): string {
  const { coat, socks } = animal;
  const stop = (share: number, colour: string) =>
    `<stop offset="${share}" stop-color="${colour}"/>`;
  const gradient = (id: string, stops: string) =>
    `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" y1="${-top}" x2="0" y2="0">${stops}</linearGradient>`;
  const foot = socks ?? tone(coat, -0.3);
  return `<defs>${gradient(
    "coat",
    stop(0, tone(coat, 0.2)) +
      stop(0.35, coat) +
      stop(0.62, tone(coat, -0.18)) +
      stop(0.8, socks ? foot : tone(coat, -0.24)) +
      stop(1, foot),
  )}${gradient("far", stop(0, tone(coat, -0.2)) + stop(0.6, tone(coat, -0.42)) + stop(1, tone(foot, -0.35)))}</defs>`;
}

function legBeads(animal: Species, leg: readonly Point[], hind: boolean): Bead[] {
  const { foot, rump, chest } = animal;
  const top = hind ? rump * 0.66 : chest * 0.46;
  const widths =
    leg.length === 3
      ? [top * 0.8, foot * 1.15, foot]
      : [top, Math.max(foot, top * 0.5), foot * 0.85, foot];
  return leg.map(([x, y], i): Bead => [x, Math.max(y, foot * 0.8), widths[i]]);
}

function leg(animal: Species, points: readonly Point[], hind: boolean, fill: string): string {
  const beads = legBeads(animal, points, hind);
  const [x, y, r] = beads[beads.length - 1];
  const paw = animal.hoofed ? "" : oval(x - r * 0.5, -y + r * 0.15, r * 1.5, fill, r * 0.85);
  return path(tube(beads), fill) + paw;
}

const TAILS = {
  bushy: [
    [8, -2, 0.3],
    [24, -16, 0.52],
    [40, -24, 0.46],
    [50, -18, 0.12],
  ],
  thin: [
    [10, 4, 0.16],
    [26, -6, 0.15],
    [38, 8, 0.14],
    [44, 26, 0.12],
  ],
  tuft: [
    [6, -4, 0.14],
    [12, -20, 0.12],
    [14, -36, 0.12],
    [16, -46, 0.24],
  ],
  mane: [
    [8, 0, 0.2],
    [18, -12, 0.4],
    [22, -34, 0.46],
    [20, -56, 0.14],
  ],
  stub: [
    [4, 4, 0.3],
    [8, 2, 0.2],
  ],
  puff: [
    [3, 4, 0.44],
    [7, 5, 0.42],
  ],
} as const;

function tail(animal: Species, { hip, folded }: Skeleton): string {
  const { rump, mane, coat, belly } = animal;
  const root: Point = [hip[0] + rump * 0.72, hip[1] + (folded ? -rump * 0.2 : rump * 0.45)];
  const beads = TAILS[animal.tail].map(([dx, dy, r]): Bead => {
    const y = root[1] + dy * (rump / 17);
    return [root[0] + dx * (rump / 17), Math.max(y, r * rump + 1), r * rump];
  });
  const colour =
    animal.tail === "mane" || animal.tail === "tuft" ? (mane ?? tone(coat, -0.3)) : "url(#coat)";
  const end = animal.tail === "bushy" ? path(tube(beads.slice(-2)), belly) : "";
  return path(tube([[root[0] - rump * 0.3, root[1], beads[0][2]], ...beads]), colour) + end;
}

function trunkBeads({ chest, waist, rump }: Species, { shoulder, hip }: Skeleton): Bead[] {
  const middle: Bead = [
    (shoulder[0] + hip[0]) / 2,
    (shoulder[1] + hip[1]) / 2 + (chest - waist) * 0.35,
    waist,
  ];
  return [[hip[0] + rump * 0.1, hip[1], rump], middle, [shoulder[0], shoulder[1], chest]];
}

/** A soft light on shoulder and haunch, where the muscles are. */
const muscle = (x: number, y: number, rx: number, ry: number, coat: string): string =>
  `<ellipse cx="${x}" cy="${-y}" rx="${rx}" ry="${ry}" fill="${tone(coat, 0.16)}" opacity="0.3"/>`;

function fromTheSide(animal: Species, look: AnimalLook): string {
  const joints = skeletonOf(animal, look.pose === "front" ? "stand" : look.pose);
  const { shoulder, hip, legs, head, tilt, folded, asleep } = joints;
  const { chest, rump, nape, coat, belly, mane } = animal;
  const trunk = trunkBeads(animal, joints);
  const face = look.toViewer ? frontHead(animal, head) : sideHead(animal, head, tilt, asleep);
  const neck: Bead[] = [
    [shoulder[0] + chest * 0.15, shoulder[1], chest * 0.86],
    [shoulder[0] - chest * 0.4, shoulder[1] + chest * 0.28, (chest * 0.7 + nape) / 2],
    [(shoulder[0] + head[0]) / 2 - chest * 0.15, (shoulder[1] + head[1]) / 2 + chest * 0.1, nape],
    [head[0], head[1], animal.head * 0.85],
  ];
  const hair = mane
    ? line(
        `M${at(shoulder[0] + chest * 0.2, shoulder[1] + chest * 0.95)}Q${at((shoulder[0] + head[0]) / 2 + nape * 0.8, (shoulder[1] + head[1]) / 2 + nape)} ${at(head[0] + animal.head * 0.5, head[1] + animal.head * 0.7)}`,
        mane,
        animal.hoofed ? nape * 0.5 : nape * 0.9,
      )
    : "";
  const ruff =
    mane && !animal.hoofed
      ? oval(
          head[0] + animal.head * 0.4,
          -head[1] + animal.head * 0.25,
          animal.head * 1.6,
          mane,
          animal.head * 1.75,
        )
      : "";
  const under: Bead[] = trunk.map(([x, y, r]): Bead => [x, y - r * 0.74, r * 0.24]);
  const haunch = folded
    ? oval(
        hip[0] - rump * 0.15,
        -Math.max(rump * 0.75, hip[1] - rump * 0.2),
        rump * 0.92,
        "url(#coat)",
        rump * 0.85,
      )
    : "";
  return (
    tail(animal, joints) +
    leg(animal, legs.hindFar, true, "url(#far)") +
    leg(animal, legs.foreFar, false, "url(#far)") +
    face.behind +
    path(tube(trunk), "url(#coat)") +
    `<g opacity="0.6">${path(tube(under), tone(belly, -0.14))}</g>` +
    path(tube(neck), "url(#coat)") +
    wool(animal, trunk) +
    marks(animal, trunk) +
    (animal.marks?.kind === "stripes" ? marks(animal, neck.slice(0, 3)) : "") +
    muscle(hip[0] - rump * 0.1, hip[1] + rump * 0.15, rump * 0.62, rump * 0.66, coat) +
    muscle(shoulder[0], shoulder[1] + chest * 0.1, chest * 0.5, chest * 0.66, coat) +
    haunch +
    leg(animal, legs.hindNear, true, "url(#coat)") +
    leg(animal, legs.foreNear, false, "url(#coat)") +
    hair +
    ruff +
    face.before
  );
}

/** Sitting before the viewer. */
function fromTheFront(animal: Species): string {
  const { leg: length, chest, rump, neck, head, foot, coat, belly, hoofed, mane } = animal;
  const standing = hoofed === true;
  const base = standing ? length : length * 0.9;
  const skull: Point = [0, base + chest * 0.5 + neck * 0.7];
  const pair = (draw: (side: -1 | 1) => string): string => draw(-1) + draw(1);
  const face = frontHead(animal, skull);
  const behind = standing
    ? pair((side) =>
        path(
          tube([
            [side * rump * 0.62, length, rump * 0.4],
            [side * rump * 0.66, 0.4 * length, foot],
            [side * rump * 0.66, foot, foot],
          ]),
          "url(#far)",
        ),
      )
    : (animal.tail === "stub" || animal.tail === "puff"
        ? ""
        : path(
            tube([
              [rump * 0.9, 8, 4],
              [rump * 1.7, 9, 5],
              [rump * 2.3, 20, 3.4],
            ]),
            "url(#far)",
          )) +
      pair((side) => oval(side * rump * 0.72, -rump * 0.7, rump * 0.62, "url(#far)", rump * 0.74));
  const body = path(
    tube([
      [0, standing ? length + chest * 0.1 : rump * 0.9, standing ? chest * 0.95 : rump * 1.02],
      [0, base, chest * 0.92],
      [0, skull[1] - head * 0.4, Math.max(animal.nape, head * 0.6)],
    ]),
    "url(#coat)",
  );
  const bib = path(
    tube([
      [0, base * 0.72, chest * 0.3],
      [0, base, chest * 0.5],
      [0, skull[1] - head * 0.6, head * 0.42],
    ]),
    belly,
  );
  const legs = pair(
    (side) =>
      path(
        tube([
          [side * chest * 0.46, base * 0.95, chest * 0.36],
          [side * chest * 0.42, base * 0.4, foot * 1.1],
          [side * chest * 0.42, foot, foot * 1.05],
        ]),
        "url(#coat)",
      ) +
      (hoofed ? "" : oval(side * chest * 0.44, -foot * 0.8, foot * 1.5, "url(#coat)", foot * 0.9)),
  );
  const ruff = mane && !hoofed ? oval(0, -skull[1], head * 1.75, mane, head * 1.75) : "";
  return (
    behind +
    body +
    `<g opacity="0.9">${bib}</g>` +
    muscle(0, base, chest * 0.4, chest * 0.5, coat) +
    legs +
    face.behind +
    ruff +
    face.before
  );
}

/** The drawing of a whole animal, facing left. */
export function animalDrawing(look: AnimalLook): Drawing {
  const animal = SPECIES[look.kind];
  const top =
    animal.leg +
    animal.chest * 1.5 +
    (look.pose === "lie" || look.pose === "sleep" ? -animal.leg : 0);
  const body = look.pose === "front" ? fromTheFront(animal) : fromTheSide(animal, look);
  return {
    w: WIDTH,
    h: HEIGHT,
    body: `${shades(animal, top)}<g transform="translate(${WIDTH / 2} ${GROUND})">${body}</g>`,
  };
}
