/** The closed sets of names that prompts are read into. */

export type SceneName =
  | "landscape"
  | "flowerfield"
  | "ocean"
  | "city"
  | "synthwave"
  | "forest"
  | "underwater"
  | "botanical"
  | "space"
  | "abstract"
  | "portrait"
  | "studio"
  | "still-life"
  | "interior";

export type FinishName =
  | "oil"
  | "painterly"
  | "impressionist"
  | "gouache"
  | "watercolor"
  | "ink"
  | "pencil"
  | "pixel"
  | "lowpoly"
  | "comic"
  | "anime"
  | "woodblock"
  | "linocut"
  | "papercut"
  | "glass"
  | "mosaic"
  | "pointillism"
  | "neon"
  | "noir"
  | "vintage"
  | "sepia"
  | "blueprint"
  | "risograph";

export type SkyName =
  | "noon"
  | "golden"
  | "sunset"
  | "dawn"
  | "dusk"
  | "overcast"
  | "storm"
  | "night"
  | "moonlit"
  | "aurora"
  | "mars"
  | "pastel"
  | "synthwave"
  | "alien"
  | "fire";

export type Terrain =
  | "mountains"
  | "hills"
  | "desert"
  | "canyon"
  | "coast"
  | "lake"
  | "arctic"
  | "volcano"
  | "islands"
  | "plains";

export type TreeSpecies = "conifer" | "broad" | "blossom" | "palm" | "dead" | "birch" | "alien";

export type Season = "winter" | "autumn" | "spring";

export type ForestMood =
  | "day"
  | "sunset"
  | "night"
  | "mist"
  | "magic"
  | "winter"
  | "autumn"
  | "blossom";

export type PlanetKind = "earth" | "gas" | "lava" | "ice" | "neptune" | "violet" | "rocky";

/** What is seen of a city where it is not its skyline from far. */
export type CityView = "street" | "alley" | "rooftops";

/** Old houses with gables, modern ones, or narrow ones behind signs. */
export type TownLook = "old" | "modern" | "signs";

/** What the roofs of an old town are covered with. */
export type RoofKind = "tiles" | "zinc";

export type RoomKind = "living" | "bedroom" | "kitchen" | "library";

export type AbstractKind =
  | "marble"
  | "flow"
  | "mesh"
  | "glass"
  | "bauhaus"
  | "contour"
  | "waves"
  | "orbs";
