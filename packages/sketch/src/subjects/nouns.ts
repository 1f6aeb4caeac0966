/** The fixed list of things Sketch can draw: names, library keys and how each is placed. */
import { HOUSEHOLD_NOUNS } from "./nouns-household.ts";
import { LIVING_NOUNS } from "./nouns-living.ts";
import { MADE_NOUNS } from "./nouns-made.ts";
import { SOLID_NOUNS } from "./nouns-solids.ts";

const NOUNS = { ...LIVING_NOUNS, ...MADE_NOUNS, ...HOUSEHOLD_NOUNS, ...SOLID_NOUNS };

/** How a thing is placed: what flies, floats, swims, stands as a building, ... */
export type SubjectGroup = keyof typeof NOUNS;

export type Noun = { id: string; group: SubjectGroup };

const entries = Object.entries(NOUNS).flatMap(([group, list]) =>
  list.split("|").map((entry) => ({ group: group as SubjectGroup, ...parseEntry(entry) })),
);

/** Group of every drawing of the library, by its key. */
export const GROUP_OF: ReadonlyMap<string, SubjectGroup> = new Map(
  entries.filter(({ group }) => group !== "solids").map(({ id, group }) => [id, group]),
);

/** Every name, in the singular, words split by one space. */
export const NOUN_OF_NAME: ReadonlyMap<string, Noun> = new Map(
  entries.flatMap(({ id, group, names }) => names.map((name) => [name, { id, group }] as const)),
);

/** Words in the longest name. */
export const LONGEST_NAME = Math.max(
  ...Array.from(NOUN_OF_NAME.keys(), (name) => name.split(" ").length),
);

function parseEntry(entry: string): { id: string; names: string[] } {
  const [id, aliases = ""] = entry.split("=").map((part) => part.trim());
  const further = aliases.split(",").map((name) => name.trim());
  return { id, names: [id.replaceAll("-", " "), ...further.filter((name) => name !== "")] };
}
