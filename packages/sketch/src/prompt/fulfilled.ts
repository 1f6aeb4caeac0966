/** What every picture of a scene shows, asked for or not. */
import type { CityView, SceneName } from "../types.ts";
import { lexicon, type Lexicon } from "./lexicon.ts";

const FULFILLED: Partial<Record<SceneName, Lexicon>> = {
  landscape: lexicon("landscape* | nature | countryside | wilderness"),
  ocean: lexicon("ocean* | sea | seas | seascape* | water | horizon"),
  space: lexicon("space | outer space | nebula* | universe | cosmos | cosmic | starfield | stars"),
  botanical: lexicon("botanical* | floral | flower | flowers | petal* | blossom | blossoms"),
  abstract: lexicon("abstract*"),
  portrait: lexicon("portrait* | face | woman | lady | girl"),
  synthwave: lexicon(
    "sunset | sun | retro | retro sun | palm tree* | palms | grid | neon | night | mountain* | stars | horizon",
  ),
  studio: lexicon(
    "portrait | portraits | headshot* | still life | studio | studio light* | product photo* | bokeh | centered | centred | in the center | in the centre | in the middle | symmetrical | symmetric",
  ),
  underwater: lexicon("underwater | bubble* | water | sea | ocean | sunlight | seaweed | sand"),
  city: lexicon(
    "city | cities | urban | cityscape* | skyline* | building* | tower* | towers | reflection* | windows",
  ),
  interior: lexicon(
    "interior* | room | rooms | indoors | window | windows | furniture | floorboards | curtains | lamp | lamps",
  ),
  forest: lexicon("forest* | wood | woods | woodland* | tree | trees | fern | ferns | tall trees"),
};

/** Of a city that is not seen from far. */
const FULFILLED_IN: Readonly<Record<CityView, Lexicon>> = {
  street: lexicon(
    "street | streets | building* | house | houses | facade* | windows | doors | shops | pavement* | sidewalk* | road",
  ),
  alley: lexicon(
    "narrow | alley* | alleyway* | building* | house | houses | facade* | windows | doors",
  ),
  rooftops: lexicon("rooftop* | roofs | chimney* | building* | house | houses | windows"),
};

/** The words that a scene fulfils whatever else is said, if it has such words. */
export const fulfilledIn = (scene: SceneName, cityView?: CityView): Lexicon | undefined =>
  cityView ? FULFILLED_IN[cityView] : FULFILLED[scene];
