/** Reads light, season and weather. */
import type { Rng } from "../core/rng.ts";
import type { SceneName, SceneSpec, Season, SkyName } from "../types.ts";
import { firstSaid, mentions, says, type Lexicon } from "./lexicon.ts";
import { WOOD_COLOURS } from "./forest-words.ts";
import type { Reading } from "./reading.ts";
import type { ReadKit } from "./style-kit.ts";
import { type Bodies, readBodies, skyFor } from "./sky-bodies.ts";
import { RAYS, SKIES, STARS } from "./sky-words.ts";
import * as weather from "./weather-words.ts";

/** Scenes under an open sky; the others have a light of their own. */
const OPEN_SKY: ReadonlySet<SceneName> = new Set([
  "landscape",
  "flowerfield",
  "ocean",
  "city",
  "forest",
  "portrait",
  "interior",
]);
const SEASONAL: ReadonlySet<SceneName> = new Set([
  "landscape",
  "flowerfield",
  "forest",
  "portrait",
]);
const RAYED: ReadonlySet<SceneName> = new Set(["landscape", "flowerfield", "forest", "underwater"]);

/** Skies with stars in them. */
const STARRY: ReadonlySet<SkyName> = new Set(["night", "moonlit", "aurora"]);

/** Skies a scene takes when the prompt names none. */
const USUAL_SKIES: Partial<Record<SceneName, readonly SkyName[]>> = {
  landscape: ["golden", "noon", "dawn", "sunset", "noon", "pastel", "overcast"],
  ocean: ["sunset", "golden", "noon", "dawn", "pastel", "dusk"],
  city: ["sunset", "dusk", "night", "noon", "golden", "dawn", "overcast"],
  forest: ["noon", "golden", "noon", "dawn", "noon"],
  interior: ["noon", "golden", "dawn", "dusk"],
};

export type SkyReading = Pick<
  SceneSpec,
  "sky" | "season" | "clouds" | "cloudStyle" | "fog" | "mist" | "rain" | "snowfall" | "rays"
> & {
  saidSky: boolean;
  /** Suns, moons and planets by number. */
  bodies?: Bodies;
  /** The hour that the prompt names. */
  named?: SkyName;
  foggy: boolean;
  /** The scene paints the hour itself. */
  shown: boolean;
};

/** Hours that the inside of a wood shows in its own colours. */
const WOODLAND_HOURS: ReadonlySet<SkyName> = new Set([
  "night",
  "moonlit",
  "dusk",
  "sunset",
  "golden",
  "dawn",
]);

/** Light and weather; a kit's lighting outweighs the words. Random choices draw the same numbers whatever the words are. */
export function readSky(
  reading: Reading,
  scene: SceneName,
  tintedSky: boolean,
  rng: Rng,
  { sky: preferred, lighting }: Pick<ReadKit, "sky" | "lighting">,
): SkyReading {
  const open = OPEN_SKY.has(scene);
  const either = (words: Lexicon) =>
    [reading, lighting].filter((one) => says(one, words)).length > 0;
  const named = open ? firstSaid(reading, SKIES) : undefined;
  const bodies = readBodies(reading, scene);
  const said = open ? (preferred ?? named) : undefined;
  const usual = USUAL_SKIES[scene] ?? ["noon"];
  const anySky = rng.pick(usual);
  const tinted = rng.pick(["pastel", "dawn"] as const);
  const cover = rng.range(0.25, 0.5);
  const cloudStyle = rng.chance(0.25) ? "cirrus" : "cumulus";
  const landscapeMist = rng.range(0.05, 0.4);

  if (said && STARRY.has(said)) [reading, lighting].forEach((one) => says(one, STARS, "given"));
  const usualSky = said ?? (tintedSky ? tinted : anySky);
  const sky = skyFor(bodies, { sky: usualSky, fixed: said !== undefined || !open });
  const foggy = open && either(weather.FOG);
  const misty = scene === "landscape" || scene === "flowerfield" ? landscapeMist : 0;
  const coloured = mentions(reading, WOOD_COLOURS);
  const rains = open && either(weather.RAIN);
  const snows = open && either(weather.SNOWFALL);
  const season = SEASONAL.has(scene) ? readSeason(reading) : null;
  // Magic, blossom, a season and fog decide the colours of a wood before the hour does.
  const shownInWood = WOODLAND_HOURS.has(sky) && !foggy && season === null && !coloured;
  // Scenes without seasons of their own show winter as falling snow.
  const wintry = open && season === null && says(reading, weather.WINTER);
  return {
    sky,
    saidSky: said !== undefined,
    ...(Object.keys(bodies).length > 0 ? { bodies } : {}),
    ...(named ? { named } : {}),
    shown: open && scene !== "portrait" && (scene !== "forest" || shownInWood),
    season,
    clouds: open ? readClouds(reading, sky, cover) : cover,
    cloudStyle,
    foggy,
    fog: foggy || sky === "overcast" ? 0.5 : 0.28,
    mist: foggy ? 0.75 : misty,
    rain: rains ? 1 : sky === "storm" && open ? 0.6 : 0,
    snowfall: snows ? 1 : wintry ? 0.5 : 0,
    rays: RAYED.has(scene) && either(RAYS) ? 1 : 0,
  };
}

function readSeason(reading: Reading): Season | null {
  return (
    firstSaid<Season>(reading, [
      [weather.WINTER, "winter"],
      [weather.AUTUMN, "autumn"],
      [weather.SPRING, "spring"],
    ]) ?? null
  );
}

function readClouds(reading: Reading, sky: SkyName, usual: number): number {
  if (says(reading, weather.CLEAR_SKY)) return 0;
  if (says(reading, weather.HEAVY_CLOUDS)) return sky === "overcast" ? 0.9 : 0.7;
  if (sky === "overcast") return 0.9;
  if (sky === "storm") return 0.85;
  return sky === "night" || sky === "moonlit" || sky === "aurora" ? 0.18 : usual;
}
