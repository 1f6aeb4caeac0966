/** A portrait from the front: who sits, and before what. */
import type { SceneName } from "../types.ts";
import { claimScene, type Scores } from "./choose-scene.ts";
import { findAll, lexicon, mentions } from "./lexicon.ts";
import { isPerson } from "./people.ts";
import { type Reading } from "./reading.ts";
import type { FoundSubject } from "./subject-words.ts";

/** Words that ask for a silhouette with a scene in it, a profile, or a crown of flowers, which only a profile wears. */
const IN_PROFILE = lexicon(
  `double exposure | double exposed | silhouette* | inside | made of | profile | profile of | side view | side profile |
  flower* | floral | rose | roses | peony | peonies | bloom* | galax* | nebula* | cosmic | cosmos | underwater`,
);
const BEHIND_SITTER = ["landscape", "forest", "ocean", "city", "interior"] as const;
const MALE = lexicon("man | boy | king | male | gentleman | god | grandfather | him | his");
const WORDS = lexicon("portrait* | headshot* | face of | face | bust of | model | close up");

export type Sitter = { scene: SceneName; subject: FoundSubject };

/** Who is seen from the front in a portrait, or undefined where the prompt asks for a profile or a silhouette. */
export function readSitter(
  reading: Reading,
  named: readonly FoundSubject[],
  scores: Scores,
): Sitter | undefined {
  if (mentions(reading, IN_PROFILE)) return undefined;
  const scene = BEHIND_SITTER.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))[0];
  const behind = (scores[scene] ?? 0) > 0 ? scene : "studio";
  if (behind !== "studio") claimScene(reading, behind);
  const [word] = findAll(reading, WORDS);
  const id = mentions(reading, MALE) ? "figure-man" : "figure-woman";
  const nameless: FoundSubject = {
    id,
    word: "portrait",
    group: "people",
    plural: false,
    at: word?.at ?? 0,
    length: word?.length ?? 0,
    also: [],
  };
  const subject = named.find(isPerson) ?? nameless;
  return { scene: behind, subject: { ...subject, plural: false } };
}
