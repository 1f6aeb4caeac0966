/** Which of the things a prompt names are drawn, and as what. */
import { isOnlySolid } from "../scenes/still-life-kinds.ts";
import { HOUSES } from "../subjects/house-kinds.ts";
import type { CityView, Rgb, SceneName, SubjectMention } from "../types.ts";
import type { Deniable } from "./negatives.ts";
import { claim, type Reading } from "./reading.ts";
import type { FoundSubject } from "./subject-words.ts";

/** At most this many things are drawn. */
const MOST_SUBJECTS = 4;
/** A still life is built of its things, so that it holds more. */
const MOST_SOLIDS = 6;

/** What stands for a modelled body outside still lifes. */
const DRAWN_FOR_SOLID: Readonly<Record<string, Pick<FoundSubject, "id" | "group"> | undefined>> = {
  "solid-vase": { id: "plain-vase", group: "household" },
  "solid-bottle": { id: "plain-bottle", group: "household" },
  "solid-bowl": { id: "plain-bowl", group: "household" },
  "solid-cup": { id: "drinking-glass", group: "household" },
  "solid-cube": { id: "cardboard-box", group: "household" },
  "solid-sphere": { id: "plain-ball", group: "household" },
};

/** A thing as the scene has it. */
export function mentionOf(
  { id, word, group, plural, count, rows }: FoundSubject,
  tint: Rgb | undefined,
): SubjectMention {
  return {
    id,
    word,
    group,
    plural,
    ...(tint ? { tint } : {}),
    ...(count === undefined ? {} : { count }),
    ...(rows === undefined ? {} : { rows }),
  };
}

const TOWN_HOUSES: ReadonlySet<string> = new Set(["houses", "office-building"]);
const FURNISHED: ReadonlySet<string> = new Set(["lamp", "bookshelf", "rug"]);

/** A bouquet has a vase of its own and a room its lamps, a street and a town their houses; an abstract picture is of glass and spheres, and shows none. */
function isPartOfScene(
  scene: SceneName,
  { id, group }: FoundSubject,
  cityView: CityView | undefined,
): boolean {
  if (cityView && (HOUSES.has(id) || TOWN_HOUSES.has(id))) return true;
  if (scene === "botanical") return isOnlySolid(group);
  if (scene === "abstract") return isOnlySolid(group) || group === "household";
  return scene === "interior" && FURNISHED.has(id);
}

/** The things a scene has room for; bodies without a drawing or a stand-in exist in a still life alone. */
export function shownIn(
  scene: SceneName,
  named: readonly FoundSubject[],
  cityView?: CityView,
): FoundSubject[] {
  if (scene === "still-life") return named.slice(0, MOST_SOLIDS);
  return named
    .filter((thing) => !isPartOfScene(scene, thing, cityView))
    .map((subject) => ({ ...subject, ...DRAWN_FOR_SOLID[subject.id] }))
    .filter(({ group }) => !isOnlySolid(group))
    .slice(0, MOST_SUBJECTS);
}

/** Whether nothing that is denied forbids a thing. */
export function drawable(
  { id, group }: FoundSubject,
  denied: ReadonlySet<Deniable>,
  deniedIds: ReadonlySet<string>,
): boolean {
  if (deniedIds.has(id)) return false;
  if (group === "people") return !denied.has("people");
  const animal = group === "animals" || group === "flyers" || group === "swimmers";
  return !(denied.has("animals") && (animal || group === "floaters"));
}

/** Counts these things as understood. @returns their ids */
export function claimAll(reading: Reading, subjects: readonly FoundSubject[]): string[] {
  for (const { at, length, also } of subjects) {
    claim(reading, { at, length });
    for (const match of also) claim(reading, match);
  }
  return subjects.map(({ id }) => id);
}
