/** Names of the bodies a still life can hold. */
import type { SubjectGroup } from "../subjects/nouns.ts";

export const SOLID_KINDS = [
  "sphere",
  "cube",
  "cylinder",
  "plinth",
  "cone",
  "pyramid",
  "ring",
  "arch",
  "steps",
  "column",
  "vase",
  "bottle",
  "bowl",
  "cup",
  "egg",
  "apple",
  "pear",
  "lemon",
  "orange",
  "peach",
] as const;

export type SolidKind = (typeof SOLID_KINDS)[number];

/** Things of the library that a still life models as solids. */
const MODELLED: ReadonlyMap<string, SolidKind> = new Map([
  ["red-apple", "apple"],
  ["green-apple", "apple"],
  ["pear", "pear"],
  ["lemon", "lemon"],
  ["lime", "lemon"],
  ["tangerine", "orange"],
  ["peach", "peach"],
  ["egg", "egg"],
  ["amphora", "vase"],
]);

const PREFIX = "solid-";

/** The solid a thing is modelled as, if it is one. */
export function solidOf(id: string): SolidKind | undefined {
  const modelled = MODELLED.get(id);
  if (modelled) return modelled;
  const name = id.startsWith(PREFIX) ? id.slice(PREFIX.length) : "";
  return SOLID_KINDS.find((kind) => kind === name);
}

/** Whether a thing exists as a solid alone, with no drawing in the library. */
export const isOnlySolid = (group: SubjectGroup): boolean => group === "solids";
