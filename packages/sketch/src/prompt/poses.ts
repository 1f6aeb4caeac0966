/** Words for what a thing does that its place in the picture fulfils anyway. */
import type { SceneName } from "../types.ts";
import { lexicon, says, type Lexicon } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import type { FoundSubject } from "./subject-words.ts";
import type { SubjectGroup } from "../subjects/nouns.ts";

const IN_THE_AIR = lexicon("flying | flying over | soaring | hovering | floating");
const ON_WATER = lexicon("sailing | floating | swimming | drifting");
const IN_WATER = lexicon("swimming | floating | diving");
const IN_SPACE = lexicon("floating | drifting | flying");

const POSES: Partial<Record<SubjectGroup, Lexicon>> = {
  flyers: IN_THE_AIR,
  aircraft: IN_THE_AIR,
  floaters: ON_WATER,
  vessels: ON_WATER,
  swimmers: IN_WATER,
};

/** Counts as understood what the drawn things are seen doing. */
export function readPoses(
  reading: Reading,
  scene: SceneName,
  subjects: readonly FoundSubject[],
): void {
  for (const { group } of subjects) {
    const poses = scene === "space" ? IN_SPACE : POSES[group];
    if (poses) says(reading, poses, "given");
  }
}
