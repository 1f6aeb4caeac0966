/** What a prompt says of a landscape, a sea or a wood beyond light and weather. */
import { hex } from "../core/color.ts";
import type { Rng } from "../core/rng.ts";
import type { ForestMood, SceneSpec, SubjectMention, Terrain, TreeSpecies } from "../types.ts";
import type { Bindings } from "./colours.ts";
import { firstSaid, lexicon, mentions, says, type Lexicon } from "./lexicon.ts";
import { BLOSSOM, MAGIC } from "./forest-words.ts";
import type { Reading } from "./reading.ts";
import type { SkyReading } from "./sky.ts";

const TERRAINS: readonly (readonly [Lexicon, Terrain])[] = [
  [lexicon("volcan* | lava | erupt*"), "volcano"],
  [lexicon("desert* | dune* | sand dune* | sahara"), "desert"],
  [lexicon("canyon* | mesa* | grand canyon | badlands | gorge*"), "canyon"],
  [lexicon("arctic | antarctic* | tundra | iceberg* | glacier* | polar | ice field*"), "arctic"],
  [lexicon("archipelago* | island | islands"), "islands"],
  [lexicon("lake* | loch | fjord* | river* | reflection* | mirror lake | pond*"), "lake"],
  [
    lexicon(
      "hill | hills | hillside* | hilltop* | meadow* | countryside | pasture* | vineyard* | lavender field* | farm* | tuscan* | field | fields | garden*",
    ),
    "hills",
  ],
  [lexicon("prairie* | plains | savanna* | steppe"), "plains"],
  [lexicon("mars | martian | wasteland*"), "canyon"],
  [
    lexicon(
      "mountain* | mount | alps | alpine | peak | peaks | himalaya* | valley* | cliff* | waterfall* | nature | landscape* | wilderness | camp* | highlands",
    ),
    "mountains",
  ],
];
const SAYS_WATER = lexicon(
  "lake* | river* | reflection* | fjord* | waterfall* | pond* | frozen lake",
);
const SAYS_FLOWERS = lexicon(
  "flower* | wildflower* | garden* | meadow* | bloom* | lavender* | tulip* | poppy | poppies | daisy | daisies | sunflower*",
);
const WOODED = lexicon("forest* | trees | pine | pines | pine tree* | pine forest*");
const OPEN_GROUND = lexicon("meadow* | field | fields");

const FIELDS: readonly (readonly [Lexicon, { ground: string; flowers: readonly string[] }])[] = [
  [lexicon("lavender*"), { ground: "#7a5fb8", flowers: ["#8f6fd0", "#a98be0", "#7353b5"] }],
  [lexicon("sunflower*"), { ground: "#c9a21e", flowers: ["#ffcf33", "#f2a81d"] }],
  [lexicon("poppy | poppies"), { ground: "#a8382a", flowers: ["#e0321e", "#f2543a", "#c41f1f"] }],
  [lexicon("tulip*"), { ground: "#b8567a", flowers: ["#e0457a", "#f2b134", "#d6336c", "#f7f1e6"] }],
];

const TREES: readonly (readonly [Lexicon, TreeSpecies])[] = [
  [lexicon("palm tree* | palm | palms | tropical"), "palm"],
  [lexicon("cherry blossom* | cherry blossom tree* | cherry tree* | sakura | blossom*"), "blossom"],
  [lexicon("birch*"), "birch"],
  [lexicon("dead tree* | barren | bare tree* | barren tree*"), "dead"],
  [
    lexicon(
      "pine | pines | fir | firs | spruce* | conifer* | coniferous | pine tree* | pine forest*",
    ),
    "conifer",
  ],
  [lexicon("oak* | maple* | broadleaf | willow* | deciduous"), "broad"],
];

/** Landscape and flower field. */
export function landscapeDetails(
  reading: Reading,
  options: { flowerField: boolean; needsLand: boolean; bindings: Bindings; sky: SkyReading },
  rng: Rng,
): Partial<SceneSpec> {
  const { bindings, sky } = options;
  const anyTerrain = rng.pick(["mountains", "lake", "hills"] as const);
  const anyLand = rng.pick(["mountains", "hills"] as const);
  const anyWater = rng.chance(0.5);
  const details: Partial<SceneSpec> = {};
  const saidTerrain = firstSaid(reading, TERRAINS);
  details.terrain = options.flowerField
    ? "hills"
    : (saidTerrain ?? (options.needsLand ? anyLand : anyTerrain));
  if (says(reading, SAYS_WATER)) details.water = true;
  else if (details.terrain === "arctic") details.water = anyWater;
  if (says(reading, SAYS_FLOWERS) || options.flowerField) {
    details.flowers = 1.2;
    if (details.terrain === "mountains" && mentions(reading, OPEN_GROUND))
      details.terrain = "hills";
    const field = firstSaid(reading, FIELDS);
    if (field) {
      details.groundTint = bindings.ground ?? hex(field.ground);
      details.flowerColors = [...field.flowers];
    }
  }
  if (bindings.flowers) details.flowerColors = bindings.flowers;
  const usualTree = details.terrain === "hills" ? "broad" : "conifer";
  const saidTree = firstSaid(reading, TREES);
  if (saidTree === usualTree) TREES.forEach(([words]) => says(reading, words, "given"));
  details.treeSpecies = saidTree ?? (sky.sky === "alien" ? "alien" : usualTree);
  if (says(reading, WOODED)) details.trees = 1.1;
  if (sky.sky === "mars") Object.assign(details, { trees: 0, foreground: "none" });
  if (details.terrain === "volcano") {
    const dark = !sky.saidSky || ["fire", "night", "moonlit"].includes(sky.sky);
    details.sky = dark ? "fire" : sky.sky;
  }
  return details;
}

const BEACH = lexicon(
  "beach* | shore* | sand | sandy | coast* | seaside | tropical | palm tree* | palm | palms",
);
const TROPICAL = lexicon(
  "tropical | caribbean | maldives | lagoon* | turquoise | hawaii* | paradise",
);
const PALMS = lexicon("palm tree* | palm | palms | tropical | hawaii* | paradise");
const ROUGH = lexicon(
  "storm* | rough | wave | waves | giant waves | great wave* | huge waves | tsunami | surf | surfing",
);
const CALM = lexicon("calm | still | serene | peaceful | tranquil | quiet");

const ROCKY = lexicon(
  "rocky | rocks | craggy | rocky coast* | rocky shore* | rocky cliff* | rugged coast* | cliffs | boulder*",
);
const SANDY = lexicon("sand | sandy | beach* | tropical | palm tree* | palm | palms");

/** Sea, beach and rocky coast. */
export function oceanDetails(
  reading: Reading,
  subjects: readonly Pick<SubjectMention, "id" | "group">[],
): Partial<SceneSpec> {
  const rough = says(reading, ROUGH);
  const calm = !rough && says(reading, CALM);
  const rocky = says(reading, ROCKY);
  // Houses stand on land; a lighthouse needs none.
  const built = subjects.some(({ id, group }) => group === "buildings" && id !== "lighthouse");
  const shore = says(reading, BEACH) || built;
  return {
    // A coast of rocks has no sand unless it is said.
    beach: shore && (!rocky || mentions(reading, SANDY)),
    ...(rocky ? { rocky } : {}),
    tropical: says(reading, TROPICAL),
    palms: says(reading, PALMS),
    waves: rough ? 0.85 : calm ? 0.25 : 0.5,
  };
}

const FIREFLIES = lexicon("firefl* | glow*");
const BAMBOO = lexicon("bamboo*");
const NIGHT_SKIES = new Set(["night", "moonlit", "dusk"]);
const LOW_SUN_SKIES = new Set(["sunset", "golden", "dawn"]);

/** Inside a wood: its mood decides all colours. */
export function forestDetails(reading: Reading, sky: SkyReading): Partial<SceneSpec> {
  const magic = says(reading, MAGIC);
  const blossom = says(reading, BLOSSOM);
  return {
    mood: forestMood(sky, magic, blossom),
    fireflies: says(reading, FIREFLIES),
    bamboo: says(reading, BAMBOO),
  };
}

function forestMood(sky: SkyReading, magic: boolean, blossom: boolean): ForestMood {
  if (magic) return "magic";
  if (sky.season === "winter") return "winter";
  if (sky.season === "autumn") return "autumn";
  if (blossom) return "blossom";
  if (sky.foggy) return "mist";
  if (sky.saidSky && NIGHT_SKIES.has(sky.sky)) return "night";
  if (LOW_SUN_SKIES.has(sky.sky)) return "sunset";
  return "day";
}
