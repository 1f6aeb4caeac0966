/**
 * Reads a prompt into a scene. A fixed English vocabulary, no model: the same prompt and seed give
 * the same scene, and words outside the vocabulary come back as ignored.
 */
import { hex } from "../core/color.ts";
import { makeRng, type Rng } from "../core/rng.ts";
import type { SubjectGroup } from "../subjects/nouns.ts";
import type { ParseOptions, Rgb, SceneName, SceneSpec, SubjectMention } from "../types.ts";
import { chooseScene, type SceneChoice } from "./choose-scene.ts";
import { paletteOf, readColours, readPalette } from "./colours.ts";
import { coverage } from "./coverage.ts";
import { abstractDetails, botanicalDetails, roomOf, spaceDetails } from "./details-indoors.ts";
import { forestDetails, landscapeDetails, oceanDetails } from "./details-outdoors.ts";
import { innerPrompt, isPainted, portraitDetails, sitterDetails } from "./details-portrait.ts";
import { COLOURED_PENCIL, FINISHES, MEDIUM_NOUNS } from "./finish-words.ts";
import { stillLifeDetails, TABLE } from "./details-still-life.ts";
import { readFraming } from "./framing.ts";
import * as framing from "./framing-words.ts";
import { firstSaid, lexicon, mentions, says, type Lexicon } from "./lexicon.ts";
import { deniedKinds, readDenials, type Deniable } from "./negatives.ts";
import { claim, readWords, type Reading } from "./reading.ts";
import { isOnlySolid } from "../scenes/still-life-kinds.ts";
import { readRelations } from "./relations.ts";
import { readLightMood } from "./light-moods.ts";
import { readPoses } from "./poses.ts";
import { kitCoverage, readStyleKit, withKitWords, type ReadKit } from "./style-kit.ts";
import { readSky } from "./sky.ts";
import { findSubjects, type FoundSubject } from "./subject-words.ts";

/** At most this many things are drawn. */
const MOST_SUBJECTS = 2;
/** A still life is built of its things, so that it holds more. */
const MOST_SOLIDS = 6;
const COLOUR_PALETTE_STRENGTH = 0.5;
const NAMED_PALETTE_STRENGTH = 0.55;
const KIT_PALETTE_STRENGTH = 0.75;

/** Words that a scene fulfils whatever else is said. */
const FULFILLED: Partial<Record<SceneName, Lexicon>> = {
  synthwave: lexicon(
    "sunset | sun | retro | retro sun | palm tree* | palms | grid | neon | night | mountain* | stars | horizon",
  ),
  studio: lexicon(
    "portrait | portraits | headshot* | still life | studio | studio light* | product photo* | bokeh",
  ),
  underwater: lexicon("bubble* | water | sea | ocean | sunlight | seaweed | sand"),
  city: lexicon("building* | tower* | towers | reflection* | windows"),
  interior: lexicon(
    "window | windows | sunlit | furniture | floorboards | curtains | lamp | lamps",
  ),
  forest: lexicon("tree | trees | fern | ferns | tall trees"),
};
/** Things that look right on a lake nobody asked for. */
const AFLOAT: ReadonlySet<SubjectGroup> = new Set(["vessels", "floaters", "swimmers"]);
/** Water too deep for the green of the surface. */
const DEEP_WATER = lexicon("deep sea | deep ocean | abyss* | deep water* | midnight zone | dark");
const DEEP_BLUE = hex("#1b4a96");
const OUTDOORS: ReadonlySet<SceneName> = new Set(["landscape", "flowerfield", "ocean", "forest"]);
const ON_ROCK = lexicon(
  `on a rock | on the rock | on rocks | on the rocks | on a boulder | on a stone | on a mossy rock | on a rocky outcrop |
  on a large rock | on a big rock | on a cliff | on a rocky cliff | on the cliff | on a rocky shore`,
);
const NEON_CITY = lexicon("cyberpunk | neon | neon sign* | neon light*");

/** What a prompt asks for. Never throws, whatever the text. */
export function parsePrompt(prompt: string, options: ParseOptions = {}): SceneSpec {
  const { negative = "", seed = 1 } = options;
  const reading = readWords(prompt);
  const kit = readStyleKit(options.kit ?? {});
  const spec = describe(reading, { negative, seed, kit });
  return { ...spec, prompt, ...withKitWords(coverage(reading), kitCoverage(kit)) };
}

type Description = { negative: string; seed: number; kit: ReadKit; forcedScene?: SceneName };

function describe(prompt: Reading, { negative, seed, kit, forcedScene }: Description): SceneSpec {
  const rng = (label: string): Rng => makeRng(seed, `prompt:${label}`);
  const denials = readDenials(prompt, negative);
  const reading = denials.asked;
  const denied = deniedKinds(denials);

  const saidFinish = firstSaid(reading, FINISHES) ?? null;
  const finish = kit.finish ?? saidFinish;
  if (finish) says(reading, MEDIUM_NOUNS);
  const deniedIds = new Set(denials.readings.flatMap((r) => claimAll(r, findSubjects(r))));
  const named = findSubjects(reading).filter((subject) => drawable(subject, denied, deniedIds));
  const choice: SceneChoice = forcedScene
    ? { scene: forcedScene, guessed: false, scores: {} }
    : chooseScene(reading, named, rng("scene"));
  const { scene } = choice;
  const subjects = scene === "portrait" || forcedScene ? [] : shownIn(scene, named);
  claimAll(reading, subjects);
  const relations = readRelations(reading, subjects);
  readPoses(reading, scene, subjects);
  if (FULFILLED[scene]) says(reading, FULFILLED[scene]);

  const { bindings, loose } = readColours(reading, scene, subjects);
  const namedPalette = kit.palette ?? readPalette(reading);
  const sky = readSky(reading, scene, bindings.sky !== undefined, rng("sky"), kit);
  const minimal = says(reading, framing.MINIMAL);
  const flowerTint = bindings.flowers ?? (loose.length > 0 ? loose : null);
  const spec: SceneSpec = {
    prompt: "",
    scene,
    ...(choice.guessed ? { guessed: true } : {}),
    finish,
    ...(mentions(reading, COLOURED_PENCIL) ? { colorPencil: true } : {}),
    understood: [],
    ignored: [],
    subjects: subjects.map((subject, i) => ({
      ...mentionOf(subject, bindings.subjects.get(subject.id)),
      ...(relations.has(i) ? { relation: relations.get(i) } : {}),
    })),
    subjectTint: [...bindings.subjects.values()][0] ?? null,
    palette: namedPalette ?? (scene === "botanical" ? null : paletteOf(loose)),
    paletteStrength: kit.palette
      ? KIT_PALETTE_STRENGTH
      : namedPalette
        ? NAMED_PALETTE_STRENGTH
        : COLOUR_PALETTE_STRENGTH,
    vivid: says(reading, framing.VIVID),
    dramatic: says(reading, framing.DRAMATIC),
    minimal,
    noGrain: denied.has("grain"),
    noVignette: denied.has("vignette"),
    ...(bindings.background ? { background: bindings.background } : {}),
    skyTint: bindings.sky ?? (scene === "underwater" ? (bindings.water ?? null) : null),
    waterTint: bindings.water ?? null,
    groundTint: bindings.ground ?? null,
    sky: sky.sky,
    season: sky.season,
    clouds: sky.clouds,
    cloudStyle: sky.cloudStyle,
    fog: sky.fog,
    mist: sky.mist,
    rain: sky.rain,
    snowfall: sky.snowfall,
    rays: sky.rays,
    lightMood: readLightMood(reading, kit.lighting, {
      hour: sky.shown ? undefined : kit.sky,
      changes: kit.surface.light,
    }),
    ...(kit.surface.tint || kit.surface.relief
      ? { surfaceLook: { tint: kit.palette ? null : kit.surface.tint, relief: kit.surface.relief } }
      : {}),
    ...readFraming(reading, scene, subjects.length > 0, kit),
  };
  if (!spec.palette) spec.paletteStrength = 0;

  if (scene === "landscape" || scene === "flowerfield") {
    const flowerField = scene === "flowerfield";
    const needsLand = subjects.some(({ group }) => !AFLOAT.has(group));
    const context = { flowerField, needsLand, bindings, sky };
    Object.assign(spec, landscapeDetails(reading, context, rng("landscape")));
  } else if (scene === "ocean") Object.assign(spec, oceanDetails(reading));
  else if (scene === "forest") Object.assign(spec, forestDetails(reading, sky));
  else if (scene === "space") {
    Object.assign(spec, spaceDetails(reading, subjects.length > 0, rng("space")));
  } else if (scene === "botanical") {
    Object.assign(spec, botanicalDetails(reading, { finish, flowerTint }, rng("botanical")));
  } else if (scene === "underwater") {
    if (says(reading, DEEP_WATER)) spec.skyTint ??= DEEP_BLUE;
  } else if (scene === "still-life") {
    Object.assign(spec, stillLifeDetails(reading, subjects.length > 0, kit.lighting));
    if (kit.material) spec.material = kit.material;
  } else if (scene === "studio") {
    if (says(reading, TABLE)) spec.surface = "table";
  } else if (scene === "interior") {
    const isServed = subjects[0]?.group === "food";
    if (says(reading, TABLE) || isServed) spec.surface = "table";
    spec.room = roomOf(reading, rng("room"));
  } else if (scene === "abstract") Object.assign(spec, abstractDetails(reading));
  else if (scene === "city" && says(reading, NEON_CITY)) {
    spec.neon = true;
    if (spec.sky !== "sunset" && spec.sky !== "dusk") spec.sky = "night";
  } else if (scene === "portrait")
    addPortrait(spec, reading, choice, sky.saidSky, rng, { seed, kit });

  if (OUTDOORS.has(scene) && subjects.length > 0 && says(reading, ON_ROCK)) spec.surface = "rock";

  if (minimal) {
    spec.flowers = Math.min(spec.flowers ?? 0, 0.6);
    spec.clouds *= 0.5;
    spec.grass = 0.25;
  }
  deny(spec, denied);
  return spec;
}

/** A painted person, or a scene inside the silhouette, which reads the same prompt, for light, weather and detail. */
function addPortrait(
  spec: SceneSpec,
  reading: Reading,
  choice: SceneChoice,
  saidSky: boolean,
  rng: (label: string) => Rng,
  { seed, kit }: { seed: number; kit: ReadKit },
): void {
  if (isPainted(reading, choice.scores, spec)) {
    Object.assign(spec, sitterDetails(reading));
    return;
  }
  const { innerNamed, ...details } = portraitDetails(reading, choice.scores, rng("portrait"));
  Object.assign(spec, details);
  const prefix = readWords(innerPrompt(details.innerScene, saidSky));
  const words = innerNamed || saidSky ? [...prefix.words, ...reading.words] : prefix.words;
  const claimOf = new Int32Array(words.length).fill(-1);
  const innerReading: Reading = { words, claimOf, claims: [] };
  const inner = describe(innerReading, {
    negative: "",
    seed,
    kit,
    forcedScene: details.innerScene,
  });
  for (const { at, length } of innerReading.claims) {
    if (at >= prefix.words.length) claim(reading, { at: at - prefix.words.length, length });
  }
  spec.inner = { ...inner, planet: false, galaxy: false, nebula: 1.1 };
}

function mentionOf(
  { id, word, group, plural, count }: FoundSubject,
  tint: Rgb | undefined,
): SubjectMention {
  return {
    id,
    word,
    group,
    plural,
    ...(tint ? { tint } : {}),
    ...(count === undefined ? {} : { count }),
  };
}

/** The things a scene has room for; bodies without a drawing exist in a still life alone. */
function shownIn(scene: SceneName, named: readonly FoundSubject[]): FoundSubject[] {
  if (scene === "still-life") return named.slice(0, MOST_SOLIDS);
  return named.filter(({ group }) => !isOnlySolid(group)).slice(0, MOST_SUBJECTS);
}

function drawable(
  { id, group }: FoundSubject,
  denied: ReadonlySet<Deniable>,
  deniedIds: ReadonlySet<string>,
): boolean {
  if (deniedIds.has(id)) return false;
  if (group === "people") return !denied.has("people");
  const animal = group === "animals" || group === "flyers" || group === "swimmers";
  return !(denied.has("animals") && (animal || group === "floaters"));
}

/** Counts these things as understood. @returns their ids */
function claimAll(reading: Reading, subjects: readonly FoundSubject[]): string[] {
  for (const { at, length, also } of subjects) {
    claim(reading, { at, length });
    for (const match of also) claim(reading, match);
  }
  return subjects.map(({ id }) => id);
}

function deny(spec: SceneSpec, denied: ReadonlySet<Deniable>): void {
  if (denied.has("clouds")) spec.clouds = 0;
  if (denied.has("rays")) spec.rays = 0;
  if (denied.has("trees")) spec.trees = 0;
  if (denied.has("fog")) Object.assign(spec, { mist: 0, fog: 0.06 });
  if (denied.has("stars")) spec.stars = 0;
  if (denied.has("foreground")) spec.foreground = "none";
  if (denied.has("palms")) spec.palms = false;
  if (denied.has("rain")) spec.rain = 0;
  if (denied.has("snow")) {
    spec.snowfall = 0;
    if (spec.season === "winter") spec.season = null;
  }
  if (denied.has("planet")) spec.planet = false;
  if (denied.has("flowers")) spec.flowers = 0;
  if (denied.has("neon")) spec.neon = false;
  if (denied.has("water")) spec.water = false;
  if (denied.has("rings")) spec.rings = false;
  if (denied.has("saturation")) spec.saturation = 0.8;
}
