/** Reads camera, focus and place. */
import type { CityView, SceneName, SceneSpec, Viewpoint } from "../types.ts";
import * as framing from "./framing-words.ts";
import { firstSaid, says } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import type { ReadKit } from "./style-kit.ts";

/** Scenes that hold a figure even where the prompt names no thing. */
const FIGURES: ReadonlySet<SceneName> = new Set(["still-life", "botanical", "portrait"]);

const TABLES: ReadonlySet<SceneName> = new Set(["still-life", "botanical", "studio"]);

/** Height of the horizon by viewpoint, as a share of the frame from the top. */
const HORIZONS: Partial<Record<SceneName | CityView, Partial<Record<Viewpoint, number>>>> = {
  landscape: { low: 0.66, level: 0.52 },
  flowerfield: { low: 0.66, level: 0.52 },
  ocean: { low: 0.66, level: 0.52, aerial: 0.3 },
  city: { low: 0.8, aerial: 0.54 },
  street: { low: 0.7, level: 0.5, aerial: 0.32 },
  alley: { low: 0.7, level: 0.5, aerial: 0.32 },
  rooftops: { low: 0.56, level: 0.42, aerial: 0.2 },
  synthwave: { low: 0.74, aerial: 0.44 },
  studio: { low: 0.82, aerial: 0.58 },
};

type Framing = Pick<
  SceneSpec,
  "camera" | "lens" | "shallow" | "place" | "horizon" | "flat" | "grainy"
>;

/** Camera, focus and place, a kit's before the prompt's own. */
export function readFraming(
  reading: Reading,
  { scene, cityView }: { scene: SceneName; cityView: CityView | undefined },
  hasSubject: boolean,
  kit: ReadKit,
): Framing {
  const figure = hasSubject || FIGURES.has(scene);
  const said = firstSaid(reading, framing.VIEWPOINTS);
  const saidLens = firstSaid(reading, framing.LENSES);
  const camera = firstSaid(kit.camera, framing.VIEWPOINTS) ?? said ?? null;
  const lens = firstSaid(kit.camera, framing.LENSES) ?? saidLens ?? null;
  says(kit.camera, framing.NORMAL_LENS);
  if (TABLES.has(scene)) says(kit.camera, framing.STILL_LIFE);
  const either = (words: Parameters<typeof says>[1]) =>
    [reading, kit.camera].filter((one) => says(one, words)).length > 0;
  // A close view of a scene without a figure is one with little in focus.
  const shallow = either(framing.SHALLOW) || (lens === "macro" && !figure);
  const places = hasSubject
    ? [kit.camera, reading].map((one) => firstSaid(one, framing.PLACES))
    : [];
  const place = places.find((share) => share !== undefined);
  const horizon = camera ? HORIZONS[cityView ?? scene]?.[camera] : undefined;
  return {
    camera,
    lens,
    ...(shallow ? { shallow } : {}),
    ...(place === undefined ? {} : { place }),
    ...(horizon === undefined ? {} : { horizon }),
    ...(says(kit.camera, framing.FLAT) ? { flat: true } : {}),
    ...(either(framing.GRAINY) ? { grainy: true } : {}),
  };
}
