/** Which words speak for which scene, and how strongly. */
import type { SceneName } from "../types.ts";
import { lexicon, type Lexicon } from "./lexicon.ts";

/** Scenes a prompt can name; the rest are reached from subjects or by guess. */
export type VotedScene = Exclude<SceneName, "studio" | "flowerfield">;

const FLOWER_WORDS = lexicon(
  `rose | roses | peony | peonies | sunflower | sunflowers | daisy | daisies | poppy | poppies | tulip | tulips |
  lotus | lotuses | water lily | water lilies | anemone | anemones | dahlia | dahlias | cosmos flower* | lily | lilies |
  orchid | orchids | hibiscus | cherry blossom* | sakura`,
);

const rows: readonly (readonly [VotedScene, number, string])[] = [
  [
    "synthwave",
    4,
    "synthwave | vaporwave | retrowave | outrun | 80s | 1980s | retro grid | neon grid | eighties",
  ],
  ["synthwave", 1.1, "retro | futuristic grid"],
  [
    "space",
    3,
    `galax* | nebula* | cosmos | cosmic | outer space | deep space | milky way galaxy | asteroid* | supernova* | saturn |
    jupiter | neptune | uranus | pluto | exoplanet* | planet | planets | universe | black hole* | interstellar |
    andromeda | starfield`,
  ],
  ["space", 2, "space | orbit* | milky way"],
  [
    "underwater",
    4,
    `underwater | coral | corals | coral reef* | reef | reefs | deep sea | deep ocean | under the sea | under the ocean |
    seabed | aquarium | ocean floor | sea floor | kelp | undersea`,
  ],
  ["underwater", 1.6, "jellyfish | seahorse* | octopus* | clownfish | koi"],
  [
    "city",
    3,
    `city | cities | skyline* | cityscape* | skyscraper* | downtown | metropolis | urban | street | streets | alley* | alleyway* |
    tokyo | new york | manhattan | hong kong | shibuya | cyberpunk | blade runner | chicago | london | shanghai`,
  ],
  ["city", 2.4, "rooftop* | roof top* | roofscape*"],
  ["city", 1.6, "roofs | on a roof | on the roof | on roofs"],
  // The roof of something is a part of it.
  ["landscape", 0.5, "on the roof of | on a roof of"],
  ["city", 1.4, "neon sign* | futuristic"],
  [
    "ocean",
    2.6,
    `ocean* | sea | seas | seascape* | wave | waves | beach* | shore* | seaside | lagoon* | surf | surfing | surfer* | coast | coastline* |
    tropical island* | pier | harbor* | harbour* | tide | tides | bay | caribbean | maldives | tropical beach*`,
  ],
  [
    "ocean",
    1.7,
    `boat* | sailboat* | ship | ships | yacht* | whale* | dolphin* | shark* | palm tree* | palms`,
  ],
  ["ocean", 2.5, "lighthouse*"],
  [
    "forest",
    2.8,
    `forest* | wood | woods | woodland* | jungle* | grove* | rainforest* | bamboo | among trees | among the trees |
    bamboo forest* | orchard* | redwood* | tall trees`,
  ],
  [
    "forest",
    1.2,
    "mushroom* | fairy | owl | owls | fern* | firefl* | moss* | cherry blossom* | sakura",
  ],
  [
    "landscape",
    2.5,
    `mountain* | mountain range* | mountain lake* | alps | alpine | himalaya* | peak | peaks | valley* | fjord* | glacier* | ice formation* |
    ice cave* | ice field* | ice wall* | lake* | loch | desert* | dune* | sahara | canyon* | grand canyon | mesa* | hill | hills | hilltop | meadow* |
    field | fields | countryside | pasture* | prairie* | plains | savanna* | tundra | arctic | antarctic* | iceberg* |
    volcano* | island* | archipelago* | river* | waterfall* | cliff* | landscape* | vineyard* | lavender field* |
    wilderness | wasteland* | nature | campsite* | camping | mars | martian | badlands | gorge* | farm* | village* |
    tuscan* | pond* | steppe | frozen lake* | sand dune* | erupting volcano* | highlands`,
  ],
  [
    "landscape",
    1.5,
    "garden* | mount | snowfield* | aurora | auroras | aurora borealis | northern lights",
  ],
  // A sea of dunes is no sea.
  ["landscape", 0.5, "sea of | seas of"],
  [
    "botanical",
    2.2,
    `bouquet* | botanical* | floral | flower | flowers | blossom | blossoms | petal* | monstera* | leaves | foliage |
    herbarium | houseplant* | potted plant* | succulent* | wildflower*`,
  ],
  [
    "portrait",
    3.4,
    "portrait* | headshot* | profile of | in profile | face of | double exposure | bust of",
  ],
  ["portrait", 2, "face | close up portrait | close up photo of a woman | close up photo of a man"],
  [
    "abstract",
    3,
    `abstract* | bauhaus | marbl* | fluid art | generative | gradient* | liquid | swirl* |
    kaleidoscop* | psychedelic | fractal* | voronoi | topograph* | minimalist shapes | suprematis* | kandinsky |
    mondrian | wallpaper pattern* | memphis | flow field* | ink in water | blob*`,
  ],
  [
    "abstract",
    1.2,
    "marble bust* | marble floor* | marble statue* | marble sculpture* | marble surface* | texture* | geometric | geometrical | pattern*",
  ],
  [
    "interior",
    2.6,
    `interior* | living room* | bedroom* | kitchen* | library | libraries | reading room* | reading corner* | reading nook* |
    lounge | apartment* | loft | dining room* | sitting room* | indoors | bookshelves | bookshelf | bookcase*`,
  ],
  ["interior", 2.1, "room | rooms | sofa* | couch | couches | armchair*"],
  [
    "still-life",
    3,
    `still life | still lifes | plaster | colonnade* | arcade* | cloister* | product shot* | product photo* | window light |
    minimal geometry | geometric solid* | geometric bodies | platonic solid* | solids | pottery | ceramics`,
  ],
];

export const SCENE_VOTES: readonly { scene: VotedScene; weight: number; words: Lexicon }[] = [
  ...rows.map(([scene, weight, words]) => ({ scene, weight, words: lexicon(words) })),
  { scene: "botanical", weight: 2.2, words: FLOWER_WORDS },
];
