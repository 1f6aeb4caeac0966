/** Which drawings several houses are mixed of. */
import type { Rng } from "../types.ts";

/** In the country; the house that is named comes first, and of churches there is one. */
const COUNTRY = ["cottage", "stone-house", "chalet", "cottage", "barn"] as const;
const CHURCH_AT = 3;
/** In a street, no house beside one that looks like it. */
const TOWN = ["townhouse", "terraced-house", "canal-house", "brownstone"] as const;

/** Drawings that are mixed with others where several of them are asked for. */
export const HOUSES: ReadonlySet<string> = new Set(["house", ...COUNTRY, ...TOWN]);
export const isTownHouse = (id: string): boolean => TOWN.some((house) => house === id);
/** Houses of a street that are named for what they are stand among their like. */
const ALIKE: ReadonlySet<string> = new Set(TOWN.slice(1));

/** The drawing of the house at place `i` of several. */
export function houseOf(rng: Rng, id: string, i: number, inRow: boolean): string {
  const country = rng.pick(COUNTRY);
  if (ALIKE.has(id)) return id;
  if (id === "townhouse" || (inRow && id === "house"))
    return TOWN[(i + (i >> 2) * 2) % TOWN.length];
  if (i === CHURCH_AT && !inRow) return "village-church";
  return i === 0 && id !== "house" ? id : country;
}
