import { clamp, mix } from "./core/color.ts";
import type { Frame } from "./core/frame.ts";
import type { Note } from "./prompt/notes.ts";
import { shallowFocus } from "./core/focus.ts";
import { grain } from "./core/grade.ts";
import { makeRng } from "./core/rng.ts";
import { isDry } from "./finishes/dry.ts";
import { finishes } from "./finishes/finishes.ts";
import { type NewSides, goOn, isWider } from "./outpaint.ts";
import { moodOver } from "./illuminate.ts";
import { lookAgain } from "./lens.ts";
import { REIMAGINE_FROM } from "./limits.ts";
import { addThings } from "./remix-add.ts";
import { MORPH_FROM, morph, morphShare, onTheWay } from "./remix-morph.ts";
import { seenIn } from "./references.ts";
import { borrowFromSource, gradeInBands } from "./remix-reimagine.ts";
import { relight } from "./remix-relight.ts";
import { readMaskArea } from "./mask-area.ts";
import { decodeSource } from "./remix-source.ts";
import { applyWeather } from "./remix-weather.ts";
import { MEDIUM_FROM, readRemixWords, withSceneWords } from "./remix-words.ts";
import { type RemixWishes, asksForChange, readWishes, variation } from "./remix-wishes.ts";
import type { RenderHooks, RenderOptions, Rendered } from "./render.ts";
import { makeSky } from "./sky.ts";
import { pressRelief, tintSurface } from "./surface.ts";
import type { FinishName, SceneSpec, SceneState, SkyName, StyleKit } from "./types.ts";

export type RemixRequest = {
  /** An encoded picture. */
  sourceBytes: Uint8Array;
  prompt: string;
  negative: string;
  styleKit?: StyleKit;
  seed: number;
  /** Pixels of the result. */
  width: number;
  height: number;
  /** 0 keeps the source, 1 is free of it. */
  strength: number;
  /** Pixels at each side of the source that are new. */
  newSides?: NewSides;
  /** An encoded picture, white where the result is shown: things stand there. */
  maskBytes?: Uint8Array;
};

export type RemixContext = RenderHooks & {
  /** Draws a scene anew, for strengths that reimagine; `renderSpec` of the pipeline. */
  renderScene(spec: SceneSpec, options: RenderOptions, hooks: RenderHooks): Promise<Rendered>;
};

export type Remixed = {
  /** Display-linear. */
  frame: Frame;
  finish: FinishName | null;
  /** The light the picture was brought into, if the prompt named one. */
  sky: SkyName | null;
  recoloured: boolean;
  /** The scene was drawn again and only borrows from the source. */
  reimagined: boolean;
  understood: string[];
  ignored: string[];
  notes: Note[];
};

/** How much of each change a strength gives; none falls as strength rises. */
function remixAmounts(strength: number) {
  return {
    /** The whole result against the source: small strengths only hint at every change. */
    fade: clamp(strength / 0.2),
    light: clamp(0.35 + strength * 0.75),
    palette: clamp(0.3 + strength * 0.65),
    medium: clamp((strength - MEDIUM_FROM) / 0.45),
    camera: clamp(strength / 0.5),
  };
}

const GRAIN = 0.018;
/** Middle of the band in focus, as a share of the height. */
const FOCUS = 0.6;
/** The pull of a palette whose strength is the usual one. */
const USUAL_PULL = 0.75;
/** Share of the light that a scene brings along where it has taken over. */
const LIT_ALREADY = 0.7;
/** How much of a palette's pull is left where the light changes too. */
const WITH_LIGHT = 0.65;

function openState(
  frame: Frame,
  wishes: RemixWishes,
  request: RemixRequest,
  hooks: RenderHooks,
): SceneState {
  const { w, h } = frame;
  const sky = makeSky(wishes.sky ?? "noon", wishes.spec.skyTint);
  return {
    seed: request.seed,
    spec: { ...wishes.spec, palette: wishes.palette },
    rng: (label) => makeRng(request.seed, `remix:${label}`),
    progress(fraction, stage) {
      hooks.check();
      hooks.progress(clamp(fraction), stage, { frame, toned: true, exposure: 1 });
    },
    check: () => hooks.check(),
    sky,
    light: { sunX: w * 0.7, sunY: h * 0.12, direction: [0.5, 0.6, 0.5], horizon: h * 0.6, flip: 1 },
  };
}

/** Draws the prompt's scene anew, in the source's colours and large lights as far as the strength leaves them. */
async function sceneLike(
  frame: Frame,
  wishes: RemixWishes,
  request: RemixRequest & { spec?: SceneSpec },
  context: RemixContext,
  state: SceneState,
): Promise<Rendered> {
  const { width, height, seed, strength, spec = wishes.spec } = request;
  const hooks: RenderHooks = {
    check: () => context.check(),
    progress: (fraction, stage, look) => context.progress(0.1 + fraction * 0.55, stage, look),
  };
  const options: RenderOptions = { width, height, seed, plain: true, area: state.area };
  const fresh = await context.renderScene(spec, options, hooks);
  borrowFromSource(fresh.frame, frame, { strength, keepsLight: wishes.sky !== null }, state);
  return fresh;
}

/** Changes the light, colours and weather of the source as it stands. */
function adapt(
  frame: Frame,
  wishes: RemixWishes,
  amounts: { strength: number; light: number; palette: number },
  state: SceneState,
): void {
  const sky = makeSky(wishes.sky ?? "noon", wishes.spec.skyTint);
  if (wishes.sky) relight(frame, sky, amounts.light, state);
  state.progress(0.35, "light");
  applyWeather(frame, wishes, sky, amounts.strength, state);
  if (wishes.mood) moodOver(frame, wishes.mood, amounts.light, state);
  state.progress(0.5, "weather");
  // Light and palette together would otherwise leave nothing of the source's own colours.
  const pull = amounts.palette * (wishes.sky ? WITH_LIGHT : 1);
  tintSurface(frame, state);
  if (wishes.palette) gradeInBands(frame, wishes.palette, pull, state);
  if (wishes.spec.shallow) shallowFocus(frame, FOCUS, () => state.check());
}

/** What became of the words: a scene's where it is drawn, else only those that change the source. */
function wordsOf(
  { spec, namesScene }: RemixWishes,
  request: RemixRequest,
  { reimagined, showsScene }: { reimagined: boolean; showsScene: boolean },
): Pick<Remixed, "understood" | "ignored" | "notes"> {
  const { understood, ignored, notes } = spec;
  if (reimagined) return { understood, ignored, notes };
  const changes = readRemixWords(request);
  return showsScene && namesScene ? withSceneWords(spec, changes) : changes;
}

function crossFade(frame: Frame, before: Float32Array, share: number): void {
  if (share >= 1) return;
  const { rgb } = frame;
  for (let i = 0; i < rgb.length; i++) rgb[i] = mix(before[i], rgb[i], share);
}

/** Turns the source into the scene that the prompt names by as much as the strength says, and lays in what is added. */
async function change(
  frame: Frame,
  wishes: RemixWishes,
  request: RemixRequest,
  context: RemixContext,
  state: SceneState,
): Promise<void> {
  const { own, added, namesScene } = wishes;
  const share = morphShare(request.strength);
  if (share === 0 || (!namesScene && added.subjects.length === 0)) return;
  const seen = seenIn(frame);
  if (namesScene) {
    const like = { ...request, strength: REIMAGINE_FROM, spec: onTheWay(own, seen, share) };
    const fresh = await sceneLike(frame, wishes, like, context, state);
    const { scene } = own;
    const horizon = fresh.state.light?.horizon ?? frame.h / 2;
    morph(frame, { frame: fresh.frame, scene, horizon }, { seen, share }, state);
  }
  if (added.subjects.length > 0) await addThings(frame, added, seen, state);
}

/**
 * Image to image. Low strengths relight and recolour the source; from 0.2 it turns, far parts first, into the scene that
 * the prompt names, and shows what the prompt adds; middle ones give weather and a medium, and from 0.8 a scene that the prompt names is drawn again with the source's colours and
 * large lights. The same request gives the same picture.
 */
export async function remix(request: RemixRequest, context: RemixContext): Promise<Remixed> {
  const strength = clamp(request.strength);
  const { prompt, negative, seed, newSides } = request;
  const frame = await decodeSource(request.sourceBytes, request.width, request.height);
  const wishes = readWishes(prompt, negative, seed, request.styleKit);
  const state = openState(frame, wishes, request, context);
  if (request.maskBytes)
    state.area = await readMaskArea(request.maskBytes, request.width, request.height);
  state.progress(0.08, "source");
  const amounts = remixAmounts(strength);
  const { pull = USUAL_PULL } = request.styleKit ?? {};
  amounts.palette = clamp((amounts.palette * pull) / USUAL_PULL);
  lookAgain(frame, wishes.spec, amounts.camera, () => state.check());
  const source = frame.rgb.slice();

  const isWidened = isWider(newSides);
  const reimagined = strength >= REIMAGINE_FROM && wishes.namesScene && !isWidened;
  let finish = wishes.finish;
  if (reimagined) {
    const fresh = await sceneLike(frame, wishes, request, context, state);
    frame.rgb.set(fresh.frame.rgb);
    finish ??= fresh.finish;
    if (wishes.palette) gradeInBands(frame, wishes.palette, amounts.palette, state);
  } else {
    if (isWidened && wishes.namesScene) {
      // What is new takes all of the source's colours.
      const like = { ...request, strength: REIMAGINE_FROM };
      const { frame: scene } = await sceneLike(frame, wishes, like, context, state);
      goOn(frame, scene, newSides);
    } else await change(frame, wishes, request, context, state);
    // A scene that takes over has the light that is asked for.
    const left = wishes.namesScene && !isWidened ? 1 - LIT_ALREADY * morphShare(strength) : 1;
    adapt(frame, wishes, { ...amounts, light: amounts.light * left, strength }, state);
    if (!asksForChange(wishes) && !isWidened && !(wishes.namesScene && strength >= MORPH_FROM))
      finish = variation((media) => state.rng("medium").pick(media));
  }
  const medium = amounts.medium > 0 ? finish : null;
  state.progress(0.7, medium ?? "finish");
  if (medium) {
    const before = frame.rgb.slice();
    finishes[medium](frame, state);
    crossFade(frame, before, amounts.medium);
  }
  pressRelief(frame, state);
  if (!isDry(medium) && !wishes.spec.noGrain) grain(frame, seed, GRAIN);
  crossFade(frame, source, amounts.fade);
  state.progress(0.96, "finish");
  return {
    frame,
    finish,
    sky: wishes.sky,
    recoloured: wishes.palette !== null,
    reimagined,
    ...wordsOf(wishes, request, {
      reimagined,
      showsScene: isWidened || strength >= MORPH_FROM,
    }),
  };
}
