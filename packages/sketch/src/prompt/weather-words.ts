/** Words for season and weather. */
import { lexicon } from "./lexicon.ts";

export const WINTER = lexicon(
  "snow | snowy | snow storm* | ice formation* | ice crystal* | snowing | snowfall | snowflake* | snowstorm* | snowfield* | snow capped | snow covered | snowcapped | winter* | wintry | frozen | frost* | icy | blizzard* | christmas",
);
export const AUTUMN = lexicon(
  "autumn* | fall colors | fall colours | fall foliage | maple | maples | maple tree* | maple leaves | october | harvest",
);
export const SPRING = lexicon(
  "spring | springtime | cherry blossom* | cherry blossom tree* | sakura",
);

export const CLEAR_SKY = lexicon(
  "clear sky | clear skies | cloudless | cloudless sky | cloud free",
);
export const HEAVY_CLOUDS = lexicon(
  "dramatic sky | dramatic skies | dramatic clouds | cloudy | overcast | stormy | clouds | cloud | above the clouds",
);
export const FOG = lexicon(
  "fog* | mist | mists | misty | haze | hazy | smoke | smoky | steam | steamy | steaming | low cloud* | sea of clouds | murky",
);
export const RAIN = lexicon(
  "rain | rainy | raining | rainfall | drizzle | drizzling | downpour | wet street* | rainstorm* | rainy day | monsoon | pouring rain | heavy rain | showers",
);
export const SNOWFALL = lexicon(
  "snowing | snow storm* | snowfall | falling snow | snowflake* | blizzard* | snowstorm* | flurries",
);
