/** Where the joints of an animal are in each pose, seen from its left side, facing left; y runs up from the ground. */
import type { AnimalPose } from "./look.ts";
import type { Species } from "./species.ts";

export type Point = readonly [x: number, y: number];
type Leg = readonly Point[];

export type Skeleton = {
  shoulder: Point;
  hip: Point;
  /** Fore and hind leg of the near and of the far side, from the body down. */
  legs: { foreFar: Leg; hindFar: Leg; foreNear: Leg; hindNear: Leg };
  head: Point;
  /** Degrees below level to which the muzzle points. */
  tilt: number;
  /** The hind legs are folded under the body. */
  folded: boolean;
  asleep: boolean;
};

/** Degrees from straight down of the three parts of a leg, forward above 0. */
type Bend = readonly [upper: number, lower: number, foot: number];
type Gait = {
  fore: readonly [Bend, Bend];
  hind: readonly [Bend, Bend];
  neck: number;
  tilt: number;
};

const FORE = [0.5, 0.4, 0.1];
const HIND = [0.44, 0.36, 0.2];
const UPRIGHT: Bend = [-6, 4, 30];
const PROP: Bend = [20, -30, 6];

/** Near leg first. `neck` is added to the rise of the neck. */
const GAITS: Readonly<Record<Exclude<AnimalPose, "sit" | "lie" | "sleep" | "front">, Gait>> = {
  stand: { fore: [UPRIGHT, [2, 8, 30]], hind: [PROP, [28, -20, 6]], neck: 0, tilt: 14 },
  walk: {
    fore: [
      [24, 14, 30],
      [-22, -36, -20],
    ],
    hind: [
      [-6, -40, -12],
      [38, -8, 14],
    ],
    neck: -6,
    tilt: 16,
  },
  run: {
    fore: [
      [62, 66, 60],
      [44, 10, -10],
    ],
    hind: [
      [-38, -66, -58],
      [-20, -58, -50],
    ],
    neck: -16,
    tilt: 8,
  },
  graze: {
    fore: [
      [14, 10, 30],
      [-14, -10, 20],
    ],
    hind: [PROP, [28, -20, 6]],
    neck: -92,
    tilt: 52,
  },
};

const turned = ([x, y]: Point, length: number, degrees: number): Point => {
  const angle = (degrees * Math.PI) / 180;
  return [x - Math.sin(angle) * length, y - Math.cos(angle) * length];
};

function legOf(from: Point, length: number, parts: readonly number[], bend: Bend): Leg {
  const points: Point[] = [from];
  for (const [i, part] of parts.entries()) points.push(turned(points[i], part * length, bend[i]));
  return points;
}

/** Where the neck ends that rises by so many degrees. */
function headAt([x, y]: Point, length: number, rise: number): Point {
  const angle = (rise * Math.PI) / 180;
  return [x - Math.cos(angle) * length, y + Math.sin(angle) * length];
}

function onLegs(animal: Species, pose: keyof typeof GAITS): Skeleton {
  const { leg, length, neck, rise, chest } = animal;
  const gait = GAITS[pose];
  const fore: Point = [-length / 2, leg];
  const hind: Point = [length / 2, leg];
  const [foreNear, foreFar] = gait.fore.map((bend, i) =>
    legOf([fore[0] + i * 5, fore[1]], leg, FORE, bend),
  );
  const [hindNear, hindFar] = gait.hind.map((bend, i) =>
    legOf([hind[0] - i * 5, hind[1]], leg, HIND, bend),
  );
  const nape: Point = [fore[0] - chest * 0.35, leg + chest * 0.45];
  // A long neck reaches the grass from higher up.
  const reach =
    pose === "graze" ? Math.max(-62, -rise - (leg / (neck + leg)) * 80 + 12) : gait.neck;
  return {
    shoulder: [fore[0], leg + chest * 0.2],
    hip: [hind[0], leg + chest * 0.2],
    legs: { foreFar, hindFar, foreNear, hindNear },
    head: headAt(nape, neck * (pose === "graze" ? 1.15 : 1), rise + reach),
    tilt: gait.tilt,
    folded: false,
    asleep: false,
  };
}

function sitting(animal: Species): Skeleton {
  const { leg, length, neck, rise, rump, chest } = animal;
  const tall = leg * 1.02;
  const shoulder: Point = [-length * 0.2, tall + chest * 0.25];
  const hip: Point = [length * 0.34, rump * 0.95];
  const fore: Point = [shoulder[0] + 2, tall];
  const straight: Bend = [4, 2, 40];
  return {
    shoulder,
    hip,
    legs: {
      foreNear: legOf(fore, tall, FORE, straight),
      foreFar: legOf([fore[0] + 7, fore[1]], tall, FORE, straight),
      hindNear: [
        [hip[0] - rump * 0.2, rump * 0.7],
        [hip[0] - rump * 0.9, 6],
        [hip[0] - rump * 1.5, 4],
      ],
      hindFar: [
        [hip[0], rump * 0.7],
        [hip[0] - rump * 0.7, 7],
        [hip[0] - rump * 1.2, 5],
      ],
    },
    head: headAt(
      [shoulder[0] - chest * 0.25, shoulder[1] + chest * 0.3],
      neck,
      Math.max(rise + 14, 50),
    ),
    tilt: 14,
    folded: true,
    asleep: false,
  };
}

function lying(animal: Species, asleep: boolean): Skeleton {
  const { leg, length, neck, rise, rump, chest } = animal;
  const shoulder: Point = [-length / 2, chest * 0.95];
  const hip: Point = [length / 2, rump * 0.95];
  const reach = leg * 0.62;
  const nape: Point = [shoulder[0] - chest * 0.3, shoulder[1] + chest * 0.3];
  return {
    shoulder,
    hip,
    legs: {
      foreNear: [
        [shoulder[0], chest * 0.6],
        [shoulder[0] - reach * 0.5, 7],
        [shoulder[0] - reach, 5],
      ],
      foreFar: [
        [shoulder[0] + 6, chest * 0.6],
        [shoulder[0] - reach * 0.3, 8],
        [shoulder[0] - reach * 0.8, 6],
      ],
      hindNear: [
        [hip[0] - rump * 0.1, rump * 0.6],
        [hip[0] - rump, 6],
        [hip[0] - rump * 1.7, 4.5],
      ],
      hindFar: [
        [hip[0], rump * 0.6],
        [hip[0] - rump * 0.8, 6],
        [hip[0] - rump * 1.4, 5],
      ],
    },
    head: asleep
      ? [nape[0] - neck * 0.85, animal.head * 0.95]
      : headAt(nape, neck, Math.max(rise, 34)),
    tilt: asleep ? 4 : 12,
    folded: true,
    asleep,
  };
}

/** The joints in a pose; in "front" an animal has none, for it is seen from there. */
export function skeletonOf(animal: Species, pose: Exclude<AnimalPose, "front">): Skeleton {
  if (pose === "sit") return sitting(animal);
  if (pose === "lie" || pose === "sleep") return lying(animal, pose === "sleep");
  return onLegs(animal, pose);
}
