/** One picture from start to finish: scene, subjects, weather, light, palette, medium, grain. */
import { clamp } from "./core/color.ts";
import { type Frame, createFrame } from "./core/frame.ts";
import { defocus, shallowFocus } from "./core/focus.ts";
import { grain, paletteGrade, vignette, warm } from "./core/grade.ts";
import { makeRng } from "./core/rng.ts";
import { bloom, tonemap } from "./core/tone.ts";
import { isDry } from "./finishes/dry.ts";
import { finishes } from "./finishes/finishes.ts";
import { addGlow, colourLight, shapeLight } from "./illuminate.ts";
import { sharpenLetters, writeLetters } from "./lettering.ts";
import { lookThroughLens } from "./lens.ts";
import { parsePrompt } from "./prompt/parse.ts";
import { PLAIN_LIGHT } from "./prompt/light-moods.ts";
import type { MaskArea } from "./mask-area.ts";
import { drawScene } from "./scenes/scene.ts";
import { placeSubjects } from "./subjects/place.ts";
import { pressRelief, tintSurface } from "./surface.ts";
import type { FinishName, Layout, SceneName, SceneSpec, SceneState, StyleKit } from "./types.ts";
import { rain, snowfall } from "./weather.ts";

/** How a render reports, and learns that it shall stop. */
export type RenderHooks = {
  /** `fraction` of the whole picture is done, 0 to 1; `look` is the picture as it stands. */
  progress: (fraction: number, stage: string, look?: Look) => void;
  /** Throws when the picture has been cancelled. */
  check: () => void;
};

/** A frame under work. Until it is `toned` it holds light without an upper bound. */
export type Look = { frame: Frame; toned: boolean; exposure: number };

export type RenderOptions = {
  width: number;
  height: number;
  seed: number;
  /** Where things are to stand, if not anywhere. */
  area?: MaskArea;
  /** Leave out the medium, for a remix that applies its own. */
  plain?: boolean;
};

export type Rendered = { frame: Frame; finish: FinishName | null; state: SceneState };

/** Scenes with a sky for weather to fall from. */
const OUTDOORS: readonly SceneName[] = ["landscape", "flowerfield", "ocean", "forest", "city"];

/** Scenes that choose their colours by the palette themselves. */
const OWN_PALETTE: readonly SceneName[] = ["abstract", "still-life"];
/** Fewer colours than this leave a synthwave scene in its own. */
const NEON_COLOURS = 3;

const takesOwnPalette = ({ scene, palette, paletteOfPicture }: SceneSpec): boolean =>
  !paletteOfPicture &&
  (OWN_PALETTE.includes(scene) ||
    (scene === "synthwave" && (palette?.length ?? 0) >= NEON_COLOURS));

const holdsSubject = ({ spec, noSubject }: SceneState): boolean =>
  spec.subjects.length > 0 && !noSubject;

/** The medium asked for; a picture with a subject is painted, so that scene and subject agree. */
function chooseFinish(spec: SceneSpec, state: SceneState): FinishName | null {
  if (spec.finish) return spec.finish;
  const placed = holdsSubject(state) && spec.scene !== "abstract";
  return placed ? "painterly" : null;
}

function applyWeather(frame: Frame, state: SceneState): void {
  const { scene, finish, rain: rainfall, snowfall: flakes } = state.spec;
  if (!OUTDOORS.includes(scene)) return;
  // A storm's own rain would print as stray dashes; rain that was asked for stays.
  const printed = isDry(finish);
  // The city draws its own rain, behind its reflections.
  if (scene !== "city" && rainfall > 0 && (rainfall >= 1 || !printed)) rain(frame, state, rainfall);
  if (flakes > 0) snowfall(frame, state, flakes);
}

/** Middle of the band in focus, as a share of the height. */
const FOCUS = 0.62;
/** Flat pictures have less between their lights and their shadows. */
const FLAT_CONTRAST = 0.86;

function applyLight(frame: Frame, state: SceneState): void {
  const { spec } = state;
  const soft = ["botanical", "studio", "still-life"].includes(spec.scene);
  const mood = spec.lightMood ?? PLAIN_LIGHT;
  shapeLight(frame, mood, state);
  if (!state.flat && !spec.flat) {
    bloom(frame, {
      threshold: soft ? 0.95 : 0.75,
      amount: spec.scene === "botanical" || spec.scene === "still-life" ? 0.25 : 0.5,
      radius: Math.min(frame.w, frame.h) / 100,
      check: () => state.check(),
    });
  }
  addGlow(frame, mood.glow, () => state.check());
  if (mood.warmth !== 0) warm(frame, mood.warmth);
  state.check();
  tonemap(frame, {
    check: () => state.check(),
    exposure: (state.sky?.exposure ?? 1) * 1.02 * mood.exposure,
    contrast: (spec.dramatic ? 1.14 : 1.05) * mood.contrast * (spec.flat ? FLAT_CONTRAST : 1),
    saturation: (spec.saturation ?? 1) * (spec.vivid ? 1.25 : 1.06) * mood.saturation,
  });
  colourLight(frame, mood, state);
  if (spec.shallow) shallowFocus(frame, FOCUS, () => state.check());
}

function finishOff(frame: Frame, state: SceneState, finish: FinishName | null): void {
  const { spec } = state;
  const dry = isDry(finish);
  if (!dry && !state.flat && !spec.flat && !spec.noVignette)
    vignette(frame, spec.dramatic ? 0.42 : 0.24);
  pressRelief(frame, state);
  const film = spec.grainy || finish === "noir" || finish === "vintage";
  if ((!dry || spec.grainy) && !spec.noGrain) grain(frame, state.seed, film ? 0.06 : 0.022);
}

/** Draws what `spec` says; the frame it returns is display-linear. */
export async function renderSpec(
  spec: SceneSpec,
  options: RenderOptions,
  hooks: RenderHooks,
): Promise<Rendered> {
  const frame = createFrame(options.width, options.height);
  const look: Look = { frame, toned: false, exposure: 1 };
  const state: SceneState = {
    seed: options.seed,
    spec,
    area: options.area,
    rng: (label) => makeRng(options.seed, label),
    progress(fraction, stage) {
      hooks.check();
      look.exposure = state.sky?.exposure ?? 1;
      hooks.progress(clamp(fraction), stage, look);
    },
    check: () => hooks.check(),
  };
  await drawScene(frame, state);
  lookThroughLens(frame, state);
  if (spec.lens === "macro" && holdsSubject(state)) defocus(frame, hooks.check);

  state.progress(0.76, "subjects");
  const spots = await placeSubjects(frame, state);
  const laid = spec.lettering && writeLetters(frame, state, spec.lettering, spots[0]);
  state.progress(0.78, "weather");
  applyWeather(frame, state);
  state.progress(0.8, "light");
  applyLight(frame, state);
  look.toned = true;
  state.check();
  tintSurface(frame, state);
  if (spec.palette && !takesOwnPalette(spec)) {
    paletteGrade(frame, spec.palette, spec.paletteStrength);
  }
  const finish = chooseFinish(spec, state);
  if (finish && !options.plain) {
    state.progress(0.84, finish);
    finishes[finish](frame, state);
    if (laid) sharpenLetters(frame, state, laid);
  }
  state.check();
  finishOff(frame, state, finish);
  return { frame, finish, state };
}

/** Reads the prompt and draws it. */
export function renderFrame(
  request: {
    prompt: string;
    negativePrompt?: string;
    styleKit?: StyleKit;
    layout?: Layout;
  } & RenderOptions,
  hooks: RenderHooks,
): Promise<Rendered> {
  const spec = parsePrompt(request.prompt, {
    negative: request.negativePrompt,
    kit: request.styleKit,
    seed: request.seed,
    aspect: request.width / request.height,
    layout: request.layout,
  });
  return renderSpec(spec, request, hooks);
}
