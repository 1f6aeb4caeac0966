import type { FinishName, Rgb, SceneSpec, SkyName, StyleKit } from "./types.ts";
import { paletteOf } from "./prompt/colours.ts";
import { firstSaid, lexicon, mentions, says, type Lexicon } from "./prompt/lexicon.ts";
import { readDenials } from "./prompt/negatives.ts";
import { parsePrompt } from "./prompt/parse.ts";
import { readWords, type Reading } from "./prompt/reading.ts";
import { type LightMood, readLightMood } from "./prompt/light-moods.ts";
import { readStyleKit, type ReadKit } from "./prompt/style-kit.ts";
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

/** What a scene and the words beside it ask of a picture; counts the words it uses as understood. */
export function wishesOf(spec: SceneSpec, asked: Reading, kit: ReadKit): Wishes {
  const neonLight = spec.finish !== "neon" && mentions(asked, NEON_LIGHT);
  const saidSky = firstSaid(asked, SKIES) ?? null;
  const { lighting, surface } = kit;
  const named = kit.sky ?? saidSky;
  const either = (words: Lexicon) => [asked, lighting].filter((one) => says(one, words)).length > 0;
  const sky = named ?? (neonLight ? "synthwave" : spec.skyTint ? "noon" : null);
  if (neonLight) says(asked, NEON_LIGHT);
  return {
    spec,
    sky,
    mood: readLightMood(asked, lighting, { changes: surface.light }),
    palette: wishedPalette(spec),
    finish: spec.finish,
    fog: either(FOG),
    rain: either(RAIN),
    snow: either(SNOWFALL) || says(asked, WINTER),
    rays: either(RAYS),
    stars: either(STARS),
    glow: says(asked, GLOW),
  };
}

/** Reads a prompt for a remix: light and weather count whatever scene the words would make. */
export function readWishes(
  prompt: string,
  negative: string,
  seed: number,
  kit: StyleKit = {},
): RemixWishes {
  const spec = parsePrompt(prompt, { negative, seed, kit });
  const { asked } = readDenials(readWords(prompt), readWords(negative));
  return {
    ...wishesOf(spec, asked, readStyleKit(kit)),
    namesScene: spec.guessed !== true && (spec.scene !== "studio" || spec.subjects.length > 0),
  };
}

/** Whether the prompt asks for a change of light, colour, weather or medium. */
export function asksForChange(wishes: RemixWishes): boolean {
  const { sky, palette, finish, mood, spec, fog, rain, snow, rays, glow } = wishes;
  const seen = spec.camera ?? spec.lens ?? spec.surfaceLook;
  return (
    Boolean(sky ?? palette ?? finish ?? mood ?? seen) ||
    Boolean(spec.shallow) ||
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
