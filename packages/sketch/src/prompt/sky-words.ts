/** Words for the hour and the light, first row first. */
import type { SkyName } from "../types.ts";
import { lexicon, type Lexicon } from "./lexicon.ts";

const rows: readonly (readonly [SkyName, string])[] = [
  ["aurora", "aurora | auroras | aurora borealis | northern lights"],
  [
    "golden",
    "golden hour | golden light | late afternoon | afternoon | warm light | magic hour | low sun | evening sun",
  ],
  ["sunset", "sunset | sunsets | sundown | setting sun | sun sets | afterglow"],
  [
    "dawn",
    "sunrise | sunrises | dawn | daybreak | early morning | morning | rising sun | first light | morning sun | dewy",
  ],
  ["dusk", "dusk | twilight | blue hour | evening | gloaming | nightfall"],
  ["moonlit", "moonlit | moonlight | full moon | under the moon | moon | moonrise"],
  [
    "night",
    "night | nights | nighttime | midnight | starry | starry night | stars | nocturnal | milky way | starlit | dark sky",
  ],
  [
    "storm",
    "storm | storms | stormy | thunder* | lightning | tempest | hurricane* | tornado* | stormclouds | storm clouds | squall* | turbulent | typhoon*",
  ],
  [
    "overcast",
    `overcast | cloudy | gloomy | rain | rainy | raining | rainfall | drizzle | drizzly | drizzling | grey day | gray day |
    moody | melanchol* | bleak | dull day | dreary`,
  ],
  ["mars", "mars | martian | red planet"],
  ["alien", "alien | exoplanet* | otherworldly | bioluminescen*"],
  ["fire", "apocalyp* | hell | inferno | lava | volcan* | burning | wildfire*"],
  ["pastel", "pastel | dreamy | ethereal | soft light | serene | tranquil | peaceful"],
  [
    "noon",
    "noon | sunny | daylight | blue sky | blue skies | bright day | summer | clear sky | clear skies | midday | sunlit | bright sun | sunshine | daytime",
  ],
];

export const SKIES: readonly (readonly [Lexicon, SkyName])[] = rows.map(([sky, words]) => [
  lexicon(words),
  sky,
]);

/** Words of the table above that say nothing about the light of a scene that has its own. */
export const STARS = lexicon("stars | starry | night | night sky | star clusters | starlight");

export const RAYS = lexicon(
  "god rays | light rays | ray of light | rays of light | rays | sunbeam* | volumetric | volumetric light* | crepuscular | light shaft*",
);
