/** Words for the quality of the light, which any scene can take. */
import { lexicon, says, type Lexicon } from "./lexicon.ts";
import type { Reading } from "./reading.ts";

/** Changes of the finished light: factors, and warmth from -1 (blue) to 1 (amber). */
export type LightMood = { exposure: number; contrast: number; saturation: number; warmth: number };

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
      "soft light | soft lighting | diffuse* light | diffused light* | gentle light | overcast",
    ),
    { contrast: 0.93 },
  ],
  [
    lexicon(
      "hard light | harsh light | hard shadow* | rim light | rim lighting | backlit | spotlight",
    ),
    { contrast: 1.12 },
  ],
  [
    lexicon(
      "dramatic light | dramatic lighting | chiaroscuro | rembrandt lighting | split lighting",
    ),
    { contrast: 1.14, exposure: 0.86 },
  ],
  [lexicon("neon light | neon lighting | neon glow"), { saturation: 1.22, contrast: 1.06 }],
  [
    lexicon("muted | desaturated | washed out | faded colors | faded colours"),
    { saturation: 0.72 },
  ],
];

/** The light that the words ask for; null where they ask for none. */
export function readLightMood(readings: readonly Reading[]): LightMood | null {
  const mood: LightMood = { exposure: 1, contrast: 1, saturation: 1, warmth: 0 };
  let said = false;
  for (const [words, change] of MOODS) {
    if (readings.filter((reading) => says(reading, words)).length === 0) continue;
    said = true;
    mood.exposure *= change.exposure ?? 1;
    mood.contrast *= change.contrast ?? 1;
    mood.saturation *= change.saturation ?? 1;
    mood.warmth += change.warmth ?? 0;
  }
  return said ? mood : null;
}
