/** Measures and coats of the animals with joints. Lengths are in units of which 100 are about a shoulder's height. */
import { CLAWED } from "./kinds-clawed.ts";
import { HOOFED } from "./kinds-hoofed.ts";

export type Ears = "pointed" | "round" | "long" | "leaf" | "floppy";
export type Tail = "bushy" | "thin" | "tuft" | "stub" | "mane" | "puff";
export type Crown = "antlers" | "horns" | "curl" | "horn";

export type Species = {
  /** Of the legs, from the joint to the ground. */
  leg: number;
  /** Half the depth of the chest, of the waist and of the rump. */
  chest: number;
  waist: number;
  rump: number;
  /** From the shoulder to the hip. */
  length: number;
  neck: number;
  /** Degrees above level. */
  rise: number;
  /** Half the depth of the neck. */
  nape: number;
  head: number;
  muzzle: number;
  tip: number;
  foot: number;
  ears: Ears;
  tail: Tail;
  coat: string;
  belly: string;
  socks?: string;
  face?: string;
  nose: string;
  mane?: string;
  /** Colour of a head that is not of the coat's. */
  mask?: string;
  wool?: boolean;
  crown?: Crown;
  marks?: { kind: "stripes" | "spots" | "patches"; colour: string };
  hoofed?: boolean;
};

const KINDS = { ...CLAWED, ...HOOFED };

export type AnimalKind = keyof typeof KINDS;

/** Every kind that has joints, by its key in the library of nouns. */
export const SPECIES: Readonly<Record<AnimalKind, Species>> = KINDS;

/** The kind of a noun, where it has joints. */
export const kindOf = (id: string): AnimalKind | undefined =>
  id in SPECIES ? (id as AnimalKind) : undefined;
