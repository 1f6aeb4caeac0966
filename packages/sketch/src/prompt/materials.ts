/** Reads what a drawn thing is made of, as far as that is a colour: "a wooden chair", "a golden crown". */
import { hex } from "../core/color.ts";
import type { Rgb } from "../types.ts";
import { claim, type Reading } from "./reading.ts";
import type { FoundSubject } from "./subject-words.ts";

const MATERIALS: ReadonlyMap<string, Rgb> = new Map(
  [
    ["wooden wood oak walnut bamboo wicker", "#8d5f38"],
    ["metal metallic steel iron chrome aluminum aluminium", "#8f97a1"],
    ["brass bronze", "#a9803c"],
    ["copper rusty rusted", "#a8603a"],
    ["leather", "#6b4229"],
    ["stone concrete granite", "#8e8c86"],
    ["marble porcelain ceramic", "#dcd8cf"],
    ["glass crystal", "#b6d3d6"],
    ["rubber", "#2f3033"],
    ["brick clay terracotta", "#a3573c"],
    ["paper cardboard", "#cdb48a"],
  ].flatMap(([words, code]) => words.split(" ").map((word) => [word, hex(code)] as const)),
);
/** Most words between a material and the thing: "a wooden kitchen chair". */
const MOST_BETWEEN = 1;

/** Colours of what things are made of, for those without a colour of their own; by key of the library. */
export function readMaterials(
  reading: Reading,
  subjects: readonly FoundSubject[],
  coloured: ReadonlyMap<string, Rgb>,
): Map<string, Rgb> {
  const found = new Map<string, Rgb>();
  const { words } = reading;
  for (const { id, at, group } of subjects) {
    if (coloured.has(id) || group === "people") continue;
    for (let place = at - 1; place >= Math.max(0, at - 1 - MOST_BETWEEN); place--) {
      if (words[place + 1].opensPhrase) break;
      const colour = MATERIALS.get(words[place].form);
      if (!colour || reading.claimOf[place] >= 0) continue;
      found.set(id, colour);
      claim(reading, { at: place, length: 1 });
      break;
    }
  }
  return found;
}
