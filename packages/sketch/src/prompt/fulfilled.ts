/** What every picture of a scene shows, asked for or not. */
import type { SceneName } from "../types.ts";
import { lexicon, type Lexicon } from "./lexicon.ts";

/** Words that a scene fulfils whatever else is said. */
export const FULFILLED: Partial<Record<SceneName, Lexicon>> = {
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
