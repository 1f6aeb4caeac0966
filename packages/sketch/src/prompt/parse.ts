/**
 * Reads a prompt into a scene. A fixed English vocabulary, no model: the same prompt and seed give
 * the same scene, and words outside the vocabulary come back as ignored.
 */
import { hex } from "../core/color.ts";
import { readAnimals } from "./animals.ts";
import { makeRng, type Rng } from "../core/rng.ts";
import type { SubjectGroup } from "../subjects/nouns.ts";
import type { SceneName, SceneSpec } from "../types.ts";
import { chooseScene, type SceneChoice } from "./choose-scene.ts";
import { paletteOf, readColours, readPalette } from "./colours.ts";
import { coverage } from "./coverage.ts";
import { cityDetails, cityViewOf } from "./details-city.ts";
import { abstractDetails, botanicalDetails, roomOf, spaceDetails } from "./details-indoors.ts";
import { forestDetails, landscapeDetails, oceanDetails } from "./details-outdoors.ts";
import { innerPrompt, isPainted, portraitDetails, sitterDetails } from "./details-portrait.ts";
import { COLOURED_PENCIL, FINISHES, MEDIUM_NOUNS } from "./finish-words.ts";
import { stillLifeDetails, TABLE } from "./details-still-life.ts";
import { fulfilledIn } from "./fulfilled.ts";
import { readFraming } from "./framing.ts";
import * as framing from "./framing-words.ts";
import { firstSaid, lexicon, mentions, says } from "./lexicon.ts";
import { claimCarriers, readLettering } from "./lettering.ts";
import { likenThings } from "./likenesses.ts";
import { readMaterials } from "./materials.ts";
import type { Note } from "./notes.ts";
import { deniedKinds, readDenials } from "./negatives.ts";
import { deny } from "./deny.ts";
import type { Description, ParseOptions } from "./description.ts";
import { readEffects, withNegativeNotes } from "./effects.ts";
import { claimAll, drawable, mentionOf, shownIn } from "./shown-things.ts";
import { asWorn, isPerson, readPerson } from "./people.ts";
import { claim, readWords, type Reading } from "./reading.ts";
import { readRelations } from "./relations.ts";
import { readLightMood } from "./light-moods.ts";
import { readPoses } from "./poses.ts";
import { kitCoverage, readStyleKit, withKitWords, type ReadKit } from "./style-kit.ts";
import { laidOutAs } from "./layout.ts";
import { keepSeen } from "./seen.ts";
import { readSitter } from "./sitter.ts";
import { readSky } from "./sky.ts";
import { findSubjects } from "./subject-words.ts";
import { varyView } from "./vary.ts";

const COLOUR_PALETTE_STRENGTH = 0.5;
const NAMED_PALETTE_STRENGTH = 0.55;
const KIT_PALETTE_STRENGTH = 0.75;

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

/** What a prompt asks for. Never throws, whatever the text. */
export function parsePrompt(prompt: string, options: ParseOptions = {}): SceneSpec {
  const { seed = 1, layout } = options;
  const negative = readWords(options.negative ?? "");
  const kit = readStyleKit(options.kit ?? {});
  const first = readWords(prompt);
  const description: Description = { negative, seed, kit, layout };
  const plain = describe(first, description);
  const withNegative = (notes: Note[], drawn: Description): Note[] =>
    withNegativeNotes(notes, readWords(options.negative ?? ""), seed, (again) =>
      // What the prompt leaves out itself would hide what the negative words do.
      describe(readDenials(readWords(prompt), again).asked, { ...drawn, negative: again }),
    );
  const { names, unknown: unlike } = likenThings(first, plain);
  const unknown = [...unlike, ...readLettering(readWords(prompt)).missing];
  if (names.size === 0 && !plain.guessed) {
    const { notes, ...lists } = readEffects(first, seed, (again, other) =>
      describe(again, { ...description, seed: other }),
    );
    return {
      ...plain,
      prompt,
      ...withKitWords(lists, kitCoverage(kit)),
      notes: [...unknownNotes(unknown), ...withNegative(notes, description)],
    };
  }
  // Read again, now with drawings for the words that named things without one, or before an empty stage.
  const reading = readWords(prompt);
  const stage =
    names.size === 0 &&
    coverage(first).understood.length === 0 &&
    coverage(first).ignored.length > 0;
  const likened = { ...description, likened: names, ...(stage ? { stage } : {}) };
  const spec = describe(reading, likened);
  const effects = readEffects(reading, seed, (again, other) =>
    describe(again, { ...likened, seed: other }),
  );
  const { understood, ignored } = effects;
  const likenedNotes = [...names].map(([word, { name }]): Note => ({
    kind: "likened",
    word,
    drawn: name,
  }));
  const lists = {
    understood: understood.filter((phrase) => !names.has(phrase)),
    ignored: [...ignored, ...names.keys()],
  };
  const missing = stage ? ignored : unknown;
  return {
    ...spec,
    prompt,
    ...withKitWords(lists, kitCoverage(kit)),
    notes: [...likenedNotes, ...unknownNotes(missing), ...withNegative(effects.notes, likened)],
  };
}

/** Things without a drawing, and words that the font has no letters for. */
const unknownNotes = (words: string[]): Note[] =>
  words.length > 0 ? [{ kind: "unknown", words }] : [];

/** The scene of a reading, without what is told of its words. Counts the words it uses as understood. */
export function describe(prompt: Reading, description: Description): SceneSpec {
  const { negative, seed, kit, forcedScene, keepsThings, likened, stage } = description;
  const rng = (label: string): Rng => makeRng(seed, `prompt:${label}`);
  // A sign may say "no": what is written is no wish.
  const { lettering, rest } = readLettering(prompt);
  const denials = readDenials(rest, negative);
  const reading = denials.asked;
  const denied = deniedKinds(denials);

  const saidFinish = firstSaid(reading, FINISHES) ?? null;
  const finish = kit.finish ?? saidFinish;
  if (finish) says(reading, MEDIUM_NOUNS, "given");
  const deniedIds = new Set(denials.readings.flatMap((r) => claimAll(r, findSubjects(r))));
  const named = asWorn(reading, findSubjects(reading, likened)).filter((subject) =>
    drawable(subject, denied, deniedIds),
  );
  const choice: SceneChoice = forcedScene
    ? { scene: forcedScene, guessed: false, scores: {} }
    : stage
      ? { scene: "studio", guessed: true, scores: {} }
      : chooseScene(reading, named, rng("scene"));
  const sitter =
    choice.scene === "portrait" && !forcedScene ? readSitter(reading, named, choice.scores) : null;
  const scene = sitter?.scene ?? choice.scene;
  const cityView = scene === "city" ? cityViewOf(reading) : undefined;
  const subjects = sitter
    ? [sitter.subject]
    : scene === "portrait" || (forcedScene && !keepsThings)
      ? []
      : shownIn(scene, named, cityView);
  claimAll(reading, scene === "portrait" ? named.filter(isPerson) : subjects);
  const relations = readRelations(reading, subjects);
  const people = subjects.map((subject) =>
    isPerson(subject)
      ? { ...readPerson(reading, subject), ...(sitter ? { bust: true } : {}) }
      : undefined,
  );
  readPoses(reading, scene, subjects);
  const animals = readAnimals(reading, scene === "still-life" ? [] : subjects);
  const fulfilled = fulfilledIn(scene, cityView);
  if (fulfilled) says(reading, fulfilled, "given");

  if (lettering) claimCarriers(reading);

  const { bindings, loose } = readColours(reading, scene, subjects);
  if (scene !== "still-life")
    for (const [id, colour] of readMaterials(reading, subjects, bindings.subjects))
      bindings.subjects.set(id, colour);
  const namedPalette = kit.palette ?? readPalette(reading);
  const sky = readSky(reading, scene, bindings.sky !== undefined, rng("sky"), kit);
  const minimal = says(reading, framing.MINIMAL);
  const flowerTint = bindings.flowers ?? (loose.length > 0 ? loose : null);
  const spec: SceneSpec = {
    prompt: "",
    scene,
    ...(choice.guessed ? { guessed: true } : {}),
    ...(lettering ? { lettering } : {}),
    finish,
    ...(mentions(reading, COLOURED_PENCIL) ? { colorPencil: true } : {}),
    understood: [],
    ignored: [],
    notes: [],
    subjects: subjects.map((subject, i) => ({
      ...mentionOf(subject, bindings.subjects.get(subject.id)),
      ...(people[i] ? { look: people[i] } : {}),
      ...(animals.has(i) ? { animal: animals.get(i) } : {}),
      ...(relations.has(i) ? { relation: relations.get(i) } : {}),
    })),
    subjectTint: [...bindings.subjects.values()][0] ?? null,
    palette: namedPalette ?? (scene === "botanical" ? null : paletteOf(loose)),
    paletteStrength: kit.palette
      ? (kit.pull ?? KIT_PALETTE_STRENGTH)
      : namedPalette
        ? NAMED_PALETTE_STRENGTH
        : COLOUR_PALETTE_STRENGTH,
    ...(kit.palette && kit.pull !== undefined ? { paletteOfPicture: true } : {}),
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
    ...(sky.bodies ? { bodies: sky.bodies } : {}),
    lightMood: readLightMood(reading, kit.lighting, {
      hour: sky.shown ? undefined : (kit.sky ?? (scene === "forest" ? sky.named : undefined)),
      changes: kit.surface.light,
    }),
    ...(kit.surface.tint || kit.surface.relief
      ? { surfaceLook: { tint: kit.palette ? null : kit.surface.tint, relief: kit.surface.relief } }
      : {}),
    ...readFraming(reading, { scene, cityView }, subjects.length > 0, kit),
  };
  if (!spec.palette) spec.paletteStrength = 0;

  if (scene === "landscape" || scene === "flowerfield") {
    const flowerField = scene === "flowerfield";
    const needsLand = subjects.some(({ group }) => !AFLOAT.has(group));
    const context = { flowerField, needsLand, bindings, sky };
    Object.assign(spec, landscapeDetails(reading, context, rng("landscape")));
  } else if (scene === "ocean") Object.assign(spec, oceanDetails(reading, subjects));
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
  else if (scene === "city")
    Object.assign(spec, cityDetails(reading, { cityView, sky: spec.sky }, rng("town")));
  else if (scene === "portrait")
    addPortrait(spec, reading, choice, sky.saidSky, rng, { seed, kit });

  if (OUTDOORS.has(scene) && subjects.length > 0 && says(reading, ON_ROCK)) spec.surface = "rock";

  if (minimal && (scene === "landscape" || scene === "flowerfield")) {
    spec.flowers = Math.min(spec.flowers ?? 0, 0.6);
    spec.clouds *= 0.5;
    spec.grass = 0.25;
  }
  Object.assign(spec, varyView(spec, rng("view")));
  if (description.layout) Object.assign(spec, laidOutAs(spec, description.layout));
  deny(spec, denied);
  keepSeen(spec);
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
    negative: readWords(""),
    seed,
    kit,
    forcedScene: details.innerScene,
  });
  for (const { at, length } of innerReading.claims) {
    if (at >= prefix.words.length) claim(reading, { at: at - prefix.words.length, length });
  }
  spec.inner = { ...inner, planet: false, galaxy: false, nebula: 1.1 };
}
