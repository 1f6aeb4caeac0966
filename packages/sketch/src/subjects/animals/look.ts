/** How a drawn animal looks: its kind, what it does, and where its face is turned. */
import type { Rng } from "../../core/rng.ts";
import { type AnimalKind, SPECIES } from "./species.ts";

export type AnimalPose = "stand" | "walk" | "run" | "sit" | "lie" | "sleep" | "graze" | "front";

export type AnimalLook = {
  kind: AnimalKind;
  pose: AnimalPose;
  /** The face is turned to the viewer, whatever the body does. */
  toViewer?: boolean;
};

/** What a prompt says of an animal. */
export type AnimalSaid = {
  pose?: AnimalPose;
  toViewer?: boolean;
  facing?: "left" | "right";
  /** The number of the thing that it looks at. */
  towards?: number;
};

/** The key under which an animal is drawn; the same look has the same key. */
export const animalKey = (look: AnimalLook): string =>
  `animal ${look.kind} ${look.pose}${look.toViewer ? " viewer" : ""}`;

/** The look a key stands for, or undefined where it is the key of another drawing. */
export function animalOfKey(key: string): AnimalLook | undefined {
  const [word, kind, pose, viewer] = key.split(" ");
  if (word !== "animal") return undefined;
  return {
    kind: kind as AnimalKind,
    pose: pose as AnimalPose,
    ...(viewer ? { toViewer: true } : {}),
  };
}

const POSES = {
  walker: ["stand", "walk", "sit", "stand"],
  grazer: ["stand", "walk", "graze", "stand"],
  sitter: ["sit", "front", "stand", "sit"],
  rester: ["sit", "lie", "sit", "stand"],
} as const satisfies Record<string, readonly AnimalPose[]>;

/** Where an animal is, as far as that tells what it does. */
export type Situation = "open" | "studio" | "perched" | "chasing";

/** Fills in what a prompt leaves open. The number of draws is always the same. */
export function chooseAnimal(
  kind: AnimalKind,
  said: AnimalSaid,
  situation: Situation,
  rng: Rng,
): AnimalLook {
  const hoofed = SPECIES[kind].hoofed === true;
  const usual =
    situation === "perched"
      ? hoofed
        ? POSES.grazer
        : POSES.rester
      : situation === "studio"
        ? hoofed
          ? POSES.grazer
          : POSES.sitter
        : hoofed
          ? POSES.grazer
          : POSES.walker;
  const drawn = rng.pick(usual);
  const turns = rng.chance(0.4);
  const pose = said.pose ?? (situation === "chasing" ? "run" : drawn);
  const free = said.facing === undefined && said.towards === undefined && said.pose === undefined;
  const toViewer = said.toViewer ?? (free && turns && (pose === "stand" || pose === "sit"));
  // Hoofed animals do not sit on their haunches.
  const fit = hoofed && pose === "sit" ? "lie" : pose;
  return {
    kind,
    pose: fit,
    ...(toViewer && fit !== "front" && fit !== "sleep" ? { toViewer } : {}),
  };
}

/** Height of an animal in a pose, as a share of its height standing. */
export const heightOf = ({ kind, pose }: AnimalLook): number => {
  const { leg, chest, head, neck, rise } = SPECIES[kind];
  const up = Math.max(0, Math.sin((rise * Math.PI) / 180)) * neck + head * 1.4;
  const standing = leg + chest * 1.45 + up * 0.8;
  if (pose === "lie") return (chest * 2 + up * 0.8) / standing;
  if (pose === "sleep") return (chest * 2.1) / standing;
  if (pose === "graze") return (leg + chest * 1.3) / standing;
  return 1;
};
