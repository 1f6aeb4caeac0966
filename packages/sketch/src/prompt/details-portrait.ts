/** What a prompt says of a portrait: whose, and which scene stands inside the silhouette. */
import type { Rng } from "../core/rng.ts";
import type { SceneName, SceneSpec } from "../types.ts";
import type { Scores } from "./choose-scene.ts";
import { findAll, firstSaid, lexicon, mentions, says, type Lexicon } from "./lexicon.ts";
import { claim, type Reading } from "./reading.ts";
import { SCENE_VOTES } from "./scene-words.ts";

const INNER_SCENES = ["landscape", "space", "forest", "ocean", "city", "underwater"] as const;
export type InnerScene = (typeof INNER_SCENES)[number];

const INNER_PROMPTS: Record<InnerScene, { place: string; hour: string }> = {
  landscape: { place: "mountain lake", hour: "at sunset" },
  space: { place: "nebula", hour: "" },
  forest: { place: "forest", hour: "in mist" },
  ocean: { place: "ocean waves", hour: "at sunset" },
  city: { place: "city skyline", hour: "at dusk" },
  underwater: { place: "coral reef underwater", hour: "" },
};

const MALE = lexicon("man | boy | king | male | gentleman | god | grandfather");
const FLORAL = lexicon(
  "flower* | floral | rose | roses | peony | peonies | spring | bloom* | crown of flowers",
);
const HAIR: readonly (readonly [Lexicon, string])[] = [
  [lexicon("short hair | short haired | cropped hair | pixie cut"), "short"],
  [lexicon("hair bun | bun | updo | hair up | topknot"), "bun"],
  [lexicon("wavy hair | curly hair | curls | wild hair"), "wave"],
  [lexicon("long hair | long haired | flowing hair | hair blowing | hair"), "long"],
];
const DOUBLE_EXPOSURE = lexicon("double exposure | double exposed | silhouette*");
const DARK = lexicon("dark | night | noir | moody | black");

/** What the inner scene is asked for ahead of the prompt's own words. */
export function innerPrompt(scene: InnerScene, saidSky: boolean): string {
  const { place, hour } = INNER_PROMPTS[scene];
  return saidSky ? `${place}, ` : `${place} ${hour}, `;
}

/** Whether a portrait shows a painted person: it has a medium or a ground, and nothing is to be seen inside it. */
export function isPainted(
  reading: Reading,
  scores: Scores,
  { finish, background }: Pick<SceneSpec, "finish" | "background">,
): boolean {
  const filled = INNER_SCENES.some((scene) => (scores[scene] ?? 0) > 0);
  return (
    !filled && !mentions(reading, DOUBLE_EXPOSURE) && (finish !== null || background !== undefined)
  );
}

/** A painted portrait's own fields. */
export function sitterDetails(reading: Reading): Partial<SceneSpec> {
  const hair = firstSaid(reading, HAIR);
  return {
    painted: true,
    male: mentions(reading, MALE),
    ...(hair ? { hair } : {}),
    flowers: says(reading, FLORAL) ? 1 : 0,
    dark: says(reading, DARK),
  };
}

/** A double exposure's own fields, and whether its inner scene was named or drawn by seed. */
export function portraitDetails(
  reading: Reading,
  scores: Scores,
  rng: Rng,
): Partial<SceneSpec> & { innerScene: InnerScene & SceneName; innerNamed: boolean } {
  const anyInner = rng.pick(["landscape", "space", "forest", "ocean"] as const);
  const anyFlowers = rng.chance(0.5);
  const named = INNER_SCENES.filter((scene) => (scores[scene] ?? 0) > 0);
  const innerScene = named.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0))[0] ?? anyInner;
  if (named.length > 0) {
    for (const { scene, words } of SCENE_VOTES) {
      if (scene === innerScene) findAll(reading, words).forEach((match) => claim(reading, match));
    }
  }
  const male = mentions(reading, MALE);
  const hair = firstSaid(reading, HAIR);
  const floral = says(reading, FLORAL) || (named.length === 0 && anyFlowers && !male);
  return {
    innerScene,
    innerNamed: named.length > 0,
    male,
    ...(hair ? { hair } : {}),
    flowers: floral ? 1 : 0,
    dark: says(reading, DARK) || innerScene === "space",
  };
}
