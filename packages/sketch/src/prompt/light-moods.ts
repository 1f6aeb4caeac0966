/** Words for the quality of the light, which any scene can take. */
import type { Rgb, SkyName } from "../types.ts";
import { COLOURS } from "./colour-words.ts";
import { lexicon, says, type Lexicon } from "./lexicon.ts";
import { claim, type Reading } from "./reading.ts";
import { FOG } from "./weather-words.ts";

/** Changes of the finished light that words or a style kit ask for. */
export type LightMood = {
  /** Factors. */
  exposure: number;
  contrast: number;
  saturation: number;
  /** From -1 (blue) to 1 (amber). */
  warmth: number;
  /** Light from the left (-1) or from the right (1), 0 to about 1 of it. */
  side: number;
  /** Light from behind what stands in the middle. */
  back: number;
  /** A pool of light around the middle, darkness around it. */
  pool: number;
  /** Glow of whatever is bright. */
  glow: number;
  /** Pale air before everything. */
  veil: number;
  /** Colours of the lights and of the shadows, linear. */
  lights: Rgb | null;
  shadows: Rgb | null;
};

export const PLAIN_LIGHT: Readonly<LightMood> = {
  exposure: 1,
  contrast: 1,
  saturation: 1,
  warmth: 0,
  side: 0,
  back: 0,
  pool: 0,
  glow: 0,
  veil: 0,
  lights: null,
  shadows: null,
};

const MOODS: readonly (readonly [Lexicon, Partial<LightMood>])[] = [
  [
    lexicon("low key | low key light* | underexposed | dimly lit | dim light"),
    { exposure: 0.66, contrast: 1.1 },
  ],
  [
    lexicon("high key | high key light* | bright | brightly lit | airy | overexposed"),
    { exposure: 1.22, contrast: 0.95 },
  ],
  [
    lexicon("candlelit | candlelight | firelight | lamplight | lamplit"),
    { exposure: 0.74, warmth: 0.9, contrast: 1.08 },
  ],
  [
    lexicon("warm light | warm lighting | warm tones | golden light | golden hour | warm glow"),
    { warmth: 0.5 },
  ],
  [
    lexicon(
      "cool light | cool lighting | cold light | cool tones | moonlight | moonlit | blue hour",
    ),
    { warmth: -0.55, exposure: 0.86 },
  ],
  [
    lexicon(
      `soft light | soft lighting | diffuse | diffuse light* | diffused | diffused light* | gentle light | overcast | flat light |
      flat lighting | even light*`,
    ),
    { contrast: 0.9 },
  ],
  [lexicon("pale sun | pale light | wan light | weak sun"), { contrast: 0.95, saturation: 0.85 }],
  [
    lexicon(
      "hard light | harsh light | hard shadow* | hard sun | hard noon sun | direct sun | raking light",
    ),
    { contrast: 1.14 },
  ],
  [lexicon("long shadow* | raking light | low light"), { side: 0.5, contrast: 1.06 }],
  [
    lexicon(
      "rim light | rim lighting | backlit | back lit | backlight* | sun behind | light from behind | silhouette* | contre jour",
    ),
    { contrast: 1.08, back: 0.8 },
  ],
  [lexicon("spotlight | spot light | pool of light"), { contrast: 1.1, pool: 0.8 }],
  [
    lexicon(
      "dramatic light | dramatic lighting | chiaroscuro | rembrandt lighting | split lighting",
    ),
    { contrast: 1.14, exposure: 0.86, pool: 0.6 },
  ],
  [
    lexicon(
      "light from the left | lit from the left | from the left | left light | window light | side light | side lit | sidelit",
    ),
    { side: -0.7 },
  ],
  [lexicon("light from the right | lit from the right | from the right"), { side: 0.7 }],
  [
    lexicon(
      "glow from within | inner glow | glow | glowing | lit from within | luminous | radiant | halo",
    ),
    { glow: 0.7 },
  ],
  [lexicon("neon light | neon lighting | neon glow"), { saturation: 1.22, contrast: 1.06 }],
  [
    lexicon("muted | desaturated | washed out | faded colors | faded colours"),
    { saturation: 0.72 },
  ],
];

/** What the light of an hour or a weather is to scenes without a sky. */
const HOURS: Readonly<Record<SkyName, Partial<LightMood>>> = {
  noon: { exposure: 1.14, contrast: 1.07 },
  golden: { warmth: 0.6, contrast: 1.04 },
  sunset: { warmth: 0.85, exposure: 0.92, saturation: 1.08 },
  dawn: { warmth: 0.35, contrast: 0.92, veil: 0.05 },
  dusk: { warmth: -0.5, exposure: 0.74 },
  overcast: { contrast: 0.88, saturation: 0.76, warmth: -0.15, exposure: 0.94 },
  storm: { exposure: 0.68, contrast: 1.1, saturation: 0.74, warmth: -0.25 },
  night: { exposure: 0.5, warmth: -0.55, contrast: 1.08, saturation: 0.86 },
  moonlit: { exposure: 0.6, warmth: -0.4, saturation: 0.8 },
  aurora: { exposure: 0.66, lights: [0.2, 0.75, 0.45], shadows: [0.03, 0.06, 0.16] },
  mars: { warmth: 0.9, contrast: 0.96 },
  pastel: { contrast: 0.87, exposure: 1.1, saturation: 0.88 },
  synthwave: { lights: [1, 0.2, 0.6], shadows: [0.05, 0.02, 0.2], saturation: 1.15 },
  alien: { lights: [0.3, 0.9, 0.7], shadows: [0.12, 0.03, 0.2] },
  fire: { warmth: 1, exposure: 0.8, contrast: 1.14 },
};

/** Lamps and burners that are named by what burns in them. */
const LAMPS: ReadonlyMap<string, Rgb> = new Map([
  ["sodium", [1, 0.42, 0.06]],
  ["tungsten", [1, 0.55, 0.2]],
  ["fluorescent", [0.6, 1, 0.75]],
  ["mercury", [0.45, 0.85, 1]],
]);

function add(mood: LightMood, change: Partial<LightMood>): void {
  mood.exposure *= change.exposure ?? 1;
  mood.contrast *= change.contrast ?? 1;
  mood.saturation *= change.saturation ?? 1;
  mood.warmth += change.warmth ?? 0;
  mood.side += change.side ?? 0;
  mood.back += change.back ?? 0;
  mood.pool += change.pool ?? 0;
  mood.glow += change.glow ?? 0;
  mood.veil += change.veil ?? 0;
  mood.lights = change.lights ?? mood.lights;
  mood.shadows = change.shadows ?? mood.shadows;
}

/** Colours named in the words for the light: the first is the lights', the second the shadows'. */
function readGels(words: Reading): Pick<LightMood, "lights" | "shadows"> {
  const gels: Rgb[] = [];
  for (const [at, { form }] of words.words.entries()) {
    const gel = LAMPS.get(form) ?? COLOURS.get(form);
    if (!gel || words.claimOf[at] >= 0) continue;
    claim(words, { at, length: 1 });
    gels.push(gel);
  }
  return { lights: gels[0] ?? null, shadows: gels[1] ?? null };
}

/**
 * The light that a prompt and a kit's words for it ask for; null where they ask for none. `hour` is
 * the kit's hour where the scene has no sky to show it, and `changes` are those of a material.
 */
export function readLightMood(
  prompt: Reading,
  kit: Reading,
  { hour, changes = [] }: { hour?: SkyName; changes?: readonly Partial<LightMood>[] } = {},
): LightMood | null {
  const mood: LightMood = { ...PLAIN_LIGHT };
  const asked: Partial<LightMood>[] = [...changes];
  for (const [words, change] of MOODS) {
    if ([prompt, kit].filter((reading) => says(reading, words)).length > 0) asked.push(change);
  }
  if (hour) asked.push(HOURS[hour]);
  if (says(kit, FOG)) asked.push({ veil: 0.16, contrast: 0.94 });
  const gels = readGels(kit);
  if (gels.lights) asked.push(gels);
  for (const change of asked) add(mood, change);
  mood.warmth = Math.max(-1, Math.min(1.2, mood.warmth));
  mood.exposure = Math.max(0.42, mood.exposure);
  return asked.length > 0 ? mood : null;
}
