import type { FinishName, Rgb, SceneSpec, SkyName, StyleKit } from "./types.ts";
import { paletteOf } from "./prompt/colours.ts";
import { firstSaid, lexicon, mentions, says, type Lexicon } from "./prompt/lexicon.ts";
import { readDenials } from "./prompt/negatives.ts";
import { type Added, addsThings, readAdditions } from "./prompt/additions.ts";
import { likenThings } from "./prompt/likenesses.ts";
import type { Description } from "./prompt/description.ts";
import { describe, parsePrompt } from "./prompt/parse.ts";
import { readWords, type Reading } from "./prompt/reading.ts";
import { type LightMood, readLightMood } from "./prompt/light-moods.ts";
import { readStyleKit } from "./prompt/style-kit.ts";
import { RAYS, SKIES, STARS } from "./prompt/sky-words.ts";
import { FOG, RAIN, SNOWFALL, WINTER } from "./prompt/weather-words.ts";

const NEON_LIGHT = lexicon(
  "neon light* | neon sign* | neon glow | cyberpunk | synthwave | vaporwave | outrun",
);
const GLOW = lexicon("dreamy | glow* | ethereal | neon | cinematic | radiant | luminous");
/** Media a picture is varied in when the prompt asks for no change this engine knows. */
const VARIATIONS = ["painterly", "gouache", "anime"] as const satisfies readonly FinishName[];

/** What words ask of a picture that is already there. */
export type Wishes = {
  spec: SceneSpec;
  /** The scene without what is added to the picture. */
  own: SceneSpec;
  added: Added;
  /** Words for things to add that have no drawing. */
  missing: string[];
  /** The light to bring it into, if one is named. */
  sky: SkyName | null;
  palette: Rgb[] | null;
  finish: FinishName | null;
  /** Quality of the light, apart from the hour. */
  mood: LightMood | null;
  fog: boolean;
  rain: boolean;
  snow: boolean;
  rays: boolean;
  stars: boolean;
  glow: boolean;
};

/** What a prompt asks of it. */
export type RemixWishes = Wishes & {
  /** The prompt names a scene or thing that could be drawn again. */
  namesScene: boolean;
};

/** Colours that the prompt ties to things it cannot find in the source count for the whole. */
function wishedPalette(spec: SceneSpec): Rgb[] | null {
  if (spec.palette) return spec.palette;
  const tied = [spec.subjectTint, spec.waterTint, spec.groundTint].filter((c) => c !== null);
  return paletteOf([...(spec.flowerTint ?? []), ...tied]);
}

/** What a reading asks of a picture; counts the words it uses as understood. */
export function wishesIn(reading: Reading, description: Description): Wishes {
  const { kit } = description;
  const spec = describe(reading, description);
  const { asked } = readDenials(reading, description.negative);
  const { added, rest, missing } = readAdditions(asked, (inside, stage) =>
    describe(inside, { ...description, forcedScene: stage, keepsThings: true }),
  );
  const own = rest === asked ? spec : describe(rest, description);
  const neonLight = spec.finish !== "neon" && mentions(asked, NEON_LIGHT);
  const saidSky = firstSaid(asked, SKIES) ?? null;
  const { lighting, surface } = kit;
  const named = kit.sky ?? saidSky;
  const either = (words: Lexicon) => [asked, lighting].filter((one) => says(one, words)).length > 0;
  const sky = named ?? (neonLight ? "synthwave" : spec.skyTint ? "noon" : null);
  if (neonLight) says(asked, NEON_LIGHT);
  return {
    spec,
    own,
    added,
    missing,
    sky,
    mood: readLightMood(asked, lighting, { changes: surface.light }),
    palette: wishedPalette(own),
    finish: spec.finish,
    fog: either(FOG),
    rain: either(RAIN),
    snow: either(SNOWFALL) || says(asked, WINTER),
    rays: either(RAYS),
    stars: either(STARS),
    glow: says(asked, GLOW),
  };
}

/** How words are read for a remix: things to add may be drawn as what is nearest to them. */
export function remixDescription(
  prompt: string,
  negative: string,
  { seed, kit = {} }: { seed: number; kit?: StyleKit },
): Description {
  const description: Description = { negative: readWords(negative), seed, kit: readStyleKit(kit) };
  const first = readWords(prompt);
  const { added } = wishesIn(first, description);
  const open = first.claimOf.some((claimed) => claimed < 0);
  if (added.subjects.length > 0 || !open || !addsThings(first)) return description;
  return { ...description, likened: likenThings(first, { scene: "studio", guessed: true }).names };
}

/** Reads a prompt for a remix: light and weather count whatever scene the words would make. */
export function readWishes(
  prompt: string,
  negative: string,
  seed: number,
  kit: StyleKit = {},
): RemixWishes {
  const wishes = wishesIn(readWords(prompt), remixDescription(prompt, negative, { seed, kit }));
  const spec = parsePrompt(prompt, { negative, seed, kit });
  const own = wishes.own === wishes.spec ? spec : wishes.own;
  return {
    ...wishes,
    spec,
    own,
    namesScene: own.guessed !== true && (own.scene !== "studio" || own.subjects.length > 0),
  };
}

/** Whether the prompt asks for a change of light, colour, weather or medium. */
export function asksForChange(wishes: RemixWishes): boolean {
  const { sky, palette, finish, mood, spec, added, fog, rain, snow, rays, glow } = wishes;
  const seen = spec.camera ?? spec.lens ?? spec.surfaceLook;
  return (
    Boolean(sky ?? palette ?? finish ?? mood ?? seen) ||
    Boolean(spec.shallow) ||
    added.subjects.length > 0 ||
    fog ||
    rain ||
    snow ||
    rays ||
    glow
  );
}

/** The medium of a picture whose prompt asks for no change of the picture as it is. */
export function variation(pick: (media: typeof VARIATIONS) => FinishName): FinishName {
  return pick(VARIATIONS);
}
