/** Lays things into a picture that is there, in its own light. */
import { clamp, mixc, mul, oklab } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import type { Added } from "./prompt/additions.ts";
import type { Seen } from "./references.ts";
import { placeSubjects } from "./subjects/place.ts";
import { makeSky } from "./sky.ts";
import type { Atmosphere, Rgb, SceneState } from "./types.ts";

const SAMPLE_STEP = 31;
/** Lightness (OKLab) of a picture in full daylight. */
const DAYLIGHT = 0.6;
/** Shares of the width at which an added thing stands, away from what is there already. */
const [LEFT, RIGHT] = [0.28, 0.72];

/** Light and air of a picture, guessed from its colours. */
function airOf({ rgb }: Frame): Atmosphere {
  const mean: Rgb = [0, 0, 0];
  let count = 0;
  for (let j = 0; j + 2 < rgb.length; j += 3 * SAMPLE_STEP, count++) {
    for (let k = 0; k < 3; k++) mean[k] += rgb[j + k];
  }
  const colour = mul(mean, 1 / count);
  const [lightness] = oklab(colour);
  const brightness = clamp(lightness / DAYLIGHT, 0.25, 1.1);
  const noon = makeSky("noon");
  return {
    ...noon,
    ambient: mixc(mul(noon.ambient, brightness), colour, 0.5),
    sun: mixc(noon.sun, mul(colour, 1 / Math.max(0.02, ...colour)), 0.4),
    sunStrength: noon.sunStrength * brightness,
    fog: colour,
  };
}

/** Draws what is added in front of all that `frame` (display-linear) shows; `seen` is where it has its horizon and its subject. */
export async function addThings(
  frame: Frame,
  { subjects, place }: Added,
  seen: Seen,
  state: SceneState,
): Promise<void> {
  const { light, spec } = state;
  await placeSubjects(frame, {
    ...state,
    spec: {
      ...spec,
      scene: "landscape",
      terrain: undefined,
      flowers: 0,
      surface: undefined,
      subjects,
      place: place ?? (seen.place < 0.5 ? RIGHT : LEFT),
    },
    sky: airOf(frame),
    light: light && { ...light, horizon: frame.h * clamp(seen.horizon, 0.25, 0.7) },
    groundY: undefined,
    noSubject: false,
  });
}
