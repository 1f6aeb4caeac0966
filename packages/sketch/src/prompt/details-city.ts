/** What a prompt says of a city: whether it is seen from far, in a street or over its roofs, and of what kind it is. */
import type { Rng } from "../core/rng.ts";
import type { CityView, RoofKind, SceneSpec, SkyName, TownLook } from "../types.ts";
import { skyPresets } from "../sky-presets.ts";
import { firstSaid, lexicon, says, type Lexicon } from "./lexicon.ts";
import type { Reading } from "./reading.ts";

/** The first that is said counts: rooftops over a street are seen from above. */
const VIEWS: readonly (readonly [Lexicon, CityView])[] = [
  [
    lexicon("rooftop* | roof top* | roofscape* | roofs | on a roof | on the roof | on roofs"),
    "rooftops",
  ],
  [
    lexicon(
      `alley* | alleyway* | back street* | narrow street* | narrow cobbled street* | narrow cobblestone street* | narrow city street* |
      narrow old street*`,
    ),
    "alley",
  ],
  [lexicon("street | streets"), "street"],
];

const LOOKS: readonly (readonly [Lexicon, TownLook])[] = [
  [
    lexicon(
      "cyberpunk | blade runner | neon | neon sign* | neon light* | tokyo | shibuya | osaka | hong kong | shanghai | seoul | chinatown | futuristic",
    ),
    "signs",
  ],
  [
    lexicon(
      `old town | old city | old street* | narrow old street* | medieval | cobbled | cobblestone* | narrow cobbled street* |
      narrow cobblestone street* | european | paris | parisian | rome | prague | lisbon | amsterdam | london | victorian | historic |
      historical | gabled | old house* | old building* | townhouse* | village*`,
    ),
    "old",
  ],
  [
    lexicon(
      "modern | downtown | new york | manhattan | chicago | metropolis | skyscraper* | urban | city | cities | narrow city street*",
    ),
    "modern",
  ],
];

/** Roofs that are typical of a place. */
const ROOFS: readonly (readonly [Lexicon, RoofKind])[] = [
  [lexicon("paris | parisian | slate roofs | zinc roofs"), "zinc"],
  [lexicon("rome | prague | lisbon | tiled roofs"), "tiles"],
];
const NEON = lexicon("cyberpunk | neon | neon sign* | neon light*");
const HOURS_OF_SIGNS: ReadonlySet<SkyName> = new Set(["sunset", "dusk", "night"]);
const WET = lexicon("wet | wet cobble* | wet pavement* | wet asphalt | puddle* | reflection*");
/** What the seed chooses from. */
const USUAL_LOOKS: Readonly<Record<CityView, readonly TownLook[]>> = {
  street: ["old", "modern", "signs"],
  alley: ["old", "modern", "signs"],
  rooftops: ["old", "old", "modern", "signs"],
};

/** The view that is named, or undefined for a skyline from far. */
export const cityViewOf = (reading: Reading): CityView | undefined => firstSaid(reading, VIEWS);

/** Light of signs, and of a view that is not from far its kind of town. */
export function cityDetails(
  reading: Reading,
  { cityView, sky }: { cityView: CityView | undefined; sky: SkyName },
  rng: Rng,
): Partial<SceneSpec> {
  const hour = says(reading, NEON) ? (HOURS_OF_SIGNS.has(sky) ? sky : "night") : undefined;
  const signs = hour ? { neon: true, sky: hour } : {};
  if (!cityView) return signs;
  const usual = rng.pick(USUAL_LOOKS[cityView]);
  const said = firstSaid(reading, LOOKS);
  const town = said ?? usual;
  const roofs = cityView === "rooftops" && town === "old" ? firstSaid(reading, ROOFS) : undefined;
  return {
    ...signs,
    cityView,
    town,
    ...(roofs ? { roofs } : {}),
    ...(cityView !== "rooftops" && says(reading, WET) ? { wet: true } : {}),
    // Signs that are named shine by night.
    ...(said === "signs" && skyPresets[sky].night ? { neon: true } : {}),
  };
}
