/** Reads camera, focus and place. */
import type { Camera, SceneName, SceneSpec } from "../types.ts";
import * as framing from "./framing-words.ts";
import { firstSaid, says } from "./lexicon.ts";
import type { Reading } from "./reading.ts";
import type { ReadKit } from "./style-kit.ts";

const FIGURES: ReadonlySet<SceneName> = new Set(["still-life", "botanical"]);
/** Scenes with a horizon that a low camera sinks. */
const HORIZONS: ReadonlySet<SceneName> = new Set(["landscape", "flowerfield", "ocean"]);
const LOW_HORIZON = 0.66;

/** Camera, focus and place; words count as understood only where the scene can follow them. */
export function readFraming(
  reading: Reading,
  scene: SceneName,
  hasSubject: boolean,
  kit: ReadKit,
): Pick<SceneSpec, "camera" | "shallow" | "place" | "horizon"> {
  const figure = hasSubject || FIGURES.has(scene);
  const follows: Record<Camera, boolean> = {
    aerial: scene === "landscape" || scene === "still-life",
    macro: figure,
    wide: figure || HORIZONS.has(scene),
    low: HORIZONS.has(scene) || scene === "still-life",
  };
  const rows = framing.CAMERAS.filter(([, camera]) => follows[camera]);
  const said = firstSaid(reading, rows) ?? null;
  const wished = kit.camera;
  const camera = wished && follows[wished] ? wished : said;
  // A close view of a scene without a figure is one with little in focus.
  const close = wished === "macro" && !figure;
  const shallow = says(reading, framing.SHALLOW) || kit.shallow || close;
  const place = hasSubject ? firstSaid(reading, framing.PLACES) : undefined;
  return {
    camera,
    ...(shallow ? { shallow } : {}),
    ...(place === undefined ? {} : { place }),
    ...(camera === "low" && HORIZONS.has(scene) ? { horizon: LOW_HORIZON } : {}),
  };
}
